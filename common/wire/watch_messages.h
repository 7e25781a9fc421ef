#pragma once
// What `executor --watch` tells of the person at a screen, a JSON object a line:
//   {"event":"ready"}   {"event":"panic","why":"corner"|"key"}   {"event":"resume"}
//   {"event":"trouble","text":"the keyboard has no key pause"}
// and what it is told on its standard input, likewise:
//   {"command":"release"}
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz {
struct WatchEvent {
  enum class Kind {
    ready,         // from now on it is told
    panic_corner,  // the pointer was run into the corner
    panic_key,     // the panic key was pressed
    resume,        // the key was pressed that has a run go on
    trouble,       // something of it does not work; `text`, for people
  };
  Kind kind = Kind::ready;
  std::string text = {};
};

Result<WatchEvent> parse_watch_event(std::string_view line);
std::string to_json(const WatchEvent& event);  // without the line's end

enum class WatchCommand {
  release,  // every button and key that is down is let go of
};

Result<WatchCommand> parse_watch_command(std::string_view line);
std::string to_json(WatchCommand command);  // without the line's end
}  // namespace franz
