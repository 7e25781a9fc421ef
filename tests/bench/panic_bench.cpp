// How long input goes on behind a panic: a whole run on an X display of the program's own (Xvfb and
// openbox), stopped again and again in the middle of drags, of texts and of the model's thinking,
// by the corner, the key and the dashboard's button. Everything that the screen gets is listened to
// as the server tells it; what we do not send ourselves is the run's.
//
//   panic_bench [TRIES]     beside the programs in ../bin; 200 where it is not said
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
#include "executor/desktop/x11_connection.h"
#include "executor/desktop/x11_raw_input.h"
#include "executor/desktop/x11_sender.h"
#include "tests/support/pressed_input.h"
#include "tests/support/virtual_display.h"

namespace franz {
namespace {
using namespace std::chrono_literals;
using executor::InputEvent;

constexpr int kQuietMs = 300;     // so long nothing more may come behind a panic
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

// A model server that says what the next try needs.
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

// The person's hands, and ears for what the screen gets besides.
class Person : private executor::TakeoverWatch {
 public:
  explicit Person(const std::string& display)
      : hands_(open(display)), ears_(open(display)), raw_(listen(*ears_)), sender_(*hands_, this) {}

  void move(Point at) {
    sender_.move(at);
    flush();
  }
  void press(const std::vector<int>& keys) {
    for (const int each : keys) sender_.key(each, true);
    for (auto each = keys.rbegin(); each != keys.rend(); ++each) sender_.key(*each, false);
    flush();
  }
  void flush() { static_cast<void>(hands_->sync()); }

  // Listens until `end` (a steady time), or until something comes that is not ours: when that was.
  std::optional<double> next_of_others(double end) {
    while (true) {
      while (const auto each = raw_.next())
        if (sent_.is_somebody_else(each->event, each->source)) return steady_time_exact_ms();
      const double left = end - steady_time_exact_ms();
      if (left <= 0) return std::nullopt;
      ears_->wait_for_event(static_cast<int>(left) + 1);
    }
  }

 private:
  static std::unique_ptr<executor::X11Connection> open(const std::string& display) {
    auto x11 = executor::X11Connection::open(display);
    if (!x11.ok()) give_up(x11.error().message);
    return std::move(x11).value();
  }
  static executor::X11RawInput listen(executor::X11Connection& x11) {
    auto raw = executor::X11RawInput::open(x11);
    if (!raw.ok()) give_up(raw.error().message);
    return std::move(raw).value();
  }
  void expect(const InputEvent& event) override { sent_.sent(event); }
  bool taken_over() override { return false; }
  void wait(int) override {}

  std::unique_ptr<executor::X11Connection> hands_, ears_;
  executor::X11RawInput raw_;
  executor::SentInput sent_;
  executor::X11Sender sender_;
};

// The run, with its page.
class Run {
 public:
  Run(const VirtualDisplay& display, const std::string& upstream, const std::string& folder) {
    ChildCommand command;
    command.program = join_path(join_path(folder_of(folder_of(executable_path())), "bin"), "proxy");
    command.arguments = {"--upstream",  upstream, "--listen", "127.0.0.1:0", "--dashboard",
                         "127.0.0.1:0", "--runs", folder,     "--yes",       "work on it"};
    command.environment = display.environment();
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
  // Gives up when it never is.
  void wait_until_in(const std::string& part) {
    const double began = steady_time_exact_ms();
    while (!is_in(part)) {
      if (steady_time_exact_ms() - began > kPatience) give_up("the run is never in " + part);
      std::this_thread::sleep_for(1ms);
    }
  }

 private:
  static std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/')); }

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

// Milliseconds from the panic to the last input that came; where there is none, because the model
// thinks, to its being told on the page that the run is paused.
double panic(Doing doing, Way way, Person& person, Run& run) {
  double stopped_ms = 0;
  const double began = steady_time_exact_ms();
  switch (way) {
    case Way::corner: person.move({0, 0}); break;
    case Way::key: person.press({37, 64, 127}); break;  // ctrl, alt, pause on a pc keyboard
    case Way::button: run.command("panic"); break;
  }
  if (doing == Doing::thinks) {
    run.wait_until_in(R"("cause":"panic")");
    stopped_ms = steady_time_exact_ms() - began;
  }
  // All that comes, until it has been quiet for long.
  double end = began + kQuietMs;
  while (const auto at = person.next_of_others(end)) {
    stopped_ms = *at - began;
    end = *at + kQuietMs;
    if (stopped_ms > kPatience) give_up("input does not stop");
  }
  run.wait_until_in(R"("cause":"panic")");
  return stopped_ms;
}

void print(const std::string& what, std::vector<double> ms) {
  std::ranges::sort(ms);
  std::printf("%-22s %5zu  %8.2f ms  %8.2f ms\n", what.c_str(), ms.size(), ms[ms.size() / 2],
              ms.back());
}

int bench(int tries) {
  auto display = VirtualDisplay::start(Size{1280, 720});
  if (!display.ok()) give_up(display.error().message);
  auto folder = TemporaryFolder::make("panic_bench");
  if (!folder.ok()) give_up(folder.error().message);
  Model model;
  Person person(display.value()->name());
  person.move({640, 360});
  Run run(*display.value(), model.url(), folder.value()->path());
  std::mt19937 random(1);
  std::map<std::string, std::vector<double>> all;
  std::vector<double> every;
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
      // It clicks, and then it is in what the try is about.
      for (int seen = 0; seen < 8; ++seen)
        if (!person.next_of_others(steady_time_exact_ms() + kPatience))
          give_up("nothing is done on the screen");
    }
    const int rest = std::uniform_int_distribution<int>(0, 250)(random);
    const double until = steady_time_exact_ms() + rest;
    while (person.next_of_others(until)) {
    }
    const double stopped_ms = panic(doing, way, person, run);
    if (!what_is_down(display.value()->name()).empty()) ++left_down;
    all[std::string(name_of(doing)) + ", " + name_of(way)].push_back(stopped_ms);
    every.push_back(stopped_ms);
    if (way == Way::corner) person.move({640, 360});
    while (person.next_of_others(steady_time_exact_ms() + 1)) {
    }
    model.think(false);
  }
  std::printf("%-22s %5s  %11s  %11s\n", "panic, by", "tries", "median", "slowest");
  for (const auto& [what, ms] : all) print(what, ms);
  print("all", every);
  std::printf("buttons or keys left down: %d times\n", left_down);
  return left_down == 0 ? 0 : 1;
}
}  // namespace
}  // namespace franz

int main(int count, char** arguments) {
  return franz::bench(count > 1 ? std::max(1, std::atoi(arguments[1])) : 200);
}
