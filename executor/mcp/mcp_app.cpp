#include "executor/mcp/mcp_app.h"
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <utility>
#include "common/base/base64.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/secrets.h"
#include "common/desktop/bridge_setup_app.h"
#include "common/desktop/bridge_start_app.h"
#include "common/desktop/private_display_app.h"
#include "common/desktop/screen_bridge_app.h"
#include "common/desktop/screen_facts.h"
#include "common/os/ask_child.h"
#include "common/os/clock.h"
#include "common/os/detached_thread.h"
#include "common/os/paths.h"
#include "common/os/print.h"
#include "common/os/release_input.h"
#include "common/os/screen_watch.h"
#include "common/os/secret_variables.h"
#include "common/os/stdio.h"
#include "common/os/stop_signals.h"
#include "common/os/window_list.h"
#include "common/run/recorder_app.h"
#include "common/settings/settings.h"
#include "executor/mcp/client_session_app.h"
#include "executor/mcp/offered_windows.h"
#include "executor/mcp/options_app.h"

namespace franz::mcp {
namespace {
using std::chrono::milliseconds;

constexpr const char* kProgram = "mcp_server";
constexpr int kNotRecorded = 1, kCannotStart = 3;
// A program that was just started may need this long to show its first window.
constexpr std::int64_t kWindowMayTakeMs = 5000;
constexpr milliseconds kBetweenListings{100};
// At the end: a client that has read nothing for this long is given up.
constexpr milliseconds kClientMayPause{5000};

constexpr const char* kInstructions =
    "Sees and operates one window of a computer at a time. list_windows lists the windows, "
    "take_window_screenshot shows one; x and y of click, drag and scroll are pixels of the last "
    "picture of that window. A screen that does not report where its windows are is listed as one "
    "window. Take a new picture after each change, and act on what it shows. An outcome other than "
    "done says why, and what to do next.";

void say(const std::string& text) { print_error(std::string(kProgram) + ": " + text); }

int fail_to_start(int code, const std::string& text) {
  say(text);
  return code;
}

// The screen that the server acts on.
struct Place {
  std::unique_ptr<PrivateDisplay> own;   // null: another screen
  std::unique_ptr<ScreenBridge> bridge;  // null: the screen needs none
  std::string address;                   // of the screen behind the bridge; empty: none
  Secrets secrets;                       // its password
  DesktopOptions desktop;
  std::string trouble;  // why there is no screen, and what to do about it; empty: there is one
  std::int64_t started_ms = 0;

