// How long input continues after a panic: a whole run on a screen, stopped repeatedly in the middle
// of drags, texts and the model's thinking, by the corner, the key and the dashboard's button. The
// benchmark listens to all input of the screen as the system reports it.
//
//   panic_bench [TRIES]     beside the programs in ../bin; by default 200
//
// Takeover is off: it would end the input before the panic does.
#include <httplib.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
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
#include "tests/bench/panic_screen.h"

namespace franz {
namespace {
using namespace std::chrono_literals;

constexpr int kQuietMs = 300;     // no input may come for this long after a panic
constexpr int kReleaseMs = 5000;  // something may be down for this long after a panic
constexpr int kLookMs = 10;
constexpr int kPatience = 30000;  // milliseconds

enum class Doing { drags, types, thinks };
constexpr std::array kDoings{Doing::drags, Doing::types, Doing::thinks};
enum class Way { corner, key, button };
constexpr std::array kWays{Way::corner, Way::key, Way::button};

const char* name_of(Doing doing) {
  switch (doing) {
    case Doing::drags: return "mid-drag";
    case Doing::types: return "mid-text";
    case Doing::thinks: return "thinking";
  }
  return "";
}

const char* name_of(Way way) {
  switch (way) {
    case Way::corner: return "corner";
    case Way::key: return "key";
    case Way::button: return "button";
  }
  return "";
}

[[noreturn]] void give_up(const std::string& why) {
  std::fprintf(stderr, "panic_bench: %s\n", why.c_str());
  std::_Exit(1);
}

// A model server that replies what the next try needs.
class Model {
 public:
  Model() {
    server_.Post("/v1/chat/completions",
                 [this](const httplib::Request&, httplib::Response& response) {
                   response.set_content(reply(), "application/json");
                 });
    server_.Get("/v1/models", [](const httplib::Request&, httplib::Response& response) {
      response.set_content(R"({"object":"list","data":[{"id":"m","object":"model"}]})",
                           "application/json");
    });
    port_ = server_.bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { server_.listen_after_bind(); });
  }
  ~Model() {
    think(false);
    server_.stop();
    thread_.join();
  }
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
  void say(Doing doing) {
    const std::lock_guard lock(mutex_);
    doing_ = doing;
  }
  void think(bool on) {
    const std::lock_guard lock(mutex_);
    thinks_ = on;
    changed_.notify_all();
  }
  int asked() const { return asked_; }

 private:
  std::string reply() {
    ++asked_;
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, 60s, [this] { return !thinks_; });
    std::string calls;
    for (int i = 0; i < 40; ++i)
      calls += doing_ == Doing::types ? "type(\"" + std::string(800, 'x') + "\")\n"
                                      : "drag(100, 100, 900, 800)\n";
    const std::string text = quote_json("```python\nleft_click(500, 500)\n" + calls + "```");
    return R"({"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,)"
           R"("message":{"role":"assistant","content":)" +
           text + R"(},"finish_reason":"stop"}]})";
  }

  httplib::Server server_;
  int port_ = 0;
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Doing doing_ = Doing::drags;
  bool thinks_ = false;
  std::atomic<int> asked_ = 0;
};

// The run, with its page.
class Run {
 public:
  Run(const PanicScreen& screen, const std::string& upstream, const std::string& folder) {
    ChildCommand command;
    command.program = join_path(join_path(join_path(executable_folder(), ".."), "bin"), "proxy");
    command.arguments = {"--upstream",  upstream,      "--listen", "127.0.0.1:0",
                         "--dashboard", "127.0.0.1:0", "--runs",   folder,
                         "--yes",       "--profile",   "franz",    "work on it"};
    command.environment = screen.environment();
    for (const auto& [name, value] :
         std::vector<std::pair<std::string, std::string>>{{"SURFACE_KIND", "desktop"},
                                                          {"SURFACE_DISPLAY", "own"},
                                                          {"SURFACE_SETTLE_MS", "0"},
                                                          {"SURFACE_STILL_MS", "0"},
                                                          {"SAFETY_TAKEOVER", "off"},
                                                          {"LIMITS_ACT_S", "3600"},
                                                          {"LIMITS_PAUSE_AFTER_FAILURES", "0"}})
      command.environment.emplace_back("FRANZ_" + name, value);
    auto child = ChildProcess::start(
        command,
        {[this](std::string_view line) { take(line); },
         [](std::string_view line) { std::fprintf(stderr, "%s\n", std::string(line).c_str()); },
         {}});
    if (!child.ok()) give_up(child.error().message);
    child_ = std::move(child).value();
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, 30s, [this] { return !address_.empty(); }))
      give_up("the proxy does not begin");
    lock.unlock();
    client_ = std::make_unique<httplib::Client>(address_);
    client_->set_keep_alive(true);
    client_->set_tcp_nodelay(true);
  }
  ~Run() {
    child_->interrupt();
    std::this_thread::sleep_for(500ms);
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  void command(const std::string& name) {
    const auto answer = client_->Post("/api/control", {{"X-Franz-Control", "1"}},
                                      R"({"command":")" + name + "\"}", "application/json");
    if (!answer || answer->status != 200) give_up("/api/control: " + name + " did not work");
  }
  bool is_in(const std::string& part) {
    const auto answer = client_->Get("/api/run");
    return answer && answer->body.find(part) != std::string::npos;
  }
  // Gives up after a time-out.
  void wait_until_in(const std::string& part) {
    const double began = steady_time_exact_ms();
    while (!is_in(part)) {
      if (steady_time_exact_ms() - began > kPatience) give_up("the run is never in " + part);
      std::this_thread::sleep_for(1ms);
    }
  }

 private:
  void take(std::string_view line) {
    const std::size_t at = line.find("dashboard  ");
    if (at == std::string_view::npos) return;
    const std::lock_guard lock(mutex_);
    address_ = line.substr(at + 11);
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::string address_;
  std::unique_ptr<httplib::Client> client_;
  std::unique_ptr<ChildProcess> child_;
};

