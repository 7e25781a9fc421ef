// What a turn costs beside the model: a whole run with a model server that takes a fixed time, and
// the time from the end of one reply to the arrival of the next request, as that server sees it.
//
//   turn_bench [--turns 60] [--drags 8] [--think-ms 100] [--picture 512x288] [--alone] [--bin
//   FOLDER]
//
// `--bin`: other programs than those beside it in ../bin, to compare two builds in turn. `--alone`:
// the orchestrator without a proxy. Prints one line of JSON: milliseconds, and what all programs of
// the run used of the processor for each turn.
#include <httplib.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>
#include "common/base/json_string.h"
#include "common/os/child_process.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/os/paths.h"
#include "common/os/temporary_folder.h"
#include "tests/bench/children_cpu.h"

namespace franz {
namespace {
using namespace std::chrono_literals;

struct Options {
  int turns = 60, drags = 8, think_ms = 100;
  std::string picture = "512x288";
  std::string bin = join_path(join_path(executable_folder(), ".."), "bin");
  bool alone = false;
};

[[noreturn]] void give_up(const std::string& why) {
  std::fprintf(stderr, "turn_bench: %s\n", why.c_str());
  std::_Exit(1);
}

// Draws lines, and notes when it was asked and when it had answered.
class Model {
 public:
  explicit Model(const Options& options) : options_(options) {
    server_.Post("/v1/chat/completions",
                 [this](const httplib::Request&, httplib::Response& response) {
                   const double asked = steady_time_exact_ms();
                   {
                     const std::lock_guard lock(mutex_);
                     if (answered_) between_.push_back(asked - *answered_);
                   }
                   std::this_thread::sleep_for(std::chrono::milliseconds(options_.think_ms));
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
    std::string calls;
    for (int i = 0; i < options_.drags; ++i) {
      calls += "drag(";
      for (int side = 0; side < 4; ++side)
        calls += (side > 0 ? ", " : "") + std::to_string(place(random_));
      calls += ")\n";
    }
    const std::string text = quote_json("I go on.\n```python\n" + calls + "```");
    return R"({"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,)"
           R"("message":{"role":"assistant","content":)" +
           text + R"(},"finish_reason":"stop"}]})";
  }

  const Options options_;
  httplib::Server server_;
  int port_ = 0;
  std::thread thread_;
  std::mutex mutex_;
  std::mt19937 random_{1};
  std::optional<double> answered_;
  std::vector<double> between_;
};

double part(const std::vector<double>& sorted, double share) {
  return sorted[std::min(sorted.size() - 1,
                         static_cast<std::size_t>(share * static_cast<double>(sorted.size())))];
}

int bench(const Options& options) {
  auto folder = TemporaryFolder::make("turn_bench");
  if (!folder.ok()) give_up(folder.error().message);
  Model model(options);
  ChildCommand command;
  command.program = join_path(options.bin, options.alone ? "orchestrator" : "proxy");
  command.arguments =
      options.alone ? std::vector<std::string>{"--vlm", model.url()}
                    : std::vector<std::string>{"--upstream",  model.url(),           "--listen",
                                               "127.0.0.1:0", "--dashboard",         "127.0.0.1:0",
                                               "--runs",      folder.value()->path()};
  for (const char* const each : {"--profile", "franz", "--turns"})
    command.arguments.emplace_back(each);
  command.arguments.push_back(std::to_string(options.turns));
  command.environment = {{"FRANZ_SURFACE_PICTURE", options.picture},
                         {"FRANZ_PROXY_RUNS", folder.value()->path()}};
  const double began = children_cpu_ms();
  const ChildOutcome outcome = run_child(command, "", 10min);
  if (!outcome.end.ok()) give_up(describe(outcome.end, 10min) + "\n" + outcome.errors);
  const double cpu = children_cpu_ms() - began;
  std::vector<double> between = model.between();
  if (between.empty()) give_up("there was one request at most");
  std::sort(between.begin(), between.end());
  std::printf(
      "{\"turns\":%d,\"drags\":%d,\"picture\":\"%s\",\"alone\":%s,\"between_ms\":{\"min\":%.2f,"
      "\"p25\":%.2f,\"median\":%.2f,\"p75\":%.2f,\"p95\":%.2f},\"cpu_ms_a_turn\":%.2f}\n",
      options.turns, options.drags, options.picture.c_str(), options.alone ? "true" : "false",
      between.front(), part(between, 0.25), part(between, 0.5), part(between, 0.75),
      part(between, 0.95), cpu / options.turns);
  return 0;
}

Options read_options(const std::vector<std::string>& arguments) {
  Options options;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& name = arguments[i];
    if (name == "--alone") {
      options.alone = true;
      continue;
    }
    if (i + 1 == arguments.size()) give_up(name + ": it needs a value, or is not known");
    const std::string& value = arguments[++i];
    if (name == "--turns") {
      options.turns = std::max(2, std::atoi(value.c_str()));
    } else if (name == "--drags") {
      options.drags = std::atoi(value.c_str());
    } else if (name == "--think-ms") {
      options.think_ms = std::atoi(value.c_str());
    } else if (name == "--picture") {
      options.picture = value;
    } else if (name == "--bin") {
      options.bin = value;
    } else {
      give_up(name + " is not known");
    }
  }
  return options;
}
}  // namespace
}  // namespace franz

int main(int count, char** arguments) {
  return franz::bench(franz::read_options({arguments + 1, arguments + count}));
}
