#pragma once
// A keyboard of the bridge's own, by zwp_virtual_keyboard_v1, with the keymap of own_keymap.h. A
// program receives the keymap before the keys that follow it, in one stream, so a Wayland program
// never reads a key with another keymap. Xwayland's programs look it up later; for them the
// keyboard pauses before it changes the keymap.
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "executor/wayland/own_keymap.h"
#include "executor/wayland/program_queues.h"
#include "executor/wayland/wayland_connection.h"
#include "executor/wayland/wayland_globals.h"

namespace franz::executor {
// Failure of its functions: ErrorCode::missing: nothing was sent; ErrorCode::lost: it is unknown
// how much arrived; ErrorCode::unfinished: the same, because the program does not read its input.
class VirtualKeyboard {
 public:
  // `connection` outlives it. Failure: ErrorCode::lost, or there is no memory for a keymap.
  static Result<VirtualKeyboard> make(WaylandConnection& connection, const WaylandGlobals& globals);

  // `name`: from key_name(). A character without a key of its own is put on a spare stroke; Shift
  // and AltGr are pressed for characters that need them. Does nothing if
  // the key is already down, or was not pressed by that name.
  Status key(const std::string& name, bool down);
  // As BridgeRequest::Kind::type. Keys that are held stay down; Caps Lock does not change the text.
  Status type(std::string_view text);

 private:
  explicit VirtualKeyboard(WaylandConnection& connection) : connection_(&connection) {}
  Status use_keymap(SpareCharacters spare);
  Result<KeyStroke> stroke_of(const std::string& name);
  Status wait_for_programs();
  void note_unread();
  Status wait_until_read();
  void send_key(int keycode, bool down);
  void send_modifiers(std::uint32_t added = 0, std::uint32_t removed_locks = 0);
  void press(int keycode, bool down);
  Status finish_group();
  Status send_batch(const std::vector<KeyStroke>& strokes);

  WaylandConnection* connection_;
  Proxy keyboard_;
  std::unique_ptr<ProgramQueues> queues_;  // null: unknown
  UnreadBytes unread_before_;              // see note_unread()
  std::int64_t usable_at_ms_ = 0;          // of the steady clock; see wait_for_programs()
  SpareCharacters spare_;
  struct HeldKey {
    int keycode = 0;
    std::vector<int> added = {};  // keycodes of modifiers that were pressed for it
  };
  std::map<std::string, HeldKey> held_;       // by their names
  std::set<int> down_;                        // keycodes
  std::uint32_t depressed_ = 0, locked_ = 0;  // modifiers
};
}  // namespace franz::executor