void wait_until(const std::function<bool()>& is_true, const char* what) {
  const double end = steady_time_exact_ms() + kPatience;
  while (!is_true()) {
    if (steady_time_exact_ms() > end) give_up(std::string("in vain: ") + what);
    std::this_thread::sleep_for(1ms);
  }
}

// Milliseconds since the panic.
struct Stopped {
  double input = 0;   // the last input; if there is none, because the model thinks, when the page
                      // was informed that the run is paused
  double let_go = 0;  // the last release of a button or key; none: 0
  bool left_down = false;
};

Stopped panic(Doing doing, Way way, PanicScreen& screen, Run& run) {
  Stopped stopped;
  const double began = steady_time_exact_ms();
  switch (way) {
    case Way::corner: screen.move({0, 0}); break;
    case Way::key: screen.press_panic_key(); break;
    case Way::button: run.command("panic"); break;
  }
  if (doing == Doing::thinks) {
    run.wait_until_in(R"("cause":"panic")");
    stopped.input = steady_time_exact_ms() - began;
  }
  // All input, until it has been quiet for long and nothing is down.
  double end = began + kQuietMs;
  while (true) {
    if (const auto at = screen.next_of_others(end)) {
      stopped.input = std::max(stopped.input, *at - began);
      end = *at + kQuietMs;
    } else if (screen.what_is_down().empty()) {
      break;
    } else if (end - began > kReleaseMs) {
      stopped.left_down = true;
      break;
    } else {
      end = steady_time_exact_ms() + kLookMs;
    }
    if (stopped.input > kPatience) give_up("input does not stop");
  }
  if (const auto at = screen.last_let_go()) stopped.let_go = std::max(0.0, *at - began);
  run.wait_until_in(R"("cause":"panic")");
  return stopped;
}

void print(const std::string& what, std::vector<double> ms) {
  std::ranges::sort(ms);
  std::printf("%-22s %5zu  %8.2f ms  %8.2f ms\n", what.c_str(), ms.size(), ms[ms.size() / 2],
              ms.back());
}

int bench(int tries) {
  auto opened = open_panic_screen();
  if (!opened.ok()) give_up(opened.error().message);
  PanicScreen& screen = *opened.value();
  auto folder = TemporaryFolder::make("panic_bench");
  if (!folder.ok()) give_up(folder.error().message);
  Model model;
  screen.move({640, 360});
  Run run(screen, model.url(), folder.value()->path());
  std::mt19937 random(1);
  std::map<std::string, std::vector<double>> all;
  std::vector<double> every, let_go;
  int left_down = 0;
  for (int i = 0; i < tries; ++i) {
    const Doing doing = kDoings[static_cast<std::size_t>(i) % kDoings.size()];
    const Way way = kWays[static_cast<std::size_t>(i / 3) % kWays.size()];
    model.say(doing);
    model.think(doing == Doing::thinks);
    const int asked = model.asked();
    if (i > 0) run.command("resume");
    if (doing == Doing::thinks) {
      wait_until([&] { return model.asked() > asked; }, "a request");
    } else {
      // It clicks; after that it is in the phase that the try is about.
      for (int seen = 0; seen < 8; ++seen)
        if (!screen.next_of_others(steady_time_exact_ms() + kPatience))
          give_up("nothing is done on the screen");
    }
    const int rest = std::uniform_int_distribution<int>(0, 250)(random);
    const double until = steady_time_exact_ms() + rest;
    while (screen.next_of_others(until)) {
    }
    const Stopped stopped = panic(doing, way, screen, run);
    if (stopped.left_down) ++left_down;
    all[std::string(name_of(doing)) + ", " + name_of(way)].push_back(stopped.input);
    every.push_back(stopped.input);
    if (doing == Doing::drags) let_go.push_back(stopped.let_go);
    if (way == Way::corner) screen.move({640, 360});
    while (screen.next_of_others(steady_time_exact_ms() + 1)) {
    }
    model.think(false);
    std::fprintf(stderr, "%d: %s, %s: %.2f ms, let go %.2f ms\n", i + 1, name_of(doing),
                 name_of(way), stopped.input, stopped.let_go);
  }
  std::printf("%-22s %5s  %11s  %11s\n", "panic, by", "tries", "median", "slowest");
  for (const auto& [what, ms] : all) print(what, ms);
  print("all", every);
  print("mid-drag, let go", let_go);
  std::printf("buttons or keys left down: %d times\n", left_down);
  return left_down == 0 ? 0 : 1;
}
}  // namespace
}  // namespace franz

int main(int count, char** arguments) {
  return franz::bench(count > 1 ? std::max(1, std::atoi(arguments[1])) : 200);
}
