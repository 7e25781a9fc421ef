#pragma once
// Keys and text on an X11 keyboard, with the extension XTEST.
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/desktop/x11_connection.h"
#include "executor/desktop/input_device.h"
#include "executor/desktop/keysyms.h"
#include "executor/desktop/takeover_watch.h"
#include "executor/desktop/typed_text.h"
#include "executor/desktop/x11_keymap.h"

struct _XkbDesc;  // NOLINT(bugprone-reserved-identifier): Xlib's own name

namespace franz::executor {
class MapReading;

class X11Keyboard {
 public:
  // Both outlive it; `watch`: see open_input(). Failure: the server has no XKB.
  static Result<X11Keyboard> open(X11Connection& x11, TakeoverWatch* watch);

  // As InputDevice::key and InputDevice::type, with the layout in force at the time of the call. A
  // text ends when the person takes over.
  Status key(const std::string& name, bool down);
  Status type(std::string_view text, const MayGoOn& may_go_on);
  // Forgets the held keys, because they were released.
  void forget();

 private:
  X11Keyboard(X11Connection& x11, TakeoverWatch* watch) : x11_(&x11), watch_(watch) {}

  Status read_layout();
  void take_layout(_XkbDesc& map, unsigned group);
  Result<KeyStroke> stroke_of(const std::string& name);
  void borrow(const std::vector<KeyLevels>& mapped);
  void take_off_keys();
  void unlock_capitals();
  void lock_again();
  void send_key(int keycode, bool down);
  void send(const KeyStroke& stroke, bool& shifted);
  bool taken_over();
  Status send_all(const std::vector<KeyStroke>& strokes, PieceCounter& pieces,
                  const MayGoOn& may_go_on);
  void wait_until_read(std::size_t strokes, MapReading* reading = nullptr);

  X11Connection* x11_;
  TakeoverWatch* watch_;
  std::map<KeySymbol, KeyStroke> symbols_;    // on the layout that was read last
  std::map<char32_t, KeyStroke> characters_;  // on the same layout
  std::map<KeySymbol, KeyStroke> elsewhere_;  // on other layouts, without Shift
  std::vector<int> spare_;                    // keycodes without symbols
  int shift_ = 0;                             // the keycode of Shift
  std::vector<int> mapped_;                   // spare keys that have symbols now
  std::vector<KeyLevels> last_mapped_;        // the symbols of the last batch
  unsigned unlocked_ = 0;                     // locks that were removed for typing
  bool unanswered_ = false;                   // the focused window did not answer a ping
  std::map<std::string, KeyStroke> held_;     // keys that key() holds down
  bool shift_added_ = false;                  // Shift was pressed for one of them
};
}  // namespace franz::executor
