#include "executor/mcp/place_app.h"
#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>
#include "common/desktop/bridge_setup_app.h"
#include "common/os/clock.h"
#include "common/os/secret_variables.h"
#include "common/os/window_list.h"
#include "common/settings/settings.h"
#include "executor/mcp/offered_windows.h"

namespace franz::mcp {
namespace {
// A program that was just started may need this long to show its first window.
constexpr std::int64_t kWindowMayTakeMs = 5000;
constexpr std::chrono::milliseconds kBetweenListings{100};

constexpr const char* kOfferPrivate =
    "; or start mcp_server with --private -- PROGRAM, which gives it a screen of its own";
constexpr const char* kStartAgain = "; correct this, then start mcp_server again";
constexpr const char* kStopOtherwise =
    "use the page of proxy replay, end the client, or press Ctrl-C where the server runs";

// Why the person's screen cannot be used, and how to enable it; empty: it may be usable.
std::string trouble_with(const DisplayFacts& displays) {
  const bool is_named =
      displays.windows || !(displays.wayland ? displays.own_wayland : displays.own_display).empty();
  if (is_named) return "";
  const std::string why =
      displays.wayland
          ? "this is a Wayland session, but WAYLAND_DISPLAY is not set for mcp_server; set it, and "
            "XDG_RUNTIME_DIR, "
          : "there is no X display: DISPLAY is not set for mcp_server; set it, and XAUTHORITY, ";
  return why + "in the client's configuration (\"env\")" + kOfferPrivate;
}

// What a client sees of a screen whose windows have no known places, for people.
std::string whole_screen_text(const ScreenFacts& screen) {
  std::string text = "on " + std::string(screen.said) +
                     " FRANZ does not see where windows are, so clients get the whole screen";
  if (!screen.takeover())
    text +=
        "; nor does it see a person at mouse and keyboard: using them does not stop a client, "
        "the page of proxy replay, Ctrl-C or ending the client does";
  return text;
}

// Failure: what is wrong with the options.
Status connect(Place& place, const Options& options, const DisplayFacts& displays,
               const PlacePorts& ports) {
  Result<ScreenBridgeOptions> wanted = bridge_options(options.screen, displays);
  if (!wanted.ok()) return wanted.error();
  wanted.value().secrets = key_variables("");
  // Nothing can be stopped if no input is sent.
  if (place.facts->panic_key == PanicKey::by_bridge && !options.read_only)
    wanted.value().setup.panic_key = place.desktop.panic_key;
  place.address = screen_address(wanted.value().setup);
  place.secrets.add(wanted.value().setup.password, Secrets::kShortestKnown);
  ports.say(whole_screen_text(*place.facts));
  BridgeStartPorts reports;
  reports.say = [say = ports.say](bool, const std::string& text) { say(text); };
  reports.command = ports.command;
  reports.stop_otherwise = kStopOtherwise;
  place.connection = std::make_unique<ScreenConnection>(
      std::move(wanted).value(), std::move(reports),
      options.screen.display == "own" ? kOfferPrivate : kStartAgain);
  return Done{};
}

// A screen that the server did not start.
Result<Place> open_screen(const Options& options, const DisplayFacts& displays,
                          const PlacePorts& ports) {
  Place place;
  place.facts = &facts_of_place(options, displays);
  place.desktop.person = true;
  place.desktop.takeover = place.facts->takeover();
  if (place.facts->has_panic_key()) place.desktop.panic_key = SafetySettings{}.panic_key;
  const bool is_own = options.screen.display == "own";
  if (is_own)
    place.trouble = trouble_with(displays);
  else if (Status there = check_display(options.screen, displays); !there.ok())
    return there.error();
  if (place.trouble.empty()) place.trouble = allowed_windows_trouble(options, *place.facts);
  if (!place.trouble.empty()) {
    ports.say(place.trouble);
    return place;
  }
  if (place.facts->by_bridge) {
    if (Status begun = connect(place, options, displays, ports); !begun.ok()) return begun.error();
  } else {
    place.desktop.display = is_own ? displays.own_display : options.screen.display;
  }
  return place;
}

Result<Place> open_private(const Options& options, const PlacePorts& ports) {
  Place place;
  place.facts = &private_screen_facts();
  PrivateDisplayOptions wanted;
  wanted.size = options.size;
  wanted.program = options.program;
  wanted.secrets = key_variables("");
  PrivateDisplayEvents events;
  events.reported = [say = ports.say](bool, const std::string& text) { say(text); };
  events.printed = ports.say;
  events.lost = [say = ports.say](const std::string& text) {
    say("the private display is gone: " + text);
  };
  auto display = PrivateDisplay::start(wanted, std::move(events));
  if (!display.ok()) return display.error();
  place.own = std::move(display).value();
  place.desktop.display = place.own->name();
  place.started_ms = steady_time_ms();
  return place;
}

// The whole screen, and the titles of its windows.
Result<std::vector<ListedWindow>> windows_without_places(const Place& place,
                                                         ClientSession& session) {
  const Result<const ScreenBridge*> bridge =
      place.connection->wait(session.stop_token(), [&](double waited_s, const std::string& text) {
        session.progress(waited_s, std::nullopt, text);
      });
  if (!bridge.ok()) return bridge.error();
  const std::string display = place.display();
  const Result<Size> size = bridged_size(display);
  if (!size.ok()) return size.error();
  std::vector<ListedWindow> windows{whole_screen(size.value(), bridge.value()->server())};
  if (!place.facts->window_titles) return windows;
  Result<std::vector<ListedWindow>> titled = ask_for_windows(display);
  if (!titled.ok()) return titled.error();
  std::ranges::move(titled.value(), std::back_inserter(windows));
  return windows;
}
}  // namespace

const ScreenFacts& facts_of_place(const Options& options, const DisplayFacts& displays) {
  return *facts_of_screen(options.screen, displays);
}

Result<Place> open_place(const Options& options, const DisplayFacts& displays,
                         const PlacePorts& ports) {
  return options.private_display ? open_private(options, ports)
                                 : open_screen(options, displays, ports);
}

Result<std::vector<ListedWindow>> windows_of(const Place& place, const Options& options,
                                             ClientSession& session, bool& seen) {
  if (!place.trouble.empty()) return Error{place.trouble};
  if (place.connection) return windows_without_places(place, session);
  while (true) {
    Result<std::vector<ListedWindow>> windows = ask_for_windows(place.desktop.display);
    seen = seen || (windows.ok() && !windows.value().empty());
    const bool runs = place.own && place.own->program_end().empty();
    const bool wait = windows.ok() && !seen && !options.program.empty() && runs &&
                      steady_time_ms() - place.started_ms < kWindowMayTakeMs;
    if (!wait || !session.pause(static_cast<int>(kBetweenListings.count()))) return windows;
  }
}
}  // namespace franz::mcp
