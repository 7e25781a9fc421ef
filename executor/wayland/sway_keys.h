#pragma once
// What sway's IPC needs to report a key combination, as messages and commands. Pure.
// Sources: sway-ipc(7); sway(5), "bindsym"; names of keys: xkbcommon-keysyms.h of libxkbcommon.
//
// Sway reports each binding that runs, with its keys. So no binding of the person needs to be
// replaced: ours has flags (--locked --inhibited) that make it a binding of its own beside one
// without them. Sway then runs the person's, and reports it, too. As a side effect the keys also
// work while the session is locked or a program has asked for all shortcuts.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz::executor {
// A combination as sway names it in events and commands: {"Control", "Mod1"} and "Pause".
struct SwayKeys {
  std::set<std::string> held;
  std::string pressed;
  std::string binding;  // the name of our binding of these keys: "franz_panic", "franz_resume"
  friend bool operator==(const SwayKeys&, const SwayKeys&) = default;
};

// The panic key. `combination`: as for key_combination(). Failure: names what is not a combination.
Result<SwayKeys> panic_keys(std::string_view combination);
// The keys that resume: the same with Shift added, or without Shift if `panic` has it.
SwayKeys resume_keys(const SwayKeys& panic);

// The commands that add our binding to sway's current binding mode, and remove it there. Another
// binding of the same keys stays as it is, unless it has both of our flags.
std::string bind_command(const SwayKeys& keys);
std::string unbind_command(const SwayKeys& keys);

// The types of messages. An answer has the type of its request.
enum class SwayMessage : std::uint32_t {
  run_command = 0,
  subscribe = 2,
  workspace_event = 0x80000000,
  mode_event = 0x80000002,
  binding_event = 0x80000005,
};

struct SwayHeader {
  SwayMessage type = SwayMessage::run_command;
  std::uint32_t size = 0;  // of the payload that follows, bytes
  friend bool operator==(const SwayHeader&, const SwayHeader&) = default;
};
inline constexpr std::size_t kSwayHeader = 14;  // bytes

std::string sway_message(SwayMessage type, std::string_view payload);
// `bytes`: kSwayHeader of them. Nothing: they are no header.
std::optional<SwayHeader> read_sway_header(std::string_view bytes);

// Whether the answer to a command or a subscription says that it succeeded.
bool has_succeeded(std::string_view payload);
// Whether the payload of a binding_event is about these keys.
bool are_pressed(const SwayKeys& keys, std::string_view payload);
// Whether the event means that our binding may be missing from now on: another binding mode became
// the current one, or sway has read its configuration again.
bool may_lack_binding(SwayMessage type, std::string_view payload);
}  // namespace franz::executor