  const ScreenFacts& facts() const {
    return own ? private_screen_facts() : screen_facts(desktop.display);
  }
  // How the program of the private display ended; empty: it runs, or there is none.
  std::string program_end() const { return own ? own->program_end() : std::string(); }
};

constexpr const char* kOfferPrivate =
    "; or start mcp_server with --private -- PROGRAM, which gives it a screen of its own";

// What a client sees of a screen whose windows have no known places, for people.
std::string whole_screen_text(const ScreenFacts& screen) {
  std::string text = "on " + std::string(screen.said) +
                     " FRANZ does not see where windows are, so clients get the whole screen";
  if (!screen.takeover())
    text +=
        "; nor does it see a person at mouse and keyboard: using them does not stop a client, "
        "Ctrl-C or ending the client does";
  return text;
}

// Failure: the reason.
Status connect(Place& place, const Options& options, const DisplayFacts& facts) {
  Result<ScreenBridgeOptions> wanted = bridge_options(options.screen, facts);
  if (!wanted.ok()) return wanted.error();
  wanted.value().secrets = key_variables("");
  place.address = screen_address(wanted.value().setup);
  place.secrets.add(wanted.value().setup.password, Secrets::kShortestKnown);
  BridgeStartPorts ports;
  ports.say = [](bool, const std::string& text) { say(text); };
  auto bridge = start_screen_bridge(wanted.value(), ports);
  if (!bridge.ok()) return bridge.error();
  place.bridge = std::move(bridge).value();
  return Done{};
}

// Why the person's screen cannot be used, and how to enable it; empty: it may be usable.
std::string trouble_with(const DisplayFacts& facts) {
  const bool is_named =
      facts.windows || !(facts.wayland ? facts.own_wayland : facts.own_display).empty();
  if (is_named) return "";
  const std::string why =
      facts.wayland
          ? "this is a Wayland session, but WAYLAND_DISPLAY is not set for mcp_server; set it, and "
            "XDG_RUNTIME_DIR, "
          : "there is no X display: DISPLAY is not set for mcp_server; set it, and XAUTHORITY, ";
  return why + "in the client's configuration (\"env\")" + kOfferPrivate;
}

// A screen that the server did not start.
Result<Place> open_screen(const Options& options) {
  Place place;
  const DisplayFacts facts = display_facts(false);
  const bool is_own = options.screen.display == "own";
  if (is_own)
    place.trouble = trouble_with(facts);
  else if (Status there = check_display(options.screen, facts); !there.ok())
    return there.error();
  if (needs_bridge(options.screen, facts) && place.trouble.empty()) {
    const Status connected = connect(place, options, facts);
    if (!connected.ok() && !is_own) return connected.error();
    if (!connected.ok()) place.trouble = connected.error().message + kOfferPrivate;
    if (connected.ok()) place.desktop.display = place.bridge->name();
  } else if (place.trouble.empty()) {
    place.desktop.display = is_own ? facts.own_display : options.screen.display;
  }
  if (place.trouble.empty()) place.trouble = allowed_windows_trouble(options, place.facts());
  place.desktop.person = true;
  place.desktop.takeover = place.facts().takeover();
  if (place.facts().has_panic_key()) place.desktop.panic_key = SafetySettings{}.panic_key;
  return place;
}

Result<Place> open_place(const Options& options) {
  if (!options.private_display) return open_screen(options);
  Place place;
  PrivateDisplayOptions wanted;
  wanted.size = options.size;
  wanted.program = options.program;
  wanted.secrets = key_variables("");
  PrivateDisplayEvents events;
  events.reported = [](bool, const std::string& text) { say(text); };
  events.printed = [](const std::string& line) { say(line); };
  events.lost = [](const std::string& text) { say("the private display is gone: " + text); };
  auto display = PrivateDisplay::start(wanted, std::move(events));
  if (!display.ok()) return display.error();
  place.own = std::move(display).value();
  place.desktop.display = place.own->name();
  place.started_ms = steady_time_ms();
  return place;
}

Toolset tools_of(const Options& options) {
  if (!options.read_only) {
    Toolset all = Toolset::all();
    // Which screen `own` is turns out later; without titles the tool is refused there.
    if (!screen_facts(options.screen.display).window_titles) all.set(ToolId::focus_window, false);
    return all;
  }
  Toolset seeing;
  seeing.set(ToolId::screenshot, true);
  return seeing;
}

ToolLimits limits_of(const Options& options, const Place& place, const std::string& run_dir) {
  ToolLimits limits;
  limits.tools = tools_of(options);
  limits.allowed_windows = options.allowed_windows;
  limits.actions_a_minute = options.rate;
  limits.run_dir = run_dir;
  limits.desktop = place.desktop;
  limits.consent.approve = options.approve.value_or(place.own ? Approve::never : Approve::risky);
  if (limits.consent.approve != Approve::never)
    limits.consent.risky = rules_for(place.facts(), SafetySettings{}.risky);
  return limits;
}

// The facts about the server for the log.
void describe_run(RunFacts& run, const Options& options, const Place& place,
                  const ToolLimits& limits) {
  run.version = FRANZ_VERSION;
  run.made_by = kProgram;
  JsonObject settings;
  settings.raw("mcp.allow_window", json_text_array(options.allowed_windows));
  settings.boolean("mcp.read_only", options.read_only);
  settings.number("mcp.rate", static_cast<long long>(options.rate));
  settings.text("safety.approve", approve_name(limits.consent.approve));
  run.in_force.settings = std::move(settings).finish();
  run.addresses.display = place.own ? kPrivateDisplay : place.address;
  run.addresses.program = options.program;
}

std::shared_ptr<const std::string> png_of(const std::string& base64) {
  Result<std::string> bytes = base64_decode(base64);
  if (!bytes.ok() || bytes.value().empty()) return nullptr;
  return std::make_shared<const std::string>(std::move(bytes).value());
}

RecordedCall recorded(const CallRecord& call) {
  RecordedCall made;
  made.turn = call.turn;
  made.call = {quote_json(call.call.id), quote_json(call.call.name), call.call.arguments};
  made.answer = call.answer;
  made.executor_in = call.executor_in;
  made.executor_out = call.executor_out;
  made.degraded = call.degraded;
  made.approval = call.approval;
  made.picture = png_of(call.png_base64);
  made.plan = png_of(call.plan_png_base64);
  if (call.executor_in != "null") made.executor_ms = call.executor_ms;
  made.turn_ms = call.turn_ms;
  return made;
}

RecorderOptions recorder_options(const RunFacts& run, const Secrets& secrets) {
  RecorderOptions options;
  options.secrets = secrets;
  options.observe.run = run.run;
  options.log_file = "";
  return options;
}

RecorderSinks recorder_sinks() {
  RecorderSinks sinks;
  sinks.console = sinks.console_error = [](const std::string& line) { say(line); };
  return sinks;
}

// Records the calls; the run begins with the first call.
class Record {
 public:
  Record(StartedRun started, const Secrets& secrets)
      : started_(std::move(started)),
        recorder_(recorder_options(started_.about, secrets), recorder_sinks()) {}

