#!/usr/bin/python3
"""check_includes.py ROOT: does every file below ROOT include what it names of the standard library and of fmt?

Batches and precompiled headers hide a missing include from the compilers. A file has what it includes itself and what
the project's own headers that it includes have. Prints one line per file and name, "file:line: what", and exits 1 when
there is one. Names that every file gets with others (std::size_t, std::move) are not looked at.
"""
import functools
import re
import sys
from pathlib import Path

from check_rooms import INCLUDE, MAY_USE, SOURCE_SUFFIXES, place_of

# Header: the names that it brings, as regular expressions.
BROUGHT = {
    "algorithm": "clamp|sort|stable_sort|partial_sort|nth_element|find|find_if|find_if_not|fill|fill_n|copy_n|copy_if|count|"
                 "count_if|any_of|all_of|none_of|(lower|upper)_bound|equal_range|binary_search|max_element|min_element|"
                 "minmax|minmax_element|replace|unique|rotate|is_sorted|adjacent_find|mismatch|includes|set_union|"
                 "set_intersection|stable_partition|partition_point|reverse|transform|ranges::(?!subrange|next)\\w+",
    "array": "array", "atomic": "atomic|memory_order\\w*", "barrier": "barrier",
    "bit": "popcount|countr_zero|countl_zero|bit_width|bit_cast|bit_floor|bit_ceil|has_single_bit|rotl|rotr|endian",
    "charconv": "from_chars|to_chars|chars_format|from_chars_result", "chrono": "chrono",
    "cmath": "sqrt|pow|log|log2|log10|log1p|exp|isfinite|isnan|isinf|ldexp|frexp|ceil|floor|round|llround|lround|nearbyint|"
             "tgamma|lgamma|hypot|nextafter|erfc",
    "condition_variable": "condition_variable", "cstdint": "u?int(8|16|32|64)_t|uintmax_t|uintptr_t",
    "cstdio": "printf|fflush|fputs|fopen|fclose|fwrite|fread|rewind|sscanf|tmpfile|remove",
    "cstdlib": "getenv|system|abort|malloc|calloc|aligned_alloc|free|strtod|atoi", "cstring": "memcpy|memset|memcmp|strerror|strncpy",
    "deque": "deque", "filesystem": "filesystem", "fstream": "[io]?fstream", "functional": "function|greater|plus|not_equal_to",
    "iterator": "back_inserter|istreambuf_iterator|istream_iterator", "limits": "numeric_limits",
    "map": "(multi)?map", "memory": "(shared|unique|weak)_ptr|make_(shared|unique)|static_pointer_cast",
    "mutex": "mutex|lock_guard|unique_lock|scoped_lock|once_flag|call_once", "numbers": "numbers",
    "numeric": "iota|accumulate|reduce|partial_sum|gcd", "optional": "optional|nullopt", "queue": "(priority_)?queue",
    "random": "mt19937(_64)?", "regex": "regex|smatch|sregex_iterator", "set": "(multi)?set", "span": "span|as_bytes|as_writable_bytes",
    "sstream": "[io]?stringstream", "stdexcept": "runtime_error|logic_error|invalid_argument|out_of_range",
    "string": "string|to_string|getline|stod", "string_view": "string_view", "thread": "thread|this_thread",
    "tuple": "tuple|tie", "unordered_map": "unordered_map", "unordered_set": "unordered_set", "utility": "pair|exchange",
    "variant": "variant|visit|get_if|holds_alternative", "vector": "vector",
}
# Header: another that brings all of its names by its definition, or in practice on every compiler.
BRINGS_TOO = {"map": ["utility"], "unordered_map": ["utility"], "string": ["string_view"], "fstream": ["string"],
              "sstream": ["string"], "filesystem": ["string", "chrono"], "regex": ["string"], "thread": ["chrono"],
              "condition_variable": ["mutex", "chrono"], "iostream": ["string"], "stdexcept": ["string"]}
STD = re.compile(r"\bstd::((?:ranges::)?\w+)")
FMT = re.compile(r"\bfmt::(?:format|print|join)\b")
HEADER_OF = [(header, re.compile(rf"(?:{names})\Z")) for header, names in BROUGHT.items()]
CODE_ONLY = re.compile(r'//[^\n]*|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"', re.DOTALL)


@functools.cache
def header_of(name):
    """The standard header that brings std::NAME, or None where that is not looked at."""
    return next((header for header, names in HEADER_OF if names.match(name)), None)


class Tree:
    def __init__(self, root):
        self.root = root
        self.had = {}

    def has(self, file):
        """What a file and the project's headers that it includes bring in: names as between the brackets."""
        if file not in self.had:
            self.had[file] = found = set()
            for line in (self.root / file).read_text(errors="replace").splitlines():
                match = INCLUDE.match(line)
                if match and match[1] and (self.root / (place := place_of(self.root, file, match[1]))).is_file():
                    found |= self.has(Path(place))
                elif match:
                    found |= {match[1] or match[2], *BRINGS_TOO.get(match[2], [])}
        return self.had[file]

    def check(self, file):
        # Text and comments are no code; a raw text's lines go on counting.
        code = CODE_ONLY.sub(lambda match: "\n" * match[0].count("\n"), (self.root / file).read_text(errors="replace"))
        missing = {}
        for number, line in enumerate(code.splitlines(), start=1):
            for name in STD.findall(line):
                header = header_of(name)
                if header and header not in self.has(file):
                    missing.setdefault(f"std::{name} without <{header}>", number)
            if FMT.search(line) and not any(have.startswith("fmt/") for have in self.has(file)):
                missing.setdefault("fmt:: without <fmt/format.h>", number)
        return [f"{file}:{number}: {what}" for what, number in missing.items()]


def check_tree(root):
    tree = Tree(root)
    for room in MAY_USE:
        for path in sorted((root / room).rglob("*")):
            if path.suffix in SOURCE_SUFFIXES and path.is_file():
                yield from tree.check(path.relative_to(root))


def main(arguments):
    if len(arguments) != 1 or not Path(arguments[0]).is_dir():
        print("usage: check_includes.py ROOT", file=sys.stderr)
        return 2
    violations = list(check_tree(Path(arguments[0]).resolve()))
    for violation in violations:
        print(violation)
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
