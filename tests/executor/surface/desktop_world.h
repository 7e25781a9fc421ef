#pragma once
// A simulated screen for the actions of a turn.
#include <functional>
#include <string>
#include <utility>
#include <vector>
#include "common/base/json_string.h"
#include "common/desktop/monitors.h"
#include "executor/execute_turn.h"
#include "tests/executor/desktop/recorded_parts.h"

namespace franz::executor {
using Texts = std::vector<std::string>;

// A screen of 200x100 pixels that records everything that happens, one line per event.
struct World {
  Screen screen{0, 0, 200, 100};
  std::vector<std::uint8_t> pixels = std::vector<std::uint8_t>(std::size_t{200} * 100 * 4);
  std::vector<std::pair<std::string, Performed>> outcomes;  // of calls that do not just succeed
  std::vector<std::string> changing;  // calls that change the pixel in the middle
  // Called after each call and in each pause.
  std::function<void(const std::string& call)> after_call;
  std::function<void()> in_pause;
  std::string takes_over_in;  // the call during which the person takes over
  bool taken_over = false, takes_over_while_waiting = false;
  Notes notes;
  RecordedWindows windows{notes};
  Point pointer;
  std::optional<Error> no_desktop;
  std::optional<ChildFailure> no_picture;
  Texts trace;
  std::vector<int> numbers;   // of the requested marks
  std::vector<Screen> looks;  // the areas that were read
  double now = 0;

  // The index of the screen's pixel in `pixels`.
  std::size_t at(int x, int y) const {
    return (static_cast<std::size_t>(y - screen.origin_y) * static_cast<std::size_t>(screen.width) +
            static_cast<std::size_t>(x - screen.origin_x)) *
           4;
  }
  // Fills the screen with a pattern in which no two places are equal.
  void show_pattern(const Screen& area) {
    screen = area;
    pixels.clear();
    for (int y = area.origin_y; y < area.origin_y + area.height; ++y)
      for (int x = area.origin_x; x < area.origin_x + area.width; ++x)
        for (const int value : {x, y, x * y, 255})
          pixels.push_back(static_cast<std::uint8_t>(value & 0xFF));
  }
  void change(int x, int y) { ++pixels[at(x, y)]; }
  ScreenPixels part(const Screen& area) const {
    ScreenPixels cut{area, {}};
    for (int y = area.origin_y; y < area.origin_y + area.height; ++y)
      for (int x = area.origin_x; x < area.origin_x + area.width; ++x)
        for (std::size_t i = 0; i < 4; ++i)
          cut.bgrx.push_back(contains(screen, {x, y}) ? pixels[at(x, y) + i] : std::uint8_t{0});
    return cut;
  }
  ExecutorReply execute(const ExecutorRequest& request);
};

class FakeDesktop : public Desktop {
 public:
  explicit FakeDesktop(World& world) : world_(world) {}
  Result<Screen> screen() override { return world_.screen; }
  Result<ScreenPixels> look_at(const Screen& area) override {
    world_.looks.push_back(area);
    return world_.part(area);
  }
  Result<std::vector<Monitor>> monitors() override {
    return std::vector<Monitor>{{"", world_.screen, true}};
  }
  void bind(std::uint64_t window) override {
    world_.trace.push_back("bound to " + std::to_string(window));
  }
  Performed perform(const Call& call, const Screen& map) override {
    const std::string text = canonical_text(call);
    world_.trace.push_back(text + " on " + std::to_string(map.width));
    for (const std::string& each : world_.changing)
      if (each == text) world_.change(100, 50);
    if (world_.after_call) world_.after_call(text);
    if (text == world_.takes_over_in) world_.taken_over = true;
    for (const auto& [each, outcome] : world_.outcomes)
      if (each == text) return outcome;
    return {};
  }
  Windows& windows() override { return world_.windows; }
  Result<Point> pointer() override { return world_.pointer; }
  void release_all() override { world_.trace.emplace_back("release"); }
  bool taken_over() override { return world_.taken_over; }
  void wait(int milliseconds) override {
    world_.trace.push_back("watched " + std::to_string(milliseconds));
    if (world_.takes_over_while_waiting) world_.taken_over = true;
  }

 private:
  World& world_;
};

inline ExecutorReply World::execute(const ExecutorRequest& request) {
  Ports ports;
  ports.open_desktop = [this](const DesktopOptions&) -> Result<std::unique_ptr<Desktop>> {
    if (no_desktop) return *no_desktop;
    return std::unique_ptr<Desktop>(std::make_unique<FakeDesktop>(*this));
  };
  ports.capture_screen = [this](const CaptureRequest& asked) -> Result<CaptureReply, ChildFailure> {
    std::string marked;
    for (const Call& each : asked.actions) marked += " " + canonical_text(each);
    trace.push_back("picture:" + marked);
    numbers = asked.numbers;
    if (no_picture) return *no_picture;
    CaptureReply reply;
    reply.screenshot_b64 = "aGk=";
    reply.screen = screen;
    reply.applied.assign(asked.actions.size(), true);
    return reply;
  };
  ports.clock = [this] { return now; };
  ports.pause = [this](int milliseconds) {
    now += milliseconds;
    trace.push_back("pause " + std::to_string(milliseconds));
    if (in_pause) in_pause();
  };
  return execute_turn(request, ports);
}

inline ExecutorRequest request_of(const std::string& code, const std::string& dialect = "python") {
  ExecutorRequest request;
  request.dialect = dialect;
  request.options.surface = "desktop";
  request.reply = Reply{
      quote_json(dialect == "python" ? "```python\n" + code + "\n```" : "ACTIONS:\n" + code), {}};
  for (const Tool& tool : all_tools()) request.tools.emplace_back(tool.name, true);
  request.options.seen = Seen{{0, 0, 200, 100}, {200, 100}};
  return request;
}

inline Texts outcomes(const ExecutorReply& reply) {
  Texts rows;
  for (const ActionItem& item : reply.items)
    rows.push_back(std::string(outcome_name(item.outcome)) + " " +
                   item.call.value_or(item.written) + (item.why.empty() ? "" : ": " + item.why));
  return rows;
}
}  // namespace franz::executor