  // The log contains the call when this returns, before the client gets the answer.
  void add(const CallRecord& call, const std::vector<std::string>& changes) {
    if (!begun_) begin();
    for (const std::string& text : changes) recorder_.change(text);
    if (recorder_.call(recorded(call)) || lost_) return;
    say("turn " + std::to_string(call.turn) + " is not recorded");
    lost_ = true;
  }

  // False: a part was lost.
  bool close(const std::vector<std::string>& changes) {
    if (!begun_) return true;
    for (const std::string& text : changes) recorder_.change(text);
    say("run " + started_.claim.folder());
    const RecordEnd end = recorder_.stop();
    const std::string lost = to_text(end.lost_turns);
    if (!lost.empty()) say("the run is not completely recorded: lost: " + lost);
    say(end.seal.ok()
            ? "seal " + end.seal.value() + (lost.empty() ? "" : " of an incomplete record")
            : "no seal: the end could not be recorded: " + end.seal.error().message);
    return end.complete() && !lost_;
  }

 private:
  void begin() {
    begun_ = true;
    started_.claim.keep();
    if (const Status begun = recorder_.begin(started_); !begun.ok())
      say("the run folder: " + begun.error().message);
  }

  StartedRun started_;  // first: the folder is removed last if no run began
  Recorder recorder_;
  bool begun_ = false, lost_ = false;
};

// The whole screen, and the titles of its windows.
Result<std::vector<ListedWindow>> windows_without_places(const Place& place) {
  const std::string& display = place.desktop.display;
  const Result<Size> size = bridged_size(display);
  if (!size.ok()) return size.error();
  std::vector<ListedWindow> windows{whole_screen(size.value(), place.bridge->server())};
  if (!place.facts().window_titles) return windows;
  Result<std::vector<ListedWindow>> titled = ask_for_windows(display);
  if (!titled.ok()) return titled.error();
  std::ranges::move(titled.value(), std::back_inserter(windows));
  return windows;
}

// Waits for the first window of a program that was just started. `seen`: it had a window before.
Result<std::vector<ListedWindow>> windows_of(const Place& place, const Options& options,
                                             ClientSession& session, bool& seen) {
  if (!place.trouble.empty()) return Error{place.trouble};
  if (!place.facts().windows) return windows_without_places(place);
  while (true) {
    Result<std::vector<ListedWindow>> windows = ask_for_windows(place.desktop.display);
    seen = seen || (windows.ok() && !windows.value().empty());
    const bool wait = windows.ok() && !seen && !options.program.empty() &&
                      place.program_end().empty() &&
                      steady_time_ms() - place.started_ms < kWindowMayTakeMs;
    if (!wait || !session.pause(static_cast<int>(kBetweenListings.count()))) return windows;
  }
}

// `watch`: null: no person's input is seen.
ToolPorts ports_of(const Place& place, const Options& options, ClientSession& session,
                   Record& record, ScreenWatch* watch) {
  ToolPorts ports;
  ports.windows = [&, seen = false]() mutable { return windows_of(place, options, session, seen); };
  ports.program_end = [&] { return place.program_end(); };
  ports.execute = [&, watch](const ExecutorRequest& request, int deadline_ms) {
    auto acted = ask_child("executor", to_json(request), deadline_ms, parse_executor_reply,
                           session.stop_token());
    if (acted.ok()) return acted;
    if (watch != nullptr) watch->release();  // the watch runs already
    if (const Status released = release_input(place.desktop.display); !released.ok())
      say(released.error().message);
    return acted;
  };
  ports.ask = [&](const std::string& question) {
    return session.ask(question, milliseconds(static_cast<int>(SafetySettings{}.approve_s * 1000)));
  };
  ports.halted = [&] { return session.halted(); };
  ports.took_over = [&] { session.took_over(); };
  ports.progress = [&](double done, double all, const std::string& message) {
    session.progress(done, all, message);
  };
  ports.pause = [&](int wait_ms) { return session.pause(wait_ms); };
  ports.steady_ms = steady_time_exact_ms;
  ports.utc = utc_now;
  ports.record = [&](const CallRecord& call) { record.add(call, session.take_changes()); };
  return ports;
}

// Watches for a panic on the person's screen. Null: a panic cannot be seen there.
std::unique_ptr<ScreenWatch> watch_person(const Place& place, ClientSession& session) {
  if (!place.facts().is_watched() || !place.trouble.empty()) return nullptr;
  return std::make_unique<ScreenWatch>(
      place.desktop.display, place.desktop.panic_key, "",
      ScreenWatchPorts{[&session](const ControlCommand& command) { session.person(command); },
                       [](const std::string& text) { say(text); }});
}
}  // namespace

// Serves until the client is gone. Returns the exit code.
static int serve(const Options& options) {
  ignore_broken_pipes();
  // The keys of [safety] panic_key with shift.
  const auto session = std::make_shared<ClientSession>(
      ServerFacts{FRANZ_VERSION, tools_of(options), kInstructions}, "Ctrl+Alt+Shift+Pause");
  // Shared with the signal, input and output threads, which outlive this function.
  watch_stop_signals([session](int count) {
    if (count > 1) std::_Exit(kStopped);
    session->end();
  });
  Result<StartedRun, StartFailure> started = start_new_run(options.runs, kProgram);
  if (!started.ok())
    return fail_to_start(started.error().exit_code,
                         started.error().text + " (--runs selects another folder)");
  Result<Place> opened = open_place(options);
  if (!opened.ok()) return fail_to_start(kCannotStart, opened.error().message);
  const Place place = std::move(opened).value();
  if (place.own) set_environment("XAUTHORITY", place.own->authority());
  if (!place.trouble.empty())
    say(place.trouble);
  else if (!place.facts().windows)
    say(whole_screen_text(place.facts()));

  const ToolLimits limits = limits_of(options, place, started.value().claim.folder());
  describe_run(started.value().about, options, place, limits);
  Record record(std::move(started).value(), place.secrets);
  start_detached_thread([session] { session->write_lines(write_standard_output); });
  start_detached_thread([session] {
    read_input_lines(kMaxLine + 1, [&](std::string_view line) { session->take_line(line); });
    session->end();
  });  // blocks in read until the program ends
  std::unique_ptr<ScreenWatch> watch = options.read_only ? nullptr : watch_person(place, *session);
  WindowTools tools(limits, ports_of(place, options, *session, record, watch.get()));
  while (const auto call = session->next()) session->over(*call, tools.call(*call));
  watch.reset();
  const bool recorded = record.close(session->take_changes());
  session->finish(kClientMayPause);
  return recorded ? 0 : kNotRecorded;
}

int run_mcp_app(int argument_count, const char* const* arguments) {
  Options options;
  if (const auto code = parse_options(argument_count, arguments, options)) return *code;
  const int code = serve(options);
  // The input and output threads may still wait for the client: exit without them.
  std::_Exit(code);
}
}  // namespace franz::mcp
