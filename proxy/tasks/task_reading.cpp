#include <algorithm>
#include <array>
#include <set>
#include "common/base/utf8.h"
#include "common/geometry/picture_size.h"
#include "common/tools/tool_registry.h"
#include "common/wire/turn_options.h"
#include "proxy/tasks/checks.h"
#include "proxy/tasks/task.h"
#include "proxy/tasks/task_fields.h"
#include "proxy/tasks/task_steps.h"

namespace franz::proxy {
using Kind = JsonDocument::Kind;

static constexpr std::size_t kMaxInstruction = 16384, kMaxCallBytes = 8192, kMaxCallsPerTurn = 20;
static constexpr std::size_t kMaxChecks = 20;  // of a checkpoint
static constexpr std::size_t kMaxNeeds = 20, kMaxName = 100;
static constexpr double kMostWeight = 1000;

bool is_task_name(std::string_view text, std::size_t most) {
  const auto sound = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
  };
  return !text.empty() && text.size() <= most && text.front() != '.' && text.front() != '-' &&
         std::ranges::all_of(text, sound);
}

namespace {
class TaskReader {
 public:
  explicit TaskReader(const JsonDocument& json) : fields_(json) {}

  Result<Task> read() {
    const TaskField root{JsonDocument::kRoot, ""};
    // The others describe a task of OSWorld and change nothing here.
    fields_.only(root, {"id", "instruction", "config", "evaluator", "solution", "franz", "snapshot",
                        "source", "trajectory", "related_apps", "proxy", "fixed_ip",
                        "possibility_of_env_change"});
    task_.id = fields_.text(fields_.member(root, "id"));
    if (!is_task_name(task_.id))
      fields_.fail("/id", "expected 1 to 100 letters, digits, - _ and .");
    task_.instruction = fields_.text(fields_.member(root, "instruction"));
    if (task_.instruction.empty() || task_.instruction.size() > kMaxInstruction)
      fields_.fail("/instruction", "expected a text of at most 16384 bytes");
    const TaskField network = fields_.member(root, "proxy");
    if (fields_.boolean(network, false)) fields_.fail(network, "a trial has no network");
    read_ours(fields_.member(root, "franz"));
    place_.has_screen = task_.surface != TaskSurface::sandbox;
    task_.setup = read_steps(fields_, fields_.member(root, "config"), place_);
    read_evaluator(fields_.member(root, "evaluator"));
    read_solution(fields_.member(root, "solution"));
    if (!fields_.failed()) find_files();
    if (task_.getters().size() > kMaxGetters)
      fields_.fail("/evaluator", "expected at most 100 different getters");
    if (fields_.failed()) return Error{fields_.failure()};
    return std::move(task_);
  }

 private:
  void read_ours(const TaskField& ours) {
    if (!ours.there()) return;
    fields_.only(ours, {"surface", "window", "canvas", "level", "needs", "tools", "limits"});
    read_surface(ours);
    const TaskField level = fields_.member(ours, "level");
    task_.level = fields_.text(level, "");
    if (!std::set<std::string>{"", "trivial", "easy", "medium", "hard"}.contains(task_.level))
      fields_.fail(level, "expected trivial, easy, medium or hard");
    const TaskField needs = fields_.member(ours, "needs"), tools = fields_.member(ours, "tools");
    task_.needs = fields_.texts(needs, kMaxNeeds);
    for (const std::string& program : task_.needs)
      if (!is_task_name(program)) fields_.fail(needs, "expected names of programs");
    task_.tools = fields_.texts(tools, kToolCount);
    for (const std::string& tool : task_.tools)
      if (std::ranges::find(all_tools(), tool, &Tool::name) == all_tools().end())
        fields_.fail(tools, tool + ": no such tool");
    const TaskField limits = fields_.member(ours, "limits");
    if (!limits.there()) return;
    fields_.only(limits, {"turns", "minutes"});
    task_.max_turns = static_cast<int>(fields_.number(fields_.member(limits, "turns"), 1, 1000, 0));
    task_.max_minutes = fields_.number(fields_.member(limits, "minutes"), 0.1, 600, 0);
  }

