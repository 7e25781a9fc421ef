// The cost of a turn without the model: a whole run with a model server that takes a fixed time,
// the time from the end of one reply to the arrival of the next request, measured by that server,
// and the processor time of all programs of the run.
//
//   turn_bench [--turns 40] [--think-ms 100] [--rounds 5] [--drags N] [--picture WxH] [--x11]
//              [--alone] [--bin FOLDER] [--against FOLDER]
//
// Against a loop in Python (python_turns.py, where python3 has Pillow) and against the floor: the
// bare system calls of such a turn (turn_floor.h). `--bin`: other programs than those in
// ../bin. `--against`: those of another build instead of Python and floor. `--alone`: the
// orchestrator without a proxy. Without --drags and --picture: 0, 8 and 100 drags at 512x288 and at
// 1536x864; then as many moves of the pointer on an X11 screen of 1536x864 (Xvfb with an xterm),
// where drags are made slowly on purpose. `--x11`: only those. No program waits for the screen
// to settle there. The loop in Python sends the moves with xdotool (XTEST, like FRANZ) and captures
// once, while FRANZ also captures before and after them. The floor uses no screen.
#include <httplib.h>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>
#include "common/base/json_string.h"
#include "common/os/child_process.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/os/paths.h"
#include "common/os/temporary_folder.h"
#include "common/run/run_files.h"
#include "tests/bench/bench_rows.h"
#include "tests/bench/children_cpu.h"
#include "tests/bench/turn_floor.h"
#include "tests/support/virtual_display.h"

namespace franz {
namespace {
using namespace std::chrono_literals;

struct Options {
  int turns = 40, think_ms = 100, rounds = 5;
  std::optional<int> drags;
  std::optional<std::string> picture;
  std::string bin = join_path(join_path(executable_folder(), ".."), "bin");
  std::optional<std::string> against;
  bool alone = false, x11 = false;
};

// The measured turn: a number of drags at a size, or of moves on an X11 screen.
struct Work {
  int actions;
  std::string picture;
  std::string display = {};  // ":99"; empty: the sandbox

  std::string action() const { return display.empty() ? "drag" : "move"; }
};

// Draws lines, or moves the pointer, and notes the times of request and answer.
class Model {
 public:
  Model(Work work, int think_ms) : work_(std::move(work)) {
    server_.Post("/v1/chat/completions",
                 [this, think_ms](const httplib::Request&, httplib::Response& response) {
                   const double asked = steady_time_exact_ms();
                   {
                     const std::lock_guard lock(mutex_);
                     if (answered_) between_.push_back(asked - *answered_);
                   }
                   std::this_thread::sleep_for(std::chrono::milliseconds(think_ms));
                   response.set_content(reply(), "application/json");
                   const std::lock_guard lock(mutex_);
                   answered_ = steady_time_exact_ms();
                 });
    server_.Get("/v1/models", [](const httplib::Request&, httplib::Response& response) {
      response.set_content(R"({"object":"list","data":[{"id":"m","object":"model"}]})",
                           "application/json");
    });
    server_.set_tcp_nodelay(true);
    port_ = server_.bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { server_.listen_after_bind(); });
  }
  ~Model() {
    server_.stop();
    thread_.join();
  }
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
  std::vector<double> between() {
    const std::lock_guard lock(mutex_);
    return between_;
  }

 private:
  std::string reply() {
    std::uniform_int_distribution<int> place(0, 1000);
    const int numbers = work_.display.empty() ? 4 : 2;
    std::string calls;
    for (int i = 0; i < work_.actions; ++i) {
      calls += work_.action() + "(";
      for (int side = 0; side < numbers; ++side)
        calls += (side > 0 ? ", " : "") + std::to_string(place(random_));
      calls += ")\n";
    }
    const std::string text = quote_json("I go on.\n```python\n" + calls + "```");
    return R"({"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,)"
           R"("message":{"role":"assistant","content":)" +
           text + R"(},"finish_reason":"stop"}]})";
  }

  const Work work_;
  httplib::Server server_;
  int port_ = 0;
  std::thread thread_;
  std::mutex mutex_;
  std::mt19937 random_{1};
  std::optional<double> answered_;
  std::vector<double> between_;
};

struct Cost {
  double wait_ms = 0;             // the median
  double cpu_ms = 0;              // a turn
  std::size_t picture_bytes = 0;  // of its middle picture, where a run folder has one
};

