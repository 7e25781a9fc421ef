#include "proxy/offline/replay/replay_app.h"
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include "common/base/count_text.h"
#include "common/base/path_parts.h"
#include "common/os/files.h"
#include "common/os/paths.h"
#include "common/os/print.h"
#include "common/os/stop_signals.h"
#include "common/run/run_claim_app.h"
#include "common/run/start_run_app.h"
#include "proxy/command/bounded_end_app.h"
#include "proxy/command/console_app.h"
#include "proxy/dashboard/ask_again_app.h"
#include "proxy/dashboard/dashboard_app.h"
#include "proxy/dashboard/recorded_run_app.h"
#include "proxy/offline/doctor/demo_model_app.h"
#include "proxy/offline/score/ledger_file_app.h"
#include "proxy/offline/score/opened_bundle_app.h"
#include "proxy/offline/score/score_page_app.h"
#include "proxy/supervisor/ports_app.h"

namespace franz::proxy {
static constexpr std::size_t kShownProblems = 20;
static constexpr std::chrono::milliseconds kPageEndMayTake{1000};

static int fail_replay(int code, const std::string& text) {
  print_error(command_name() + " replay: " + text);
  return code;
}

namespace {
// Waits for Ctrl-C. Shared with the signals' thread, which outlives everything.
struct Stop {
  std::mutex mutex;
  std::condition_variable asked;
  std::atomic<bool> is_asked = false;

  void ask() {
    const std::lock_guard lock(mutex);
    is_asked = true;
    asked.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex);
    asked.wait(lock, [this] { return is_asked.load(); });
  }
};
}  // namespace

static std::vector<std::string> greeting(const RecordedRun& run, const Address& address) {
  const TurnRows& rows = run.view().all_rows();
  std::vector<std::string> lines = {"dashboard  http://" + to_string(address),
                                    "replay     " + run.folder()};
  std::string turns = count_text(rows.size(), "turn");
  if (!rows.empty()) turns += ", the last is " + std::to_string(rows.last_turn());
  const Result<Folder> folder = Folder::open(run.folder());
  if (folder.ok() && is_being_written(folder.value()))
    turns += "; another program writes it, new turns appear";
  lines.push_back(turns);
  const std::vector<std::string>& problems = run.problems();
  for (std::size_t i = 0; i < problems.size() && i < kShownProblems; ++i)
    lines.push_back("not read: " + problems[i]);
  if (problems.size() > kShownProblems)
    lines.push_back(std::to_string(problems.size() - kShownProblems) +
                    " more could not be read: see the page's log");
  lines.emplace_back("Ctrl-C ends it");
  return lines;
}

static int end_page(Console& console, const std::function<void()>& stop_page) {
  BoundedEnd end(stop_page);  // may block on reading a run's files
  if (end.over_within(kPageEndMayTake)) return 0;
  console.finish();
  std::_Exit(0);
}

static void open_if_asked(const Options& options, const Address& address, Console& console) {
  if (!options.open) return;
  const Status opened = open_page("http://" + to_string(address));
  if (!opened.ok()) console.line("the page was not opened: " + opened.error().message);
}

// Shows the grid of a score; its runs open from there.
static int replay_score(const Options& options, const std::string& path, Stop& stop) {
  const Result<Folder> bundle = Folder::open(path);
  if (!bundle.ok()) return fail_replay(2, bundle.error().message);
  Ledger ledger;
  std::uint64_t torn = 0;
  const Status read = read_ledger(bundle.value(), ledger, torn);
  if (!ledger.has_plan())
    return fail_replay(2, read.ok() ? path + ": no plan" : read.error().message);
  auto page = ScorePage::start(options, path);
  if (!page.ok()) return fail_replay(3, page.error().message);
  page.value()->show(ledger);
  Console console;
  console.line("dashboard  http://" + to_string(page.value()->address()));
  console.line("replay     " + path);
  if (!read.ok()) console.line("not read: " + read.error().message);
  console.line("Ctrl-C ends it");
  open_if_asked(options, page.value()->address(), console);
  stop.wait();
  return end_page(console, [&page] { page.value()->stop(); });
}

// The server that people can ask from the page, if a setting names one. Failure: the demo model
// does not start.
static Result<std::unique_ptr<AskAgain>> model_to_ask(const Options& options, DemoModel& demo) {
  const SettingInForce* const named = find_in_force(options.settings, "proxy", "upstream");
  if (named == nullptr || named->layer == Layer::defaults) return std::unique_ptr<AskAgain>();
  Upstream upstream = options.upstream;
  if (options.demo) {
    const Result<Upstream> started = demo.start();
    if (!started.ok()) return started.error();
    upstream = started.value();
  }
  return ask_again_at(upstream, options.settings.settings);
}

int run_replay(const Options& options) {
  const auto stop = std::make_shared<Stop>();
  watch_stop_signals([stop](int count) {
    if (count > 1) std::_Exit(kStopped);
    stop->ask();
  });
  const Result<OpenedBundle> bundle =
      open_named_bundle(options.settings.settings.proxy.runs, options.recorded);
  if (!bundle.ok()) return fail_replay(2, bundle.error().message);
  if (!bundle.value().path.empty()) return replay_score(options, bundle.value().path, *stop);
  const Result<std::string> folder =
      find_run(options.settings.settings.proxy.runs, options.recorded);
  if (!folder.ok()) return fail_replay(2, folder.error().message);

  auto dashboard = Dashboard::start({options.dashboard, options.expose}, nullptr);
  if (!dashboard.ok())
    return fail_replay(
        3, explain_taken_port(options.dashboard, "--dashboard", dashboard.error().message));
  Dashboard& page = *dashboard.value();
  DemoModel demo;
  Result<std::unique_ptr<AskAgain>> model = model_to_ask(options, demo);
  if (!model.ok()) return fail_replay(3, model.error().message);
  if (model.value()) page.set_model(std::move(model).value());

  auto run = std::make_unique<RecordedRun>(folder.value());
  run->refresh([&stop] { return !stop->is_asked; });
  const Status readable = run->about();
  if (!readable.ok()) return fail_replay(2, readable.error().message);
  const std::vector<std::string> lines = greeting(*run, page.address());
  page.replay(std::move(run), folder_above(folder.value()));
  Console console;
  for (const std::string& line : lines) console.line(line);
  open_if_asked(options, page.address(), console);
  stop->wait();
  return end_page(console, [&page] { page.stop(); });
}
}  // namespace franz::proxy
