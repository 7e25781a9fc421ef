#include <algorithm>
#include <array>
#include "executor/desktop/x11_keymap.h"

// Last: it defines common words as macros.
#include "executor/desktop/xlib_x11.h"

namespace franz::executor {
void put_on_keys(X11Connection& x11, std::span<const KeyLevels> keys) {
  if (keys.empty()) return;
  XkbDescPtr map = XkbGetMap(x11.get(), XkbKeyTypesMask | XkbKeySymsMask, XkbUseCoreKbd);
  if (map == nullptr) return;
  int first = map->max_key_code, last = map->min_key_code;
  for (const auto& [keycode, plain, shifted] : keys) {
    if (keycode < map->min_key_code || keycode > map->max_key_code) continue;
    std::array<int, XkbNumKbdGroups> types{XkbTwoLevelIndex};
    XkbMapChangesRec noted{};
    XkbChangeTypesOfKey(map, keycode, plain == 0 ? 0 : 1, XkbGroup1Mask, types.data(), &noted);
    if (plain != 0) {
      XkbKeySymEntry(map, keycode, 0, 0) = plain;
      XkbKeySymEntry(map, keycode, 1, 0) = shifted;
    }
    first = std::min(first, keycode);
    last = std::max(last, keycode);
  }
  XkbMapChangesRec changes{};
  changes.changed = XkbKeySymsMask;
  changes.first_key_sym = static_cast<KeyCode>(first);
  changes.num_key_syms = static_cast<unsigned char>(last - first + 1);
  if (first <= last) XkbChangeMap(x11.get(), map, &changes);
  XkbFreeKeyboard(map, XkbAllComponentsMask, True);
  static_cast<void>(x11.sync());
}
}  // namespace franz::executor