  void read_surface(const TaskField& ours) {
    const TaskField surface = fields_.member(ours, "surface"),
                    window = fields_.member(ours, "window"),
                    canvas = fields_.member(ours, "canvas");
    const std::string kind = fields_.text(surface, "desktop");
    if (kind == "sandbox") task_.surface = TaskSurface::sandbox;
    if (kind == "window") task_.surface = TaskSurface::window;
    if (kind != "desktop" && kind != "sandbox" && kind != "window")
      fields_.fail(surface, "expected desktop, window or sandbox");
    task_.window = fields_.text(window, "");
    if ((task_.surface == TaskSurface::window) == task_.window.empty())
      fields_.fail(window, "expected a part of a window's title, for surface window only");
    const std::string size = fields_.text(canvas, "");
    if (size.empty()) return;
    task_.canvas = parse_size(size);
    const auto fits = [](int side) { return side >= kMinFitSide && side <= kMaxCanvasSide; };
    if (!task_.canvas || !fits(task_.canvas->width) || !fits(task_.canvas->height))
      fields_.fail(canvas, "expected a size like 1280x720");
  }

  void read_evaluator(const TaskField& evaluator) {
    const TaskField checkpoints = fields_.member(evaluator, "checkpoints");
    if (!fields_.is(evaluator, Kind::object)) return fields_.fail(evaluator, "expected an object");
    task_.after = read_steps(fields_, fields_.member(evaluator, "postconfig"), place_);
    if (!checkpoints.there()) {
      fields_.only(evaluator, {"postconfig", "func", "result", "expected", "options", "conj"});
      Checkpoint whole{.name = "task"};
      read_checks(evaluator, whole);
      task_.checkpoints.push_back(std::move(whole));
      return;
    }
    fields_.only(evaluator, {"postconfig", "checkpoints"});
    const std::vector<TaskField> items = fields_.items(checkpoints);
    if (items.empty() || items.size() > kMaxCheckpoints)
      fields_.fail(checkpoints, "expected a list of 1 to 50 checkpoints");
    for (const TaskField& item : items) read_checkpoint(item);
    const bool counts = std::ranges::any_of(task_.checkpoints,
                                            [](const Checkpoint& each) { return !each.must_not; });
    if (!counts) fields_.fail(checkpoints, "expected one at least without must_not");
  }

  void read_checkpoint(const TaskField& item) {
    fields_.only(item,
                 {"name", "weight", "must_not", "func", "result", "expected", "options", "conj"});
    Checkpoint made;
    const TaskField name = fields_.member(item, "name");
    made.name = fields_.text(name);
    if (made.name.empty() || made.name.size() > kMaxName)
      fields_.fail(name, "expected a text of at most 100 bytes");
    if (std::ranges::find(task_.checkpoints, made.name, &Checkpoint::name) !=
        task_.checkpoints.end())
      fields_.fail(name, "two checkpoints have this name");
    made.weight = fields_.number(fields_.member(item, "weight"), 0.001, kMostWeight, 1);
    made.must_not = fields_.boolean(fields_.member(item, "must_not"), false);
    read_checks(item, made);
    task_.checkpoints.push_back(std::move(made));
  }

