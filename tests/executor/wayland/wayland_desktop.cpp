#include "tests/executor/wayland/wayland_desktop.h"
#include <gtest/gtest.h>
#include "common/base/json_string.h"
#include "tests/support/wait_until.h"

namespace franz::executor {
namespace {
std::string place(Point at) { return std::to_string(at.x) + ", " + std::to_string(at.y); }
}  // namespace

WaylandDesktop::WaylandDesktop()
    : sway_("output HEADLESS-1 resolution 1001x1001"), bridge_(sway_.socket()) {
  const BridgeEvent ready = bridge_.next_event();
  EXPECT_EQ(ready.kind, BridgeEvent::Kind::ready) << ready.text;
  connection_ = bridge_.connect();
  EXPECT_NE(connection_, nullptr);
  DesktopOptions options;
  options.display = "bridge:wayland:" + bridge_.socket();
  auto opened = open_desktop(options);
  EXPECT_TRUE(opened.ok()) << opened.error().message;
  if (opened.ok()) desktop_ = std::move(opened).value();
}

std::unique_ptr<WatchedProgram> WaylandDesktop::show(const std::string& app,
                                                     const std::string& program,
                                                     const std::vector<std::string>& arguments) {
  const auto middle = [&] {
    const auto seen = desktop_->look_at({kScreen.width / 2, kScreen.height / 2, 1, 1});
    return seen.ok() ? seen.value().bgrx : std::vector<std::uint8_t>{};
  };
  const auto before = middle();
  ChildCommand command = sway_.command(program, arguments);
  // Browsers remove what they wrote, and end their other processes.
  command.end_patience = std::chrono::seconds(10);
  auto shown = std::make_unique<WatchedProgram>(command);
  EXPECT_NE(wait_for_window(*connection_, app), 0U) << shown->errors();
  // Sway lists a window and gives it the keyboard before it shows it, and clicks miss it until
  // then.
  EXPECT_TRUE(wait_until([&] { return middle() != before; })) << app;
  return shown;
}

std::string WaylandDesktop::perform(const std::string& call) {
  const Result<Call> parsed = parse_canonical_call(call);
  if (!parsed.ok()) return parsed.error().message;
  if (!desktop_) return "(no desktop)";
  const Performed performed = desktop_->perform(parsed.value(), kScreen);
  return std::string(outcome_name(performed.outcome)) +
         (performed.why.empty() ? "" : ": " + performed.why);
}

std::string WaylandDesktop::click(Point at) { return perform("left_click(" + place(at) + ")"); }

std::string WaylandDesktop::double_click(Point at) {
  return perform("double_left_click(" + place(at) + ")");
}

std::string WaylandDesktop::right_click(Point at) {
  return perform("right_click(" + place(at) + ")");
}

std::string WaylandDesktop::move(Point to) { return perform("move(" + place(to) + ")"); }

std::string WaylandDesktop::move_once(Point to) {
  const std::string moved =
      outcome(connection_->ask({.kind = BridgeRequest::Kind::move, .at = to}));
  return moved == "ok" ? "done" : moved;
}

std::string WaylandDesktop::drag(Point from, Point to) {
  return perform("drag(" + place(from) + ", " + place(to) + ")");
}

std::string WaylandDesktop::type(const std::string& text) {
  return perform("type(" + quote_json(text) + ")");
}

std::string WaylandDesktop::paste(const std::string& text) {
  return perform("paste(" + quote_json(text) + ")");
}

std::string WaylandDesktop::hotkey(const std::string& held, const std::string& key) {
  return perform("hotkey(" + quote_json(held) + ", " + quote_json(key) + ")");
}

std::string WaylandDesktop::scroll(Point at, int notches) {
  return perform("scroll(" + place(at) + ", " + std::to_string(notches) + ")");
}

std::string WaylandDesktop::title() {
  for (const ListedWindow& window : listed_windows(*connection_))
    if (window.active) return window.title;
  return "";
}
}  // namespace franz::executor
