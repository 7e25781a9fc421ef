#include "proxy/calibration_card/calibration_card_app.h"
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <optional>
#include <string>
#include "common/base/overload.h"
#include "common/os/print.h"
#include "common/os/stop_signals.h"
#include "proxy/calibration_card/card.h"
#include "proxy/calibration_card/card_area.h"
#include "proxy/calibration_card/card_lines.h"
#include "proxy/calibration_card/card_window.h"

namespace franz::calibration_card {
namespace {
struct Options {
  std::string display, area;
  int random = 12, monitors = 0;
  std::uint64_t seed = 1;
  double linger_s = 3;
};

int fail(int code, const std::string& message) {
  print_error("calibration_card: " + message);
  return code;
}

// Ticks the target, shows and reports it. Failure: the window is gone, or the reader is.
Status take_click(CardWindow& window, Card& card, int number, Point at) {
  const Screen area = window.area();
  const std::optional<Hit> hit = card.click({at.x - area.origin_x, at.y - area.origin_y});
  const bool is_new = hit && hit->is_first;
  if (is_new) {
    if (Status shown = window.show(card.paint()); !shown.ok()) return shown;
  }
  if (Status printed = print_line(click_line(number, at, hit, area, card)); !printed.ok())
    return printed;
  if (is_new && card.is_finished()) return print_line(finished_line());
  return Done{};
}

// Shows the card until all targets are clicked and the card has been visible long enough.
int run_card(CardWindow& window, Card& card, int linger_ms) {
  if (const Status shown = window.show(card.paint()); !shown.ok())
    return fail(3, shown.error().message);
  if (const Status printed = print_line(shown_line(window.area(), card)); !printed.ok())
    return fail(1, printed.error().message);
  for (int clicks = 1;; ++clicks) {
    const Result<WindowEvent> event = window.next(card.is_finished() ? linger_ms : -1);
    if (!event.ok()) return fail(1, event.error().message);
    const Result<bool> goes_on =
        std::visit(Overload{[&](const Clicked& clicked) -> Result<bool> {
                              const Status taken = take_click(window, card, clicks, clicked.at);
                              if (!taken.ok()) return taken.error();
                              return true;
                            },
                            [](const TimeOver&) -> Result<bool> { return false; }},
                   event.value());
    if (!goes_on.ok()) return fail(1, goes_on.error().message);
    if (!goes_on.value()) return 0;
  }
}
}  // namespace

int run_calibration_card_app(int argc, char** argv) {
  // The program may end at any point: it has no state to save.
  watch_stop_signals([](int) { std::_Exit(kStopped); });
  CLI::App app{
      "calibration_card: covers a screen with targets and prints where each click landed, one\n"
      "JSON object per line. It ends when all targets have been clicked."};
  Options options;
  app.add_option("--display", options.display,
                 "the X display, such as :99; else $DISPLAY; Windows has one screen");
  app.add_option("--area", options.area,
                 "the area that it covers, in pixels: WIDTHxHEIGHT+X+Y; else the whole screen");
  app.add_option("--divide", options.monitors,
                 "first divide the screen into this many monitors side by side")
      ->check(CLI::Range(1, 8));
  app.add_option("--random", options.random, "the number of targets at random places")
      ->capture_default_str()
      ->check(CLI::Range(0, kMaxRandom));
  app.add_option("--seed", options.seed, "the same seed gives the same places")
      ->capture_default_str();
  app.add_option("--linger-s", options.linger_s,
                 "how long it stays after all have been clicked, in seconds")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 3600.0));
  app.set_version_flag("--version", "calibration_card " FRANZ_VERSION);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  std::optional<Screen> area;
  if (!options.area.empty()) {
    const Result<Screen> parsed = parse_area(options.area);
    if (!parsed.ok()) return fail(2, "--area: " + parsed.error().message);
    area = parsed.value();
  }
  if (options.monitors > 0) {
    const Status divided = divide_screen(options.display, options.monitors);
    if (!divided.ok()) return fail(3, divided.error().message);
  }
  const auto window = open_card_window(options.display, area);
  if (!window.ok()) return fail(3, window.error().message);
  const Size size{window.value()->area().width, window.value()->area().height};
  Result<std::vector<Point>> places = target_places(size, options.random, options.seed);
  if (!places.ok()) return fail(2, places.error().message);
  Card card(size, std::move(places).value());
  return run_card(*window.value(), card, static_cast<int>(options.linger_s * 1000));
}
}  // namespace franz::calibration_card
