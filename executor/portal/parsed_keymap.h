#pragma once
// A keymap that libxkbcommon has read.
#include <xkbcommon/xkbcommon.h>
#include <memory>
#include <string>

namespace franz::executor {
struct KeymapEnd {
  void operator()(xkb_keymap* keymap) const { xkb_keymap_unref(keymap); }
};
using ParsedKeymap = std::unique_ptr<xkb_keymap, KeymapEnd>;

// `text`: in the text form of XKB. Nothing: it is invalid.
inline ParsedKeymap parse_keymap(const std::string& text) {
  const std::unique_ptr<xkb_context, void (*)(xkb_context*)> context(
      xkb_context_new(XKB_CONTEXT_NO_FLAGS), xkb_context_unref);
  return ParsedKeymap(context ? xkb_keymap_new_from_string(context.get(), text.c_str(),
                                                           XKB_KEYMAP_FORMAT_TEXT_V1,
                                                           XKB_KEYMAP_COMPILE_NO_FLAGS)
                              : nullptr);
}
}  // namespace franz::executor
