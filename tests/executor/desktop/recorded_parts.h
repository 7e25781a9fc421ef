#pragma once
// Parts of a screen that record their calls: "move 10,20; left down; …".
#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>
#include "common/base/utf8.h"
#include "executor/desktop/screen_desktop.h"
#include "executor/desktop/typed_text.h"

namespace franz::executor {
// The calls of all parts, in order.
struct Notes {
  std::string text;
  void add(const std::string& what) { text += (text.empty() ? "" : "; ") + what; }
};

inline std::string printed(Point at) { return std::to_string(at.x) + "," + std::to_string(at.y); }

class RecordedInput : public InputDevice {
 public:
  explicit RecordedInput(Notes& notes) : notes_(notes) {}

  Result<Point> pointer() override { return at; }
  Status move(Point to) override {
    at = to;
    return note("move " + printed(to));
  }
  Status button(Button button, bool down) override {
    const char* name = button == Button::left    ? "left"
                       : button == Button::right ? "right"
                                                 : "middle";
    return note(std::string(name) + (down ? " down" : " up"));
  }
  Status turn_wheel(Wheel direction) override {
    constexpr const char* kNames[] = {"up", "down", "left", "right"};
    return note(std::string("wheel ") + kNames[static_cast<int>(direction)]);
  }
  Status key(const std::string& name, bool down) override {
    if (missing_key == name) return Error{"the keyboard has no key " + name, ErrorCode::missing};
    return note(name + (down ? " down" : " up"));
  }
  // Types piece by piece.
  Status type(std::string_view text, const MayGoOn& may_go_on) override {
    std::size_t typed = 0;
    do {
      const std::string_view piece = first_piece(text);
      if (typed > 0)
        if (Status may = may_go_on(typed); !may.ok()) return may;
      if (Status sent = note("type " + std::string(piece)); !sent.ok()) return sent;
      if (on_typed) on_typed();
      typed += count_characters(piece);
      text.remove_prefix(piece.size());
    } while (!text.empty());
    return Done{};
  }
  void pause(int milliseconds) override { notes_.add(std::to_string(milliseconds) + " ms"); }
  void wait_until_read() override { notes_.add("read"); }
  void release_all() override { notes_.add("release all"); }

  Point at{0, 0};
  std::string missing_key;
  std::string lost_at;             // from this primitive on, the display is lost
  std::function<void()> on_typed;  // called after each piece

 private:
  Status note(const std::string& what) {
    lost_ = lost_ || what == lost_at;
    if (lost_) return Error{"the display was lost"};
    notes_.add(what);
    return Done{};
  }

  Notes& notes_;
  bool lost_ = false;
};

class RecordedClipboard : public Clipboard {
 public:
  explicit RecordedClipboard(Notes& notes) : notes_(notes) {}

  Result<PasteReport> paste(std::string_view text, bool selection_too,
                            const std::function<Status()>& press) override {
    notes_.add("offer " + std::string(text) + (selection_too ? " as selection, too" : ""));
    const Status pressed = press();
    if (!pressed.ok()) return pressed.error();
    return report;
  }

  PasteReport report{true, ""};

 private:
  Notes& notes_;
};

class RecordedWindows : public Windows {
 public:
  explicit RecordedWindows(Notes& notes) : notes_(notes) {}

  Result<std::vector<WindowInfo>> list() override { return windows; }
  Result<std::optional<WindowInfo>> find(std::uint64_t id) override {
    const auto found = std::ranges::find(windows, id, &WindowInfo::id);
    return found == windows.end() ? std::nullopt : std::optional(*found);
  }
  // The first window that contains the place.
  Result<std::optional<WindowInfo>> at(Point place) override {
    const auto holds = [place](const WindowInfo& each) {
      return place.x >= each.area.origin_x && place.x < each.area.origin_x + each.area.width &&
             place.y >= each.area.origin_y && place.y < each.area.origin_y + each.area.height;
    };
    const auto found = std::ranges::find_if(windows, holds);
    return found == windows.end() ? std::nullopt : std::optional(*found);
  }
  Result<std::optional<WindowInfo>> focused() override {
    if (focus_unknown) return Error{"nobody can tell"};
    const auto found = std::ranges::find_if(windows, &WindowInfo::active);
    return found == windows.end() ? std::nullopt : std::optional(*found);
  }
  InputMethod input_method(const WindowInfo&) override { return method; }
  Status activate(const WindowInfo& window) override {
    notes_.add("activate " + window.title);
    if (on_activate) on_activate(window);
    return activation;
  }

  std::vector<WindowInfo> windows;
  InputMethod method;
  Status activation = Done{};
  bool focus_unknown = false;  // the focused window is unknown
  std::function<void(const WindowInfo&)> on_activate;

 private:
  Notes& notes_;
};

class RecordedLauncher : public Launcher {
 public:
  explicit RecordedLauncher(Notes& notes) : notes_(notes) {}

  Result<std::string> launch(std::string_view command) override {
    notes_.add("launch " + std::string(command));
    return outcome;
  }

  Result<std::string> outcome = std::string();

 private:
  Notes& notes_;
};

// A view whose functions are never called.
class UnseenView : public ScreenView {
 public:
  Result<std::vector<Monitor>> monitors() override { return Error{"unseen"}; }
  Result<ScreenPixels> grab(const Screen&) override { return Error{"unseen"}; }
  Result<PointerImage> pointer() override { return Error{"unseen"}; }
  Result<bool> shows_windows(const Screen&) override { return Error{"unseen"}; }
  Result<std::vector<std::string>> withheld_windows(const Screen&) override {
    return Error{"unseen"};
  }
};

struct RecordedParts {
  Notes notes;
  RecordedInput input{notes};
  RecordedClipboard clipboard{notes};
  RecordedWindows windows{notes};
  RecordedLauncher launcher{notes};
  UnseenView view;
  ScreenParts parts() { return {view, input, clipboard, windows, launcher}; }
};
}  // namespace franz::executor
