#include <pybind11/stl.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "answers/asking/answer_log.hpp"
#include "answers/asking/answer_model.hpp"
#include "answers/asking/choice.hpp"
#include "answers/asking/oracle.hpp"
#include "answers/asking/prior_asking.hpp"
#include "answers/asking/question_lists.hpp"
#include "answers/asking/questions.hpp"
#include "answers/asking/simulation.hpp"
#include "core/base/error.hpp"
#include "core/comparisons/quadruplets.hpp"
#include "python/bindings/background.hpp"
#include "python/bindings/bindings.hpp"

namespace tertium::python {
namespace {

namespace py = pybind11;
using answers::AskedOnce;
using answers::OracleAnswer;
using answers::Screen;
using Numbers = py::array_t<std::int64_t>;
using Reals = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// How questions are chosen: what Python tells of it, as one object.
answers::ChoiceOptions choice_of(const std::string& rule, const std::string& method, const py::dict& parameters,
                                 std::int64_t warm_up, std::uint64_t seed, const std::string& screens) {
  answers::probable_method(method);
  const files::AnswerForm form = answers::question_form(screens);
  answers::ChoiceOptions choice{
      .form = form, .method = method_of(method, parameters), .warm_up = warm_up, .seed = seed};
  choice.rule = answers::choice_rule(rule, form);
  return choice;
}

/// Questions begin where these places, one row an object, have the objects.
void begin_with(answers::ChoiceOptions& choice, const Reals& places, bool cosine) {
  choice.prior = std::make_shared<const answers::Prior>(
      answers::Prior{{static_cast<core::Object>(places.shape(0)), static_cast<int>(places.shape(1)),
                      std::vector<double>(places.data(), places.data() + places.size())},
                     cosine});
}

std::string source_of(const Answers& answers) {
  return answers.source.empty() ? "these answers" : answers.source;
}

/// (questions, 3 or 4): the objects of each.
template <typename Items, typename Get>
Numbers rows_of(const Items& items, files::AnswerForm form, const Get& get) {
  const std::size_t width = answers::objects_in(form);
  Numbers array({items.size(), width});
  std::int64_t* place = array.mutable_data();
  for (const auto& item : items) {
    const Screen screen = get(item);
    place = std::copy_n(screen.objects.begin(), width, place);
  }
  return array;
}

/// A number of each.
template <typename Number, typename Items, typename Get>
py::array_t<Number> column_of(const Items& items, const Get& get) {
  py::array_t<Number> array(static_cast<py::ssize_t>(items.size()));
  std::transform(items.begin(), items.end(), array.mutable_data(), get);
  return array;
}

Answers unanswered(std::vector<std::string> names) {
  return Answers({.comparisons = answers::unanswered(std::move(names))});
}

/// Questions as they are shown, and the gain of each.
py::tuple ask(const Answers& answers, const answers::ChoiceOptions& choice, std::size_t count, std::int64_t votes,
              int threads) {
  const auto chosen = std::make_shared<std::vector<answers::ChosenQuestion>>();
  in_background(threads, [chosen, file = answers.file, source = source_of(answers), choice, count, votes] {
    *chosen = answers::next_questions(answers::known_answers(*file, choice.form, source), count, votes, choice);
  });
  const auto seed = choice.seed;
  return py::make_tuple(rows_of(*chosen, choice.form,
                                [&](const answers::ChosenQuestion& one) { return answers::shown(one.question, seed); }),
                        column_of<double>(*chosen, [](const answers::ChosenQuestion& one) { return one.gain; }));
}

/// Objects as they are shown, and columns of participants, trials and repeats.
py::tuple tuple_of(const std::vector<answers::ListedScreen>& lists, files::AnswerForm form) {
  using answers::ListedScreen;
  return py::make_tuple(rows_of(lists, form, [](const ListedScreen& one) { return one.screen; }),
                        column_of<std::int64_t>(lists, [](const ListedScreen& one) { return one.participant; }),
                        column_of<std::int64_t>(lists, [](const ListedScreen& one) { return one.trial; }),
                        column_of<std::int64_t>(lists, [](const ListedScreen& one) { return one.repeats; }));
}

/// The next questions, dealt to people.
py::tuple chosen_lists(const Answers& answers, const answers::ChoiceOptions& choice, std::int64_t participants,
                       std::int64_t questions, std::int64_t repeats, std::int64_t votes, int threads) {
  const auto made = std::make_shared<std::vector<answers::ListedScreen>>();
  const answers::ListPlan plan{choice.form, answers.file->objects, participants, questions, repeats, choice.seed};
  in_background(threads, [made, plan, file = answers.file, source = source_of(answers), choice, votes] {
    *made = answers::chosen_lists(answers::known_answers(*file, choice.form, source), plan, votes, choice);
  });
  return tuple_of(*made, choice.form);
}

/// Lists of questions that are drawn.
py::tuple question_lists(core::Object objects, const std::string& screens, std::int64_t participants,
                         std::int64_t questions, std::int64_t repeats, std::uint64_t seed) {
  const files::AnswerForm form = answers::question_form(screens);
  const auto made = std::make_shared<std::vector<answers::ListedScreen>>();
  const answers::ListPlan plan{form, objects, participants, questions, repeats, seed};
  in_background(1, [made, plan] { *made = answers::question_lists(plan); });
  return tuple_of(*made, form);
}

/// An oracle's answers, asked for batch by batch by a loop in Python.
class Asking {
 public:
  Asking(const Answers& answers, const answers::OraclePlan& plan, const std::string& log)
      : form_(plan.choice.form),
        run_(answers::known_answers(*answers.file, form_, source_of(answers)), plan),
        names_(answers.file->names) {
    if (log.empty()) return;
    log_ = std::make_unique<answers::AnswerLog>(log, names_, form_);
    run_.take(log_->found());
  }

