#pragma once
// Events of `executor --watch` about the person at a screen, one JSON object per line:
//   {"event":"ready"}   {"event":"panic","why":"corner"|"key"}   {"event":"resume"}
//   {"event":"trouble","text":"the keyboard has no key pause"}
// and the commands on its standard input, in the same form:
//   {"command":"release"}
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz {
struct WatchEvent {
  enum class Kind {
    ready,         // watching has begun
    panic_corner,  // the pointer was moved into the corner
    panic_key,     // the panic key was pressed
    resume,        // the key that resumes a run was pressed
    trouble,       // a part of it does not work; `text`, for people
  };
  Kind kind = Kind::ready;
  std::string text = {};
};

Result<WatchEvent> parse_watch_event(std::string_view line);
std::string to_json(const WatchEvent& event);  // without the line's end

enum class WatchCommand {
  release,  // release every button and key that is down
};

Result<WatchCommand> parse_watch_command(std::string_view line);
std::string to_json(WatchCommand command);  // without the line's end
}  // namespace franz
