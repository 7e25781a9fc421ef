#include "proxy/tasks/task_steps.h"
#include <algorithm>
#include <array>
#include "common/base/command_words.h"
#include "common/wire/turn_options.h"

namespace franz::proxy {
using Kind = JsonDocument::Kind;

static constexpr double kMostSleep_s = 60;
static constexpr std::size_t kMaxUploads = 50, kMaxArgumentBytes = 32768;
static constexpr std::string_view kTheirHome = "/home/user";

static constexpr std::array<NotTaken, 8> kStepsNotTaken = {{
    {"download", "a trial has no network; put the file into the task's folder and use upload"},
    {"googledrive", "a trial has no network"},
    {"login", "a trial has no network"},
    {"chrome_open_tabs", "it needs a debugging port; launch the browser with the pages"},
    {"chrome_close_tabs", "it needs a debugging port"},
    {"update_browse_history", "it needs OSWorld's browser profile"},
    {"close_window", "end the program with execute instead"},
    {"act", "it needs OSWorld's own server; use execute"},
}};

static constexpr std::array<NotTaken, 8> kGettersNotTaken = {{
    {"cloud_file",
     "a trial has no network; put the file into the task's folder and use local_file"},
    {"cache_file", "only OSWorld keeps such files; use local_file"},
    {"vm_command_error", "only the standard output is kept; redirect it in the command"},
    {"accessibility_tree", "FRANZ does not read it; use window_list, vm_command_line or vm_file"},
    {"vm_window_size", "use window_list, or vm_command_line"},
    {"vm_screen_size", "the task sets the size itself"},
    {"vm_wallpaper", "there is none on a private display"},
    {"content_from_vm_file", "use vm_file with a check that reads the format"},
}};

static std::string reason_of(std::span<const NotTaken> table, const std::string& name,
                             const char* there_are) {
  const auto known = std::ranges::find(table, name, &NotTaken::name);
  return name + ": " +
         (known != table.end() ? std::string(known->why)
                               : std::string("not accepted; there are ") + there_are);
}

static bool is_relative_inside(std::string_view path) {
  if (path.empty() || path.size() > 1000 || path.find('\0') != std::string_view::npos) return false;
  while (!path.empty()) {
    const std::string_view part = path.substr(0, path.find('/'));
    if (part.empty() || part == "." || part == ".." || part.size() > 255) return false;
    path.remove_prefix(std::min(part.size() + 1, path.size()));
  }
  return true;
}

std::string read_home_path(TaskFields& fields, const TaskField& field) {
  std::string path = fields.text(field);
  for (const std::string_view home : {std::string_view("~"), kTheirHome})
    if (path.starts_with(home) && path.size() > home.size() && path[home.size()] == '/')
      path.erase(0, home.size() + 1);
  if (!is_relative_inside(path) || path.ends_with('/'))
    fields.fail(field, path + ": expected a path in the home, like Documents/a.txt");
  return path;
}

std::string read_task_path(TaskFields& fields, const TaskField& field) {
  std::string path = fields.text(field);
  if (!is_relative_inside(path) || path.ends_with('/') || path.find('\\') != std::string::npos)
    fields.fail(field, path + ": expected a path in the task's folder, like files/a.txt");
  return path;
}

// Words that cannot work here, so that the mistake is found before a run.
static void check_words(TaskFields& fields, const TaskField& field,
                        const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word.size() > kMaxArgumentBytes || word.find('\0') != std::string::npos)
      fields.fail(field, "an argument is too long, or has a zero byte");
    if (word.find(kTheirHome) != std::string::npos)
      fields.fail(field,
                  "/home/user is OSWorld's home; commands start in the home here: use "
                  "relative paths or $HOME");
    if (word.find("pyautogui") != std::string::npos)
      fields.fail(field, "pyautogui is not installed on a trial's display");
    if (word.find("{CLIENT_PASSWORD}") != std::string::npos)
      fields.fail(field, "a confined program cannot become root");
  }
}

