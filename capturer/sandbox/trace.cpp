#include "capturer/sandbox/trace.h"
#include "common/base/utf8.h"

namespace franz::capturer {
// Depends only on the text, so the result is the same in every build.
static bool has_beyond_own_font(std::string_view utf8) {
  while (!utf8.empty()) {
    const DecodedCharacter character = decode_utf8(utf8);
    utf8.remove_prefix(character.length);
    if (is_beyond_own_font(character.code)) return true;
  }
  return false;
}

Trace trace_actions(const std::vector<Action>& actions, const ActionRules& rules,
                    const Pointers& before, Size canvas, const CellFont& cells) {
  const Screen screen{0, 0, canvas.width, canvas.height};
  Trace trace;
  trace.after = before;
  trace.after.previous = before.cursor;
  trace.applied.assign(actions.size(), false);
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const Action& action = actions[i];
    if (action.kind == ActionKind::other) continue;
    if (action.kind == ActionKind::move) {
      trace.after.cursor = action.to;
      trace.applied[i] = true;
      continue;
    }
    TracedAction traced;
    traced.kind = action.kind;
    traced.number = static_cast<int>(i) + 1;
    if (action.kind == ActionKind::type) {
      if (!trace.after.type_at) {
        if (rules.on_error == OnError::stop) break;
        continue;
      }
      traced.from = traced.to = to_pixel(*trace.after.type_at, screen);
      traced.text = lay_out_text(action.text, traced.from, canvas, cells);
      trace.beyond_font = trace.beyond_font || has_beyond_own_font(action.text);
      trace.text_cut = trace.text_cut || traced.text.cut;
    } else {
      traced.from = to_pixel(action.from, screen);
      traced.to = to_pixel(action.to, screen);
      trace.after.cursor = action.to;
      if (rules.type_after.has(action.tool)) trace.after.type_at = action.from;
    }
    trace.applied[i] = true;
    trace.actions.push_back(std::move(traced));
  }
  return trace;
}
}  // namespace franz::capturer
