#pragma once
// A recorded run as others' formats see it: a list of steps. A step is one reply of the model, the
// actions that it asked for, and what was seen after them. In our records the reply of turn T is
// performed, and its result seen, in turn T+1.
#include <optional>
#include <string>
#include <vector>
#include "common/geometry/screen_map.h"
#include "common/run/turn_record.h"
#include "common/wire/control_messages.h"
#include "common/wire/executor_messages.h"
#include "common/wire/reply.h"

namespace franz::proxy {
inline constexpr const char* kOwnAgent = "franz";  // the agent's name in trajectories of ours

struct TrajectoryPicture {
  std::string file;  // in the run's folder; empty: none
  Size size;         // pixels
};

struct TrajectoryStep {
  int turn = 0;
  std::string time;  // when its request left
  std::string model;
  std::string reply, reasoning;  // decoded, UTF-8; may contain anything
  std::vector<ActionItem> actions;
  // As received; in an imported run, the actions are these calls in this order.
  std::vector<ReplyCall> calls;
  std::string feedback;  // what the model was sent about them; empty: the run ended before
  TrajectoryPicture before, after;
  std::optional<TokenUsage> usage;
  std::optional<double> model_ms;
  std::string verdict;  // of the request's check, as records spell it
};

struct Trajectory {
  std::string run, name, version, profile, objective;
  std::string agent = kOwnAgent;  // the program that made the run; `version` is its version
  std::optional<Finish> finish;
  std::vector<TrajectoryStep> steps;
  // Of a trial: what the task's checks gave.
  std::optional<bool> success = {};
  std::optional<double> partial = {};
};

// The formats that `proxy export --format` writes.
// otlp is not made from a Trajectory: it has every attempt (otlp_app.h).
enum class TrajectoryFormat { atif, osworld, agentnet, otlp, jsonl };

// One file of an export: its name there, and its text.
struct TrajectoryFile {
  std::string name, text;
};
// The files besides the pictures, which keep their names; none for otlp. Pure.
std::vector<TrajectoryFile> trajectory_files(const Trajectory& trajectory, TrajectoryFormat format);

// ATIF-v1.7, the Agent Trajectory Interchange Format (RFC 0001 of laude-institute/harbor):
// trajectory.json. The objective is a step of the user, each reply one of the agent; what ATIF has
// no member for is below "extra".
std::string to_atif(const Trajectory& trajectory);
// What breaks a rule of ATIF, by JSON pointer: "/steps/2/step_id: expected 3". Empty: nothing.
// `pictures`: the paths of the files beside the trajectory.
std::vector<std::string> atif_problems(std::string_view json,
                                       const std::vector<std::string>& pictures);

// OSWorld's traj.jsonl: a line for each action, as pyautogui code in pixels of the picture.
std::string to_osworld(const Trajectory& trajectory);
// The task JSON of OpenCUA's AgentNet: places from 0 to 1, the picture before each action.
std::string to_agentnet(const Trajectory& trajectory);
// A line for each step, with everything that a Trajectory has.
std::string to_jsonl(const Trajectory& trajectory);

// The action as a statement of pyautogui, or "" if pyautogui has none for it (then OSWorld's and
// AgentNet's formats leave it out). `scale`: pixels, or nothing for places from 0 to 1.
std::string pyautogui_code(const std::string& canonical_call, const std::optional<Size>& scale);
}  // namespace franz::proxy