// A list of words, or a text: for a shell with `shell`, otherwise split into words.
static std::vector<std::string> read_command(TaskFields& fields, const TaskField& parameters) {
  const TaskField command = fields.member(parameters, "command");
  const bool shell = fields.boolean(fields.member(parameters, "shell"), false);
  std::vector<std::string> words;
  if (fields.is(command, Kind::list)) {
    words = fields.texts(command, kMaxWords);
    if (shell) fields.fail(command, "with shell, expected one text");
  } else if (const std::string text = fields.text(command); shell) {
    words = {"/bin/sh", "-c", text};
  } else if (!fields.failed()) {
    Result<std::vector<std::string>> split = command_words(text);
    if (!split.ok()) fields.fail(command, split.error().message);
    if (split.ok()) words = std::move(split).value();
  }
  if (words.empty() || words.front().empty()) fields.fail(command, "expected a command");
  check_words(fields, command, words);
  return words;
}

static TaskStep read_upload(TaskFields& fields, const TaskField& parameters) {
  fields.only(parameters, {"files"});
  TaskStep step{.kind = TaskStep::Kind::upload};
  const std::vector<TaskField> files = fields.items(fields.member(parameters, "files"));
  if (files.empty() || files.size() > kMaxUploads)
    fields.fail(fields.member(parameters, "files"),
                "expected a list of 1 to " + std::to_string(kMaxUploads) + " files");
  for (const TaskField& file : files) {
    fields.only(file, {"local_path", "path"});
    step.files.push_back({read_task_path(fields, fields.member(file, "local_path")),
                          read_home_path(fields, fields.member(file, "path"))});
  }
  return step;
}

static TaskStep read_step(TaskFields& fields, const TaskField& object) {
  static constexpr std::array<NotTaken, 3> kNotKept = {
      {{"stdout", "the output of a step is not kept; use a getter"},
       {"stderr", "the output of a step is not kept; use a getter"},
       {"until", "not accepted; write the loop in the command"}}};
  fields.only(object, {"type", "parameters"});
  const std::string type = fields.text(fields.member(object, "type"));
  const TaskField parameters = fields.member(object, "parameters");
  TaskStep step;
  if (type == "execute" || type == "command" || type == "launch") {
    fields.only(parameters, {"command", "shell"}, kNotKept);
    step.kind = type == "launch" ? TaskStep::Kind::launch : TaskStep::Kind::execute;
    step.command = read_command(fields, parameters);
  } else if (type == "open") {
    fields.only(parameters, {"path"});
    step.kind = TaskStep::Kind::launch;
    step.command = {"xdg-open", read_home_path(fields, fields.member(parameters, "path"))};
  } else if (type == "sleep") {
    fields.only(parameters, {"seconds"});
    step.kind = TaskStep::Kind::sleep;
    step.seconds = fields.number(fields.member(parameters, "seconds"), 0, kMostSleep_s, {});
  } else if (type == "activate_window") {
    static constexpr std::array<NotTaken, 1> kByClass = {
        {{"by_class", "windows are found by their titles"}}};
    fields.only(parameters, {"window_name", "strict"}, kByClass);
    step.kind = TaskStep::Kind::activate_window;
    step.window = fields.text(fields.member(parameters, "window_name"));
    step.exact = fields.boolean(fields.member(parameters, "strict"), false);
    if (step.window.empty()) fields.fail(parameters, "expected a window_name");
  } else if (type == "upload" || type == "upload_file") {
    step = read_upload(fields, parameters);
  } else {
    fields.fail(fields.member(object, "type"),
                reason_of(kStepsNotTaken, type,
                          "execute, command, launch, open, sleep, activate_window, upload"));
  }
  return step;
}