  /// The next questions, as they are shown.
  Numbers next(int threads) {
    const auto batch = std::make_shared<std::vector<AskedOnce>>();
    // A copy: who was interrupted may go on while it is still chosen.
    const auto run = std::make_shared<const answers::OracleRun>(run_);
    in_background(threads, [batch, run] {
      const answers::Prior* const prior = run->plan().choice.prior.get();
      *batch = prior == nullptr ? run->next_batch() : answers::next_by_prior(*run, *prior);
    });
    batch_ = std::move(*batch);
    return rows_of(batch_, form_, [](const AskedOnce& one) { return one.question; });
  }
  /// Their answers: the places from 1, 0 where nobody can say; and the seconds that all took.
  void take(const Integers& said, double seconds) {
    core::expects(static_cast<std::size_t>(said.size()) == batch_.size(), "every question has an answer");
    for (std::size_t k = 0; k < batch_.size(); ++k) {
      const std::int64_t one = said.data()[k];
      batch_[k].answer = one > 0 ? static_cast<OracleAnswer>(one - 1) : OracleAnswer::kSkip;
      batch_[k].seconds = seconds / static_cast<double>(batch_.size());
    }
    if (log_) log_->add(batch_);
    run_.take(batch_);
    batch_.clear();
  }
  std::int64_t left() const { return run_.left(); }
  std::size_t found() const { return log_ ? log_->found().size() : 0; }
  std::string note() const { return log_ ? log_->note() : ""; }
  /// What it was asked and said, one array for each column.
  py::dict columns() const;
  py::dict tally() const;
  Answers said() const;

