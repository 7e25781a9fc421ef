#pragma once
// The executor's desktop in a session of sway, for tests of whole programs. POSIX only.
#include <memory>
#include <string>
#include <vector>
#include "executor/desktop/desktop.h"
#include "tests/executor/wayland/wayland_world.h"

namespace franz::executor {
// A session, wayland_bridge, and the desktop that performs a model's calls there.
class WaylandDesktop {
 public:
  // The output has 1001x1001 pixels, so that a thousandth of it is one of them, and a window covers
  // it.
  static constexpr Screen kScreen{0, 0, 1001, 1001};

  WaylandDesktop();

  // Shows the only program, and waits until its window has the keyboard and covers the screen.
  // `app`: the window's program.
  std::unique_ptr<WatchedProgram> show(const std::string& app, const std::string& program,
                                       const std::vector<std::string>& arguments);
  // The outcome of a call in its canonical form: "done", or also the reason.
  std::string perform(const std::string& call);
  std::string click(Point at);
  std::string double_click(Point at);
  std::string right_click(Point at);
  std::string move(Point to);
  std::string move_once(Point to);  // in one step, also while a button is down
  std::string drag(Point from, Point to);
  std::string type(const std::string& text);
  std::string paste(const std::string& text);
  std::string hotkey(const std::string& held, const std::string& key);
  std::string scroll(Point at, int notches);  // negative: down

  const SwaySession& session() const { return sway_; }
  // Of the window that has the keyboard; empty: none has.
  std::string title();

 private:
  SwaySession sway_;
  WaylandBridge bridge_;
  std::unique_ptr<BridgeConnection> connection_;
  std::unique_ptr<Desktop> desktop_;
};
}  // namespace franz::executor
