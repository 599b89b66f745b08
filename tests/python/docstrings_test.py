"""Every public name has a docstring in numpydoc's form, whose examples run and print what they say."""
import doctest
import inspect
import os
import re
import tempfile
import unittest

import tertium
from tertium import benchmark
from tertium._found import Found
from tertium._programs import Program

ORDER = ("Parameters", "Attributes", "Returns", "Raises", "See Also", "Notes", "References", "Examples")
UNSEEN = (tertium.Answers, tertium.Graph)  # of C++: what they have is listed by their docstrings, not by Python's signatures
NOTHING = {"add_steps"}  # functions that return nothing


def public():
    """{name: function or class}."""
    found = {name: getattr(tertium, name) for name in tertium.__all__}
    return {**found, **{made.__name__: made for made in Found.__subclasses__()}, "benchmark.enter": benchmark.enter}


def methods():
    """{name: function} of the classes' methods and properties, each once."""
    found = {}
    for made in public().values():
        for name, member in inspect.getmembers(made, lambda one: inspect.isfunction(one) or isinstance(one, property)) if inspect.isclass(made) else ():
            if not name.startswith("_") and made not in UNSEEN:
                function = member.fget if isinstance(member, property) else member
                found[function.__qualname__] = member
    return found


def sections(doc):
    """[(title, lines)] in order; the head has the title ""."""
    parts = re.split(r"(?m)^([A-Z][A-Za-z ]+)\n(-+)$", inspect.cleandoc(doc))
    found = [("", parts[0].strip().splitlines())]
    for title, line, text in zip(parts[1::3], parts[2::3], parts[3::3]):
        if len(title) != len(line):
            raise AssertionError(f"the line below {title} is not as long as that")
        found.append((title, text.strip("\n").splitlines()))
    return found


def described(lines):
    """The names of a section's entries."""
    heads = [line.partition(" : ")[0] for line in lines if line and not line[0].isspace()]
    return [name.strip("*") for head in heads for name in head.split(", ")]


class Docstrings(unittest.TestCase):
    def expect_form(self, made):
        self.assertTrue(made.__doc__, "there is no docstring")
        parts = sections(made.__doc__)
        head, titles = parts[0][1], [title for title, _ in parts[1:]]
        self.assertTrue(head and head[0].endswith(".") and (len(head) == 1 or not head[1]), f"the summary is no line of its own: {head[:2]}")
        self.assertEqual(titles, [title for title in ORDER if title in titles])
        for title, lines in parts[1:]:
            self.assertTrue(any(lines), f"{title} is empty")
            for name, after in zip(lines, lines[1:] + [""]) if title in ("Parameters", "Attributes", "Returns", "Raises") else ():
                if name and not name[0].isspace():
                    self.assertTrue(after.startswith("    "), f"{title}: {name} is not described")
        return dict(parts)

    def expect_parameters(self, made, parts):
        """Those of a function, or of a class's constructor; results have none."""
        if inspect.isclass(made) and issubclass(made, (Found, Exception)) or made in UNSEEN:
            return
        known = [name for name in inspect.signature(made).parameters if name != "self"]
        self.assertEqual(described(parts.get("Parameters", [])), known)

    def test_functions_and_classes(self):
        for name, made in public().items():
            with self.subTest(name):
                parts = self.expect_form(made)
                self.expect_parameters(made, parts)
                self.assertTrue(any(line.startswith(">>> ") for line in parts.get("Examples", [])), "there is no example")
                if inspect.isclass(made) and not issubclass(made, Exception):
                    self.assertIn("Attributes", parts)
                elif not inspect.isclass(made) and name not in NOTHING:
                    self.assertIn("Returns", parts)

    def test_methods(self):
        for name, made in methods().items():
            with self.subTest(name):
                parts = self.expect_form(made)
                self.assertIn("Returns", parts)
                if not isinstance(made, property):
                    self.expect_parameters(made, parts)

    def test_results_have_the_attributes_that_are_described(self):
        """The example of a class leaves one of it behind, called found."""
        for made in [*Found.__subclasses__(), *Program.__subclasses__()]:
            with self.subTest(made.__name__):
                space = self.run_examples(made.__name__, made)
                missing = [name for name in described(dict(sections(made.__doc__))["Attributes"]) if not hasattr(space["found"], name)]
                self.assertEqual(missing, ["participants", "trials", "repeats"] if made.__name__ == "Questions" else [])

    def test_examples(self):
        for name, made in {"tertium": tertium, **public()}.items():
            with self.subTest(name):
                self.run_examples(name, made)

    def run_examples(self, name, made):
        """In an empty folder. Returns the names that the examples define."""
        test = doctest.DocTestParser().get_doctest(inspect.cleandoc(made.__doc__), {}, name, None, 0)
        told, here = [], os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                failed, _ = doctest.DocTestRunner(verbose=False).run(test, out=told.append, clear_globs=False)
            finally:
                os.chdir(here)
        self.assertEqual(failed, 0, "".join(told))
        return test.globs


if __name__ == "__main__":
    unittest.main()
