#pragma once
// sandbox_state.json: the state that the canvas file does not contain.
//   {"turn":7,"actions":["left_click(350, 290)"],"on_error":"stop","type_after":["left","double"],
//    "cursor_before":null,"previous_before":null,
//    "type_at_before":null,"cursor":[350,290],"previous":null,"type_at":[350,290],
//    "glyphs":["unifont-e147e8ccc8f5"]}
// It is replaced before the canvas is changed. If a kill leaves the canvas half drawn, the next
// start draws this turn again. A repeated request for the same turn starts from the *_before
// values.
#include <string>
#include <string_view>
#include <vector>
#include "capturer/sandbox/trace.h"
#include "common/base/result.h"
#include "common/wire/capturer_messages.h"

namespace franz::capturer {
inline constexpr std::size_t kMaxGlyphSources = 16;  // more builds than ever draw in one run

struct SandboxState {
  int turn = 0;               // 0: no turn yet
  std::vector<Call> actions;  // of this turn
  ActionRules rules;          // that applied to them
  Pointers before, after;     // the actions; places in 0..1000
  // The sources of the canvas's bitmaps (CellFont::name), oldest first; omitted if there are none.
  // More than one: programs of several builds drew on it.
  std::vector<std::string> glyphs = {};
  friend bool operator==(const SandboxState&, const SandboxState&) = default;
};

// Failure: names the first wrong field.
Result<SandboxState> parse_sandbox_state(std::string_view text);
std::string to_json(const SandboxState& state);
}  // namespace franz::capturer
