#pragma once
// What each kind of real screen can do and report, so that code need not ask for the kind by name.
// The same table is in docs/screens.md.
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace franz {
// How a person at the screen can stop all input there.
enum class PanicKey {
  none,
  watched,    // `executor --watch` sees the panic key, and the pointer in the corner
  by_bridge,  // the screen bridge reports the panic key, if the screen reports keys to it
};

struct ScreenFacts {
  std::string_view name;  // "x11"
  std::string_view said;  // to follow "on": "the screen of a VNC server"
  bool by_bridge;         // only a screen bridge reaches it (bridge_connection.h)
  // The windows are known with their places: rules about windows and terminals apply, and a run may
  // be limited to windows.
  bool windows;
  bool window_titles;   // the windows are listed, possibly without their places
  bool takeover_mouse;  // a person who moves the pointer there is noticed
  bool takeover_keys;   // a person who types there is noticed
  PanicKey panic_key;
  // Where the screen bridge reports it, for people; empty: it never does.
  std::string_view panic_key_where = {};
  bool launches;               // programs of this machine can be started there
  bool page_takeover;          // a page may use it: nothing of this machine's person is there
  std::string_view clipboard;  // what a paste can carry and restore, for people
  std::string_view text;       // which text can be typed, for people

  bool takeover() const { return takeover_mouse && takeover_keys; }
  bool is_watched() const { return panic_key == PanicKey::watched; }
  // Whether [safety] panic_key may be a person's there: the model may not press it.
  bool has_panic_key() const { return panic_key != PanicKey::none; }
};

// Every kind, in the order of the documents.
std::span<const ScreenFacts> all_screen_facts();
// Of the displays that the proxy starts. No person sits there, so none of their input is noticed.
const ScreenFacts& private_screen_facts();
// Of a Wayland session that only its desktop's portal lets FRANZ see and operate.
const ScreenFacts& portal_screen_facts();
// Of any other screen, by the display's name as programs hand it to each other: ":5" or empty,
// kWindowsDisplay, "bridge:vnc:PATH", "bridge:wayland:PATH", "bridge:portal:PATH"
// (bridge_connection.h); or as [surface] display names it: "vnc://HOST", "wayland-1".
const ScreenFacts& screen_facts(std::string_view display);
// A person's screen for people: "your screen :0", "the screen vnc://HOST:5900". `setting`: as
// [surface] display names it.
std::string shown_screen(std::string_view display, std::string_view setting);
// What FRANZ does not notice there and which rules do not apply, and how to stop a run instead, in
// one line for people; empty: it notices everything, or no person sits there.
std::string unseen_text(const ScreenFacts& screen);
// The rules of `risky` ([safety] risky) that can apply there: without those about windows where no
// window is known. A rule that cannot be read is kept.
std::vector<std::string> rules_for(const ScreenFacts& screen, std::vector<std::string> risky);
}  // namespace franz