  // The parts are one value each, or lists of the same length.
  void read_checks(const TaskField& object, Checkpoint& checkpoint) {
    const TaskField func = fields_.member(object, "func"), conj = fields_.member(object, "conj");
    const std::string joined = fields_.text(conj, "and");
    if (joined != "and" && joined != "or") fields_.fail(conj, "expected and, or");
    checkpoint.any = joined == "or";
    const std::vector<TaskField> funcs = fields_.one_or_more(func);
    if (funcs.empty() || funcs.size() > kMaxChecks)
      return fields_.fail(func, "expected the name of a check, or a list of them");
    const bool listed = fields_.is(func, Kind::list);
    const auto part = [&](const char* name) {
      const TaskField field = fields_.member(object, name);
      std::vector<TaskField> parts = listed ? fields_.items(field) : std::vector<TaskField>{field};
      if (listed && field.there() && parts.size() != funcs.size())
        fields_.fail(field, "expected a list with one item for each of func");
      parts.resize(funcs.size(), TaskField{JsonDocument::kNone, field.at});
      return parts;
    };
    const auto results = part("result"), expected = part("expected"), options = part("options");
    for (std::size_t i = 0; i < funcs.size() && !fields_.failed(); ++i)
      checkpoint.checks.push_back(read_check(funcs[i], results[i], expected[i], options[i]));
  }

  TaskCheck read_check(const TaskField& func, const TaskField& result, const TaskField& expected,
                       const TaskField& options) {
    TaskCheck check;
    check.func = fields_.text(func);
    const CheckKind* const kind = find_check(check.func);
    if (kind == nullptr) {
      fields_.fail(func, why_no_check(check.func));
      return check;
    }
    if (kind->judges_answer) {
      if (result.there() || expected.there())
        fields_.fail(func, check.func + ": it takes no result and no expected");
      check.result.kind = Getter::Kind::answer;
      return check;
    }
    check.result = read_getter(fields_, result, place_, false);
    if (expected.there()) check.expected = read_getter(fields_, expected, place_, true);
    check.options = fields_.object(options);
    if (fields_.failed()) return check;
    const bool has_rules = check.expected && check.expected->kind == Getter::Kind::rule;
    const auto wants = kind->expected;
    if (wants == CheckKind::Expected::rules && !has_rules)
      fields_.fail(expected, check.func + ": expected a rule");
    if (wants == CheckKind::Expected::bytes && (!check.expected || has_rules))
      fields_.fail(expected, check.func + ": expected a file or the output of a command");
    const Result<CheckFunction> made =
        make_check(check.func, has_rules ? check.expected->rules : "{}", check.options);
    if (!made.ok())
      fields_.fail(has_rules ? expected : func, check.func + ": " + made.error().message);
    return check;
  }

  void read_solution(const TaskField& solution) {
    if (solution.there() && !fields_.is(solution, Kind::list))
      fields_.fail(solution, "expected a list with the calls of each turn");
    for (const TaskField& turn : fields_.items(solution)) {
      std::vector<std::string> calls;
      for (const TaskField& call : fields_.one_or_more(turn)) {
        calls.push_back(fields_.text(call));
        if (calls.back().size() > kMaxCallBytes ||
            calls.back().find_first_of("\r\n`") != std::string::npos)
          fields_.fail(call, "expected one call on one line, without a backquote");
      }
      if (calls.size() > kMaxCallsPerTurn) fields_.fail(turn, "expected at most 20 calls");
      task_.solution.push_back(std::move(calls));
    }
    if (task_.solution.size() > kMaxSolutionTurns)
      fields_.fail(solution, "expected at most 200 turns");
  }

  void find_files() {
    std::set<std::string> names;
    for (const std::vector<TaskStep>* steps : {&task_.setup, &task_.after})
      for (const TaskStep& step : *steps)
        for (const TaskStep::Upload& file : step.files) names.insert(file.from);
    for (const Getter& getter : task_.getters())
      if (getter.kind == Getter::Kind::local) names.insert(getter.path);
    task_.files.assign(names.begin(), names.end());
  }

  TaskFields fields_;
  TaskPlace place_;
  Task task_;
};
}  // namespace

Result<Task> parse_task(std::string_view json) {
  const Result<JsonDocument> read = JsonDocument::read(json);
  if (!read.ok()) return read.error();
  if (!read.value().duplicates().empty())
    return Error{read.value().duplicates().front() + ": given twice"};
  return TaskReader(read.value()).read();
}
}  // namespace franz::proxy
