#include <array>
#include <chrono>
#include <thread>
#include <utility>
#include <vector>
#include "executor/desktop/screen_commands.h"
#include "executor/desktop/x11_keymap.h"
#include "executor/desktop/x11_parts.h"
#include "executor/desktop/x11_release.h"

// Last: it defines common words as macros.
#include "executor/desktop/xlib_x11.h"

namespace franz::executor {
namespace {
constexpr const char* kNote = "_FRANZ_KEYBOARD";      // CARDINAL[]: the locks, then keycodes
constexpr int kFirstKeycode = 8, kLastKeycode = 255;  // limits of the X protocol
constexpr auto kLook = std::chrono::milliseconds(20);
constexpr int kMaxLooks = 150;
// Keys that stay down for this many checks and releases are held on a physical device: a server
// does not accept a program's release for it.
constexpr int kHeldLooks = 15;

// Logical numbers of the pressed buttons; a pointer's state reports only 1 to 5.
std::vector<unsigned> pressed_buttons(X11Connection& x11) {
  Window root = None, child = None;
  int x = 0, y = 0, inner_x = 0, inner_y = 0;
  unsigned state = 0;
  XQueryPointer(x11.get(), x11.root(), &root, &child, &x, &y, &inner_x, &inner_y, &state);
  std::vector<unsigned> pressed;
  for (unsigned button = 1; button <= 5; ++button)
    if ((state & (Button1Mask << (button - 1))) != 0) pressed.push_back(button);
  return pressed;
}

std::vector<int> pressed_keys(X11Connection& x11) {
  std::array<char, 32> down{};
  XQueryKeymap(x11.get(), down.data());
  std::vector<int> pressed;
  for (int keycode = kFirstKeycode; keycode <= kLastKeycode; ++keycode)
    if ((down[static_cast<std::size_t>(keycode / 8)] & (1 << (keycode % 8))) != 0)
      pressed.push_back(keycode);
  return pressed;
}
}  // namespace

void note_borrowed(X11Connection& x11, const BorrowedKeyboard& borrowed) {
  const Atom note = x11.atom(kNote);
  if (borrowed.locks == 0 && borrowed.keycodes.empty()) {
    XDeleteProperty(x11.get(), x11.root(), note);
  } else {
    std::vector<unsigned long> values{borrowed.locks};
    for (const int keycode : borrowed.keycodes)
      values.push_back(static_cast<unsigned long>(keycode));
    XChangeProperty(x11.get(), x11.root(), note, XA_CARDINAL, 32, PropModeReplace,
                    reinterpret_cast<const unsigned char*>(values.data()),
                    static_cast<int>(values.size()));
  }
  static_cast<void>(x11.sync());
}

BorrowedKeyboard noted_borrowed(X11Connection& x11) {
  BorrowedKeyboard borrowed;
  const auto values = x11.numbers(x11.root(), kNote, XA_CARDINAL);
  if (!values || values->empty()) return borrowed;
  borrowed.locks = values->front() & 0xFF;
  for (std::size_t i = 1; i < values->size(); ++i)
    if ((*values)[i] >= kFirstKeycode && (*values)[i] <= kLastKeycode)
      borrowed.keycodes.push_back(static_cast<int>((*values)[i]));
  return borrowed;
}

void give_back(X11Connection& x11, const BorrowedKeyboard& borrowed) {
  std::vector<KeyLevels> nothing;
  for (const int keycode : borrowed.keycodes) nothing.push_back({keycode});
  put_on_keys(x11, nothing);
  const auto locks = static_cast<unsigned>(borrowed.locks);
  if (locks != 0) XkbLockModifiers(x11.get(), XkbUseCoreKbd, locks, locks);
  note_borrowed(x11, {});
}

void release_pressed(X11Connection& x11) {
  std::array<unsigned char, 256> logical{};
  const int count = XGetPointerMapping(x11.get(), logical.data(), static_cast<int>(logical.size()));
  for (const unsigned button : pressed_buttons(x11))
    for (int i = 0; i < count; ++i)
      if (logical[static_cast<std::size_t>(i)] == button)
        XTestFakeButtonEvent(x11.get(), static_cast<unsigned>(i + 1), False, CurrentTime);
  for (const int keycode : pressed_keys(x11))
    XTestFakeKeyEvent(x11.get(), static_cast<unsigned>(keycode), False, CurrentTime);
  static_cast<void>(x11.sync());
}

Status release_x11_display(const std::string& display) {
  auto connection = X11Connection::open(display);
  if (!connection.ok()) return connection.error();
  X11Connection& x11 = *connection.value();
  int event = 0, error = 0, major = 0, minor = 0;
  if (XTestQueryExtension(x11.get(), &event, &error, &major, &minor) == 0)
    return Error{"the X display has no extension XTEST"};
  int quiet = 0, same = 0;
  std::pair<std::vector<int>, std::vector<unsigned>> before;
  for (int look = 0; look < kMaxLooks; ++look) {
    if (Status alive = x11.sync(); !alive.ok()) return alive;
    const BorrowedKeyboard borrowed = noted_borrowed(x11);
    const bool given_back = borrowed.locks == 0 && borrowed.keycodes.empty();
    auto down = std::pair(pressed_keys(x11), pressed_buttons(x11));
    const bool nothing = down.first.empty() && down.second.empty() && given_back;
    quiet = nothing ? quiet + 1 : 0;
    same = given_back && down == before ? same + 1 : 0;
    if (quiet == 2 || same == kHeldLooks) return Done{};
    before = std::move(down);
    if (!nothing) {
      release_pressed(x11);
      give_back(x11, borrowed);
    }
    std::this_thread::sleep_for(kLook);
  }
  return Error{"buttons or keys are still down after 3 s"};
}
}  // namespace franz::executor
