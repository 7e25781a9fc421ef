#include "executor/mcp/mcp_app.h"
#include <cstdlib>
#include <memory>
#include <utility>
#include "common/base/base64.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/secrets.h"
#include "common/desktop/screen_facts.h"
#include "common/os/ask_child.h"
#include "common/os/clock.h"
#include "common/os/detached_thread.h"
#include "common/os/paths.h"
#include "common/os/print.h"
#include "common/os/release_input.h"
#include "common/os/screen_watch.h"
#include "common/os/stdio.h"
#include "common/os/stop_signals.h"
#include "common/run/recorder_app.h"
#include "common/settings/settings.h"
#include "executor/mcp/client_session_app.h"
#include "executor/mcp/options_app.h"
#include "executor/mcp/place_app.h"
#include "executor/mcp/shared_stop_app.h"

namespace franz::mcp {
namespace {
using std::chrono::milliseconds;

constexpr const char* kProgram = "mcp_server";
constexpr int kNotRecorded = 1, kCannotStart = 3;
// At the end: a client that has read nothing for this long is given up.
constexpr milliseconds kClientMayPause{5000};

constexpr const char* kInstructions =
    "Sees and operates one window of a computer at a time. list_windows lists the windows, "
    "take_window_screenshot shows one; x and y of click, drag and scroll are pixels of the last "
    "picture of that window. A screen that does not report where its windows are is listed as one "
    "window. Take a new picture after each change, and act on what it shows. An outcome other than "
    "done says why, and what to do next.";
// In addition where a desktop asks its person.
constexpr const char* kConsentInstructions =
    " The person must first allow it in their desktop's dialog: the first call waits for that.";

void say(const std::string& text) { print_error(std::string(kProgram) + ": " + text); }

int fail_to_start(int code, const std::string& text) {
  say(text);
  return code;
}

Toolset tools_of(const Options& options, const ScreenFacts& screen) {
  if (!options.read_only) {
    Toolset all = Toolset::all();
    if (!screen.window_titles) all.set(ToolId::focus_window, false);
    return all;
  }
  Toolset seeing;
  seeing.set(ToolId::screenshot, true);
  return seeing;
}

ServerFacts server_facts(const Options& options, const ScreenFacts& screen) {
  std::string instructions = kInstructions;
  if (&screen == &portal_screen_facts()) instructions += kConsentInstructions;
  return {FRANZ_VERSION, tools_of(options, screen), std::move(instructions)};
}

// What the person does to let a stopped client act again, to follow "until they".
std::string way_to_resume(const ScreenFacts& screen) {
  // The keys of [safety] panic_key with shift.
  if (screen.has_panic_key() && &screen != &portal_screen_facts())
    return "press Ctrl+Alt+Shift+Pause at the screen, or Resume on the page of proxy replay";
  return "press Resume on the page of proxy replay, or start mcp_server again if the screen's "
         "sharing has ended";
}

ToolLimits limits_of(const Options& options, const Place& place, const std::string& run_dir) {
  ToolLimits limits;
  limits.tools = tools_of(options, *place.facts);
  limits.allowed_windows = options.allowed_windows;
  limits.actions_a_minute = options.rate;
  limits.run_dir = run_dir;
  limits.desktop = place.desktop;
  limits.consent.approve = options.approve.value_or(place.own ? Approve::never : Approve::risky);
  if (limits.consent.approve != Approve::never)
    limits.consent.risky = rules_for(*place.facts, SafetySettings{}.risky);
  return limits;
}

// The facts about the server for the log.
void describe_run(RunFacts& run, const Options& options, const Place& place,
                  const ToolLimits& limits) {
  run.version = FRANZ_VERSION;
  run.made_by = kMadeByServer;
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

// `watch`: null: no person's input is seen.
ToolPorts ports_of(const Place& place, const Options& options, ClientSession& session,
                   Record& record, ScreenWatch* watch) {
  ToolPorts ports;
  ports.windows = [&, seen = false]() mutable { return windows_of(place, options, session, seen); };
  ports.display = [&] { return place.display(); };
  ports.program_end = [&] { return place.own ? place.own->program_end() : std::string(); };
  ports.execute = [&, watch](const ExecutorRequest& request, int deadline_ms) {
    auto acted = ask_child("executor", to_json(request), deadline_ms, parse_executor_reply,
                           session.stop_token());
    if (acted.ok()) return acted;
    if (watch != nullptr) watch->release();  // the watch runs already
    if (const Status released = release_input(place.display()); !released.ok())
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
  if (!place.facts->is_watched() || !place.trouble.empty()) return nullptr;
  return std::make_unique<ScreenWatch>(
      place.desktop.display, place.desktop.panic_key, "",
      ScreenWatchPorts{[&session](const ControlCommand& command) { session.person(command); },
                       [](const std::string& text) { say(text); }});
}
}  // namespace

// Serves until the client is gone. Returns the exit code.
static int serve(const Options& options) {
  ignore_broken_pipes();
  const DisplayFacts displays = display_facts(false);
  const ScreenFacts& screen = facts_of_place(options, displays);
  const auto session =
      std::make_shared<ClientSession>(server_facts(options, screen), way_to_resume(screen));
  // Shared with the signal, input and output threads, which outlive this function.
  watch_stop_signals([session](int count) {
    if (count > 1) std::_Exit(kStopped);
    session->end();
  });
  Result<StartedRun, StartFailure> started = start_new_run(options.runs, kProgram);
  if (!started.ok())
    return fail_to_start(started.error().exit_code,
                         started.error().text + " (--runs selects another folder)");
  Result<Place> opened =
      open_place(options, displays,
                 {say, [session](const ControlCommand& command) { session->person(command); }});
  if (!opened.ok()) return fail_to_start(kCannotStart, opened.error().message);
  const Place place = std::move(opened).value();
  if (place.own) set_environment("XAUTHORITY", place.own->authority());

  const ToolLimits limits = limits_of(options, place, started.value().claim.folder());
  describe_run(started.value().about, options, place, limits);
  Record record(std::move(started).value(), place.secrets);
  start_detached_thread([session] { session->write_lines(write_standard_output); });
  start_detached_thread([session] {
    read_input_lines(kMaxLine + 1, [&](std::string_view line) { session->take_line(line); });
    session->end();
  });  // blocks in read until the program ends
  std::unique_ptr<ScreenWatch> watch = options.read_only ? nullptr : watch_person(place, *session);
  Result<Folder> run = Folder::open(limits.run_dir);
  if (!run.ok()) return fail_to_start(kCannotStart, run.error().message);
  auto shared_stop = std::make_unique<SharedStop>(std::move(run).value(), *session, say);
  WindowTools tools(limits, ports_of(place, options, *session, record, watch.get()));
  while (const auto call = session->next()) session->over(*call, tools.call(*call));
  watch.reset();
  shared_stop.reset();
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