// For the turn in the middle of the only run below `folder`; 0: there is none.
std::size_t picture_bytes(const std::string& folder, int turns) {
  const auto runs = list_folder(folder);
  if (!runs.ok()) return 0;
  for (const std::string& run : runs.value()) {
    const auto picture = read_file(join_path(join_path(folder, run), picture_file(turns / 2)));
    if (picture.ok()) return picture.value().size();
  }
  return 0;
}

// The command of a run whose model is at `url`, with a folder of its own.
using Loop = std::function<ChildCommand(const std::string& url, const std::string& folder)>;

Cost measure(const Loop& loop, const Work& work, const Options& options) {
  auto folder = TemporaryFolder::make("turnbench");
  if (!folder.ok()) give_up(folder.error().message);
  Model model(work, options.think_ms);
  const double began = children_cpu_ms();
  const ChildCommand command = loop(model.url(), folder.value()->path());
  const ChildOutcome outcome = run_child(command, "", 10min);
  if (!outcome.end.ok())
    give_up(command.program + ": " + describe(outcome.end, 10min) + "\n" + outcome.errors);
  const std::vector<double> between = model.between();
  if (between.empty()) give_up(command.program + ": there was one request at most");
  return {quantile(between, 0.5), (children_cpu_ms() - began) / options.turns,
          picture_bytes(folder.value()->path(), options.turns)};
}

ChildCommand franz_loop(const Options& options, const Work& work, const std::string& bin,
                        const std::string& url, const std::string& folder) {
  ChildCommand command;
  command.program = join_path(bin, options.alone ? "orchestrator" : "proxy");
  command.arguments = options.alone ? std::vector<std::string>{"--vlm", url}
                                    : std::vector<std::string>{
                                          "--upstream",  url,           "--listen", "127.0.0.1:0",
                                          "--dashboard", "127.0.0.1:0", "--runs",   folder};
  for (const char* const each : {"--profile", "franz", "--turns"})
    command.arguments.emplace_back(each);
  command.arguments.push_back(std::to_string(options.turns));
  command.environment = {{"FRANZ_SURFACE_PICTURE", work.picture}, {"FRANZ_PROXY_RUNS", folder}};
  if (!work.display.empty()) {
    command.arguments.insert(command.arguments.end(), {"--objective", "Move the pointer."});
    for (const auto& [name, value] :
         {std::pair<const char*, std::string>{"SURFACE_KIND", "desktop"},
          {"SURFACE_DISPLAY", work.display},
          {"SURFACE_SETTLE_MS", "0"},
          {"SURFACE_STILL_MS", "0"},
          {"SAFETY_COUNTDOWN_S", "0"},
          {"SAFETY_APPROVE", "never"},
          {"TOOLS_MOVE", "on"}})
      command.environment.emplace_back(std::string("FRANZ_") + name, value);
  }
  return command;
}

struct Contestant {
  std::string name;
  Loop loop;
};

// `picture_bytes` outlives them: the size that the floor sends, once it is known.
std::vector<Contestant> contestants(const Options& options, const Work& work,
                                    const std::size_t& picture_bytes) {
  const auto franz = [&options, work](const std::string& bin) {
    return [&options, work, bin](const std::string& url, const std::string& folder) {
      return franz_loop(options, work, bin, url, folder);
    };
  };
  std::vector<Contestant> all{{"FRANZ", franz(options.bin)}};
  if (options.against) {
    all.push_back({"the programs in " + *options.against, franz(*options.against)});
    return all;
  }
  const std::string script = join_path(FRANZ_SOURCE_DIR, "tests/bench/python_turns.py");
  const std::string python = "/usr/bin/python3", turns = std::to_string(options.turns);
  if (run_child({python, {"-c", "import PIL"}, {}, ""}, "", 1min).end.ok())
    all.push_back({"a loop in Python", [=](const std::string& url, const std::string& folder) {
                     return ChildCommand{
                         python,
                         {script, "--url", url, "--turns", turns, "--picture", work.picture,
                          "--folder", folder, "--display", work.display},
                         {},
                         ""};
                   }});
  all.push_back({"the bare system calls",
                 [turns, &picture_bytes](const std::string& url, const std::string& folder) {
                   return ChildCommand{
                       executable_path(),
                       {"--floor", url, turns, folder, std::to_string(picture_bytes)},
                       {},
                       ""};
                 }});
  return all;
}