 private:
  files::AnswerForm form_;
  answers::OracleRun run_;
  std::vector<std::string> names_;
  std::unique_ptr<answers::AnswerLog> log_;
  std::vector<AskedOnce> batch_;
};

py::dict Asking::columns() const {
  const std::vector<AskedOnce>& asked = run_.asked();
  py::dict columns;
  columns["questions"] = rows_of(asked, form_, [](const AskedOnce& one) { return one.question; });
  columns["answer"] = column_of<std::int64_t>(asked, [](const AskedOnce& one) {
    return one.answer == OracleAnswer::kSkip ? 0 : static_cast<std::int64_t>(one.answer) + 1;
  });
  columns["vote"] = column_of<std::int64_t>(asked, [](const AskedOnce& one) { return one.vote; });
  columns["swapped"] = column_of<bool>(asked, [](const AskedOnce& one) { return one.swapped; });
  columns["batch"] = column_of<std::int64_t>(asked, [](const AskedOnce& one) { return one.batch; });
  columns["seconds"] = column_of<double>(asked, [](const AskedOnce& one) { return one.seconds; });
  return columns;
}

py::dict Asking::tally() const {
  const answers::OracleTally tally = answers::tally_of(run_.asked());
  py::dict found;
  for (const auto& [name, value] : {std::pair("answers", tally.answers),
                                    {"skipped", tally.skipped},
                                    {"questions", tally.questions},
                                    {"first", tally.first},
                                    {"repeated", tally.repeated},
                                    {"divided", tally.divided},
                                    {"both_ways", tally.both_ways},
                                    {"by_place", tally.by_place}})
    found[name] = value;
  return found;
}

Answers Asking::said() const {
  files::ComparisonFile file = answers::unanswered(names_);
  file.form = form_;
  answers::KnownAnswers known(file.objects);
  for (const AskedOnce& one : run_.asked())
    if (const std::optional<core::Quadruplet> answer = answers::statement_of(one)) known.add(form_, *answer);
  file.statements = std::move(known.statements);
  file.rows = std::ssize(file.statements) / files::statements_of(form_);
  return Answers({.comparisons = std::move(file)});
}

answers::SimulationPlan simulation_plan(const std::vector<std::string>& rules, const answers::ChoiceOptions& choice,
                                        const std::string& truth, std::int64_t votes, std::int64_t budget,
                                        std::int64_t batch, std::int64_t runs) {
  answers::SimulationPlan plan{.choice = choice, .votes = votes, .budget = budget, .batch = batch, .runs = runs};
  for (const std::string& rule : rules) plan.rules.push_back(answers::choice_rule(rule, choice.form));
  plan.truth = answers::simulated_truth(truth);
  return plan;
}

std::shared_ptr<answers::Simulation> simulate(const Answers& answers, const answers::SimulationPlan& plan, int threads,
                                              bool verbose) {
  const auto made = std::make_shared<answers::Simulation>();
  in_background(threads, verbose,
                [made, file = answers.file, source = source_of(answers), plan](const answers::JobCallback& progress) {
                  *made = answers::simulate(*file, source, plan, progress);
                });
  return made;
}

/// (rules, checkpoints): a number of each curve.
template <typename Get>
py::array_t<double> of_curves(const answers::Simulation& found, const Get& get) {
  py::array_t<double> array({found.curves.size(), found.answers.size()});
  double* place = array.mutable_data();
  for (const answers::AskingCurve& curve : found.curves)
    for (std::size_t c = 0; c < found.answers.size(); ++c) *place++ = get(curve, c);
  return array;
}

py::array_t<double> predicted(const answers::Simulation& found) {
  const std::size_t runs = found.curves.front().predicted.front().size();
  py::array_t<double> array({found.curves.size(), found.answers.size(), runs});
  double* place = array.mutable_data();
  for (const answers::AskingCurve& curve : found.curves)
    for (const std::vector<double>& shares : curve.predicted) place = std::copy(shares.begin(), shares.end(), place);
  return array;
}

/// What pickle keeps of a simulation.
py::tuple kept_simulation(const answers::Simulation& found) {
  std::vector<std::string> rules;
  std::vector<std::vector<std::vector<double>>> shares;
  for (const answers::AskingCurve& curve : found.curves) {
    rules.push_back(curve.name);
    shares.push_back(curve.predicted);
  }
  return py::make_tuple(found.answers, rules, shares);
}

answers::Simulation given_simulation(const py::tuple& state) {
  answers::Simulation found{.answers = py::cast<std::vector<std::int64_t>>(state[0])};
  const auto rules = py::cast<std::vector<std::string>>(state[1]);
  auto shares = py::cast<std::vector<std::vector<std::vector<double>>>>(state[2]);
  for (std::size_t k = 0; k < rules.size(); ++k) found.curves.push_back({rules[k], std::move(shares.at(k))});
  return found;
}

void bind_simulation(py::module_& module) {
  py::class_<answers::SimulationPlan>(module, "SimulationPlan")
      .def(py::init(&simulation_plan), py::arg("rules"), py::arg("choice"), py::arg("truth"), py::arg("votes"),
           py::arg("budget"), py::arg("batch"), py::arg("runs"));
  py::class_<answers::Simulation, std::shared_ptr<answers::Simulation>>(module, "Simulation")
      .def_property_readonly("answers",
                             [](const answers::Simulation& s) {
                               return column_of<std::int64_t>(s.answers, [](std::int64_t number) { return number; });
                             })
      .def_property_readonly("accuracy", &predicted)
      .def_property_readonly("mean",
                             [](const answers::Simulation& s) {
                               return of_curves(s, [](const auto& curve, std::size_t c) { return curve.mean(c); });
                             })
      .def_property_readonly("error",
                             [](const answers::Simulation& s) {
                               return of_curves(s, [](const auto& curve, std::size_t c) { return curve.error(c); });
                             })
      .def("answers_for",
           [](const answers::Simulation& s, const std::string& rule, double share) {
             const answers::AskingCurve* curve = s.find(answers::name_of(answers::choice_rule(rule)));
             if (curve == nullptr) core::fail("{} was not simulated, give it among the rules", rule);
             return s.answers_for(*curve, share);
           })
      .def(py::pickle(&kept_simulation, &given_simulation));
  module.def("simulate", &simulate, py::arg("answers"), py::arg("plan"), py::arg("threads"), py::arg("verbose"));
}

}  // namespace

void bind_asking(py::module_& module) {
  py::class_<answers::ChoiceOptions>(module, "Choice")
      .def(py::init(&choice_of), py::arg("rule"), py::arg("method"), py::arg("parameters"), py::arg("warm_up"),
           py::arg("seed"), py::arg("screens"))
      .def("begin_with", &begin_with, py::arg("places"), py::arg("cosine"));
  module.def("choice_rules",
             [](const std::string& screens) { return answers::choice_rules(answers::question_form(screens)); });
  module.def("question_lists", &question_lists, py::arg("objects"), py::arg("screens"), py::arg("participants"),
             py::arg("questions"), py::arg("repeats"), py::arg("seed"));
  module.def("chosen_lists", &chosen_lists, py::arg("answers"), py::arg("choice"), py::arg("participants"),
             py::arg("questions"), py::arg("repeats"), py::arg("votes"), py::arg("threads"));
  module.def("question_columns",
             [](const std::string& screens) { return answers::columns_of(answers::question_form(screens)); });
  module.def("answer_column",
             [](const std::string& screens) { return answers::answer_column(answers::question_form(screens)); });
  module.def("unanswered", &unanswered, py::arg("names"));
  module.def("ask", &ask, py::arg("answers"), py::arg("choice"), py::arg("count"), py::arg("votes"),
             py::arg("threads"));
  py::class_<Asking>(module, "Asking")
      .def(py::init([](const Answers& answers, const answers::ChoiceOptions& choice, std::int64_t votes, bool swap,
                       std::int64_t budget, std::int64_t batch, const std::string& log) {
             return std::make_unique<Asking>(answers, answers::OraclePlan{choice, votes, swap, budget, batch}, log);
           }),
           py::arg("answers"), py::arg("choice"), py::arg("votes"), py::arg("swap"), py::arg("budget"),
           py::arg("batch"), py::arg("log"))
      .def_property_readonly("left", &Asking::left)
      .def_property_readonly("found", &Asking::found)
      .def_property_readonly("note", &Asking::note)
      .def_property_readonly("columns", &Asking::columns)
      .def_property_readonly("tally", &Asking::tally)
      .def_property_readonly("answers", &Asking::said)
      .def("next", &Asking::next, py::arg("threads"))
      .def("take", &Asking::take, py::arg("said"), py::arg("seconds"));
  bind_simulation(module);
}

}  // namespace tertium::python