std::vector<TaskStep> read_steps(TaskFields& fields, const TaskField& list, TaskPlace place) {
  std::vector<TaskStep> steps;
  if (list.there() && !fields.is(list, Kind::list)) fields.fail(list, "expected a list of steps");
  for (const TaskField& item : fields.items(list)) {
    if (steps.size() == kMaxTaskSteps)
      fields.fail(list, "expected at most " + std::to_string(kMaxTaskSteps) + " steps");
    if (!place.has_screen) fields.fail(item, "the sandbox has no programs and no files");
    if (fields.failed()) break;
    steps.push_back(read_step(fields, item));
  }
  return steps;
}

static std::optional<Screen> read_area(TaskFields& fields, const TaskField& field, int most) {
  if (!field.there()) return std::nullopt;
  std::vector<int> numbers;
  for (const TaskField& item : fields.items(field))
    numbers.push_back(static_cast<int>(fields.number(item, 0, most, {})));
  if (numbers.size() != 4 || numbers[2] < 1 || numbers[3] < 1 || numbers[0] + numbers[2] > most ||
      numbers[1] + numbers[3] > most) {
    fields.fail(field, "expected [left, top, width, height] within 0 to " + std::to_string(most));
    return std::nullopt;
  }
  return Screen{numbers[0], numbers[1], numbers[2], numbers[3]};
}

static bool read_stored_getter(TaskFields& fields, const TaskField& object, const std::string& type,
                               Getter& getter) {
  static constexpr std::array<NotTaken, 2> kSeveral = {
      {{"multi", "one file per getter; use a list of checks"},
       {"gives", "one file per getter; use a list of checks"}}};
  if (type == "vm_command_line") {
    fields.only(object, {"type", "command", "shell"});
    getter.kind = Getter::Kind::command;
    getter.command = read_command(fields, object);
  } else if (type == "vm_file") {
    fields.only(object, {"type", "path", "dest"}, kSeveral);
    getter.kind = Getter::Kind::file;
    getter.path = read_home_path(fields, fields.member(object, "path"));
  } else if (type == "window_list") {
    fields.only(object, {"type"});
    getter.kind = Getter::Kind::windows;
  } else if (type == "screen_region") {
    fields.only(object, {"type", "area"});
    getter.kind = Getter::Kind::region;
    getter.area = read_area(fields, fields.member(object, "area"), kMaxCanvasSide);
  } else {
    return false;
  }
  return true;
}

Getter read_getter(TaskFields& fields, const TaskField& object, TaskPlace place, bool expected) {
  Getter getter;
  if (!fields.is(object, Kind::object)) {
    fields.fail(object, "expected an object with a type");
    return getter;
  }
  const TaskField type_field = fields.member(object, "type");
  const std::string type = fields.text(type_field);
  if (read_stored_getter(fields, object, type, getter)) {
    if (!place.has_screen)
      fields.fail(type_field, type + ": the sandbox has only canvas and answer");
  } else if (type == "canvas") {
    fields.only(object, {"type", "area"});
    getter.kind = Getter::Kind::canvas;
    getter.area = read_area(fields, fields.member(object, "area"), 1000);
    if (place.has_screen) fields.fail(type_field, "canvas: only the sandbox has one");
  } else if (type == "answer") {
    fields.only(object, {"type"});
    getter.kind = Getter::Kind::answer;
  } else if (expected && type == "rule") {
    fields.only(object, {"type", "rules"});
    getter.rules = fields.object(fields.member(object, "rules"));
  } else if (expected && type == "local_file") {
    fields.only(object, {"type", "path"});
    getter.kind = Getter::Kind::local;
    getter.path = read_task_path(fields, fields.member(object, "path"));
  } else {
    fields.fail(type_field,
                reason_of(kGettersNotTaken, type,
                          expected ? "rule, local_file, vm_file, vm_command_line"
                                   : "vm_command_line, vm_file, window_list, screen_region, "
                                     "canvas, answer"));
  }
  return getter;
}
}  // namespace franz::proxy