void bench(const Options& options, const Work& work) {
  std::size_t picture_bytes = 0;  // of FRANZ, which runs first
  const std::vector<Contestant> all = contestants(options, work, picture_bytes);
  std::vector<std::vector<double>> cpu(all.size());
  std::vector<std::function<double()>> runs;
  for (std::size_t i = 0; i < all.size(); ++i)
    runs.emplace_back([&, i] {
      const Cost cost = measure(all[i].loop, work, options);
      cpu[i].push_back(cost.cpu_ms);
      if (i == 0) picture_bytes = cost.picture_bytes;
      return cost.wait_ms;
    });
  const std::vector<std::vector<double>> wait = measure_in_turn(runs, options.rounds);
  for (std::vector<double>& each : cpu) each.erase(each.begin());  // as the round that warms
  const std::string name = std::to_string(work.actions) + " " + work.action() + "s, " +
                           work.picture + (work.display.empty() ? "" : ", X11");
  const auto row = [&](const std::string& what, const std::vector<std::vector<double>>& values,
                       std::size_t other) {
    print_row({"turn", name + ": " + what, all[other].name, ratios_of(values[0], values[other]),
               three_digits(quantile(values[0], 0.5)) + " : " +
                   three_digits(quantile(values[other], 0.5)) + " ms"});
  };
  for (std::size_t other = 1; other < all.size(); ++other) {
    row("reply to request", wait, other);
    row("processor", cpu, other);
  }
}

Options read_options(const std::vector<std::string>& arguments) {
  Options options;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& name = arguments[i];
    if (name == "--alone") {
      options.alone = true;
      continue;
    }
    if (name == "--x11") {
      options.x11 = true;
      continue;
    }
    if (i + 1 == arguments.size()) give_up(name + ": it needs a value, or is not known");
    const std::string& value = arguments[++i];
    if (name == "--turns") {
      options.turns = std::max(2, std::atoi(value.c_str()));
    } else if (name == "--rounds") {
      options.rounds = std::max(1, std::atoi(value.c_str()));
    } else if (name == "--drags") {
      options.drags = std::atoi(value.c_str());
    } else if (name == "--think-ms") {
      options.think_ms = std::atoi(value.c_str());
    } else if (name == "--picture") {
      options.picture = value;
    } else if (name == "--bin") {
      options.bin = value;
    } else if (name == "--against") {
      options.against = value;
    } else {
      give_up(name + " is not known");
    }
  }
  return options;
}

void bench_works(const Options& options, const std::string& display) {
  if (options.drags || options.picture) {
    return bench(options,
                 {options.drags.value_or(8), options.picture.value_or("512x288"), display});
  }
  for (const char* const picture : {"512x288", "1536x864"})
    for (const int actions : {8, 0, 100}) bench(options, {actions, picture, display});
}

// A screen with text on it.
std::unique_ptr<VirtualDisplay> start_screen(std::unique_ptr<ChildProcess>& shown) {
  VirtualDisplay::Options screen;
  screen.size = {1536, 864};
  screen.managed = false;
  auto display = VirtualDisplay::start(screen);
  if (!display.ok()) give_up(display.error().message);
  auto window = display.value()->show("xterm", {"-geometry", "200x50+20+20", "-e", "sh", "-c",
                                                "seq -s ' ' 4000; exec sleep 86400"});
  if (!window.ok()) give_up(window.error().message);
  shown = std::move(window).value();
  const auto found =
      display.value()->run("xdotool", {"search", "--sync", "--onlyvisible", "--class", "xterm"});
  if (!found.ok()) give_up(found.error().message);
  return std::move(display).value();
}

int bench_all(const Options& options) {
  if (!options.x11) bench_works(options, "");
  if (!options.x11 && (options.drags || options.picture)) return 0;
  std::unique_ptr<ChildProcess> shown;
  const std::unique_ptr<VirtualDisplay> screen = start_screen(shown);
  bench_works(options, screen->name());
  shown.reset();
  return 0;
}
}  // namespace
}  // namespace franz

int main(int count, char** arguments) {
  const std::vector<std::string> given(arguments + 1, arguments + count);
  if (given.size() == 5 && given[0] == "--floor")
    return franz::run_floor(given[1], std::atoi(given[2].c_str()), given[3],
                            std::strtoul(given[4].c_str(), nullptr, 10));
  return franz::bench_all(franz::read_options(given));
}
