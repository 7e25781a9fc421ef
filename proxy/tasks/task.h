#pragma once
// A task: an instruction, how its starting state is made, and how the final state is judged. The
// file has the form of OSWorld's tasks (https://github.com/xlang-ai/OSWorld), of which a subset is
// accepted; members of ours are in the object "franz". docs/scores.md describes every member.
//   {"id":"form-town","instruction":"Enter the town Paris and confirm.",
//    "config":[{"type":"launch","parameters":{"command":["zenity","--entry"]}}],
//    "evaluator":{"func":"exact_match",
//                 "result":{"type":"vm_command_line","command":["cat","town.txt"]},
//                 "expected":{"type":"rule","rules":{"expected":"Paris\n"}}},
//    "solution":["type(\"Paris\")","press(\"enter\")"],
//    "franz":{"surface":"desktop","canvas":"800x450","needs":["zenity"],
//             "limits":{"turns":10,"minutes":3}}}
// A task's author is not trusted. Pure.
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz::proxy {
inline constexpr std::size_t kMaxTaskFile = 1UL << 20U;   // bytes of NAME.json
inline constexpr std::size_t kMaxTaskData = 16UL << 20U;  // bytes of a file that it refers to
inline constexpr std::size_t kMaxTaskSteps = 50;          // set-up steps, also after the run
inline constexpr std::size_t kMaxCheckpoints = 50, kMaxGetters = 100;
inline constexpr std::size_t kMaxSolutionTurns = 200;

// A step of the set-up ("config"), or between the run and the getters ("postconfig"). It runs
// confined on the task's display; commands start in the home.
struct TaskStep {
  enum class Kind {
    execute,          // runs `command` to its end; also OSWorld's "command"
    launch,           // starts `command` and continues when it shows a window
    sleep,            // waits `seconds`
    activate_window,  // gives the keyboard to the window whose title contains `window`
    upload,           // copies `files` into the home
  };
  struct Upload {
    std::string from;  // relative to the task's folder
    std::string to;    // relative to the home
  };
  Kind kind = Kind::execute;
  std::vector<std::string> command = {};  // argv; a shell command is {"/bin/sh","-c",TEXT}
  double seconds = 0;                     // 0..60
  std::string window = {};
  bool exact = false;  // activate_window: the whole title
  std::vector<Upload> files = {};
};

// Where a check's operand comes from.
struct Getter {
  enum class Kind {
    command,  // "vm_command_line": the standard output of `command`, run confined after the end
    file,     // "vm_file": the file `path`, relative to the home
    windows,  // "window_list": the titles of the visible windows, a line each, topmost first
    region,   // "screen_region": a PNG of `area` in pixels of the screen; without it: all of it
    canvas,   // "canvas": a PNG of `area` of the sandbox's canvas, 0..1000 on each axis
    answer,   // "answer": the words with which the model ended the run
    rule,     // expected only: `rules`
    local,    // expected only, "local_file": the file `path`, relative to the task's folder
  };
  Kind kind = Kind::rule;
  std::vector<std::string> command = {};
  std::string path = {};
  std::optional<Screen> area = {};
  std::string rules = "{}";  // a JSON object

  // A JSON object that identifies it: getters with equal keys are asked once.
  std::string key() const;
  // Whether its result is stored with a trial: all except rules.
  bool is_stored() const { return kind != Kind::rule; }
};

struct TaskCheck {
  std::string func;  // a name of checks.h
  Getter result;     // ignored by infeasible
  std::optional<Getter> expected = {};
  std::string options = "{}";  // a JSON object
};

struct Checkpoint {
  std::string name;
  double weight = 1;      // over 0
  bool must_not = false;  // reaching it makes the whole score 0; its weight does not count
  bool any = false;       // conj "or": one check is enough
  std::vector<TaskCheck> checks = {};
};

enum class TaskSurface { desktop, window, sandbox };

struct Task {
  std::string id;           // letters, digits, - _ and .
  std::string instruction;  // UTF-8
  TaskSurface surface = TaskSurface::desktop;
  std::string window = {};              // surface window: as [surface] window
  std::optional<Size> canvas = {};      // of display or canvas; nothing: the settings'
  std::string level = {};               // trivial, easy, medium, hard; empty: not said
  std::vector<std::string> needs = {};  // programs
  std::vector<std::string> tools = {};  // tools to switch on, by their names
  int max_turns = 0;                    // 0: not limited by the task
  double max_minutes = 0;               // 0: not limited by the task
  std::vector<TaskStep> setup = {}, after = {};
  std::vector<Checkpoint> checkpoints = {};  // never empty; a plain "func" is one, "task"
  // Canonical calls, one element per turn.
  std::vector<std::vector<std::string>> solution = {};
  // Files that it refers to, relative to its folder, sorted, each once.
  std::vector<std::string> files = {};

  // All getters whose results are stored, in the order of the checks, each once.
  std::vector<Getter> getters() const;
  // Every command that its set-up, its steps after the run and its getters start, and every
  // command of its solution that starts a program; a line each, for the person who is asked.
  std::vector<std::string> commands() const;
  // Whether it runs commands of its own, which need the confinement.
  bool runs_commands() const;
};

inline constexpr std::size_t kMaxTaskName = 100;
// Whether `text` may be the id of a task, or with a larger `most` the folder of its run: 1 to
// `most` letters, digits, -, _ and ., the first of them neither - nor .
bool is_task_name(std::string_view text, std::size_t most = kMaxTaskName);

// Failure: names the member and what is wrong or why it is not accepted: "/evaluator/func:
// compare_pptx_files: …".
Result<Task> parse_task(std::string_view json);

// The digest of a task: SHA-256 of the file's bytes, followed by a line "HEX  NAME\n" for each of
// Task::files. So for a task without further files it is the file's SHA-256. `digests`: by name.
std::string task_digest(std::string_view json, const std::map<std::string, std::string>& digests);
}  // namespace franz::proxy
