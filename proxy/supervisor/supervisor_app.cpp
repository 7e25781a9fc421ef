#include "proxy/supervisor/supervisor_app.h"
#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <optional>
#include <random>
#include <utility>
#include "common/base/overload.h"
#include "common/os/clock.h"
#include "proxy/supervisor/person_program_app.h"
#include "proxy/supervisor/probe_app.h"

namespace franz::proxy {
namespace asio = boost::asio;
using boost::system::error_code;

static constexpr auto kDemoStart = std::chrono::seconds(10);
static constexpr std::size_t kEarlyLines = 100;
static constexpr std::size_t kLeaseDigits = 32;
static constexpr auto kAskRecordEvery = std::chrono::milliseconds(10);

static ChildGone gone(const ChildEnd& end) {
  ChildGone result;
  result.code = end.code;
  result.text = describe(end, std::chrono::milliseconds(0));
  switch (end.kind) {
    case ChildEnd::Kind::exited: result.kind = ChildGone::Kind::exited; break;
    case ChildEnd::Kind::not_started: result.kind = ChildGone::Kind::not_started; break;
    default: result.kind = ChildGone::Kind::killed;
  }
  return result;
}

struct SupervisorApp::Running {
  asio::io_context io{1};
  asio::executor_work_guard<asio::io_context::executor_type> work{io.get_executor()};
  asio::steady_timer timer{io};
  asio::steady_timer record_timer{io};  // polls until the last orchestrator's record is written
  bool waits_for_record = false;
  std::vector<std::string> waiting_lines;  // for the orchestrator that then starts
  UpstreamProbe probe{io};
  SupervisorAppOptions options;
  SupervisorSinks sinks;
  std::optional<Supervisor> supervisor;  // set by run()
  std::unique_ptr<ChildProcess> orchestrator, demo;
  PersonProgram person{
      io,
      {[this] { step(InputReady{}); }, [this](const std::string& why) { step(InputEnded{why}); },
       [this](const std::string& trouble) { step(ScreenReleased{trouble}); }}};
  ScreenAnswer taker;       // waits for the screen
  bool demo_ended = false;  // before run()
  ChildGone demo_end;
  std::vector<std::function<void()>> early;  // calls before run()
  std::atomic<bool> stop_asked = false;
  std::vector<std::string> early_demo_lines;
  std::mt19937 rng{std::random_device()()};
  int exit_code = 0;

  void step(const SupervisorEvent& event);
  void take(const ControlCommand& command, const Answer& answer);
  void perform(const SupervisorCommand& command);
  void start_when_recorded();
  void start_orchestrator();
  Status start_demo(const ChildCommand& command, const std::function<void(std::string_view)>& line);
  void wait();
};

void SupervisorApp::Running::step(const SupervisorEvent& event) {
  if (!supervisor) {
    early.emplace_back([this, event] { step(event); });
    return;
  }
  const double chance = std::uniform_real_distribution<double>(0, 1)(rng);
  const auto shown = [this] {
    return std::tuple(supervisor->program(), supervisor->why(), supervisor->until_ms(),
                      supervisor->restarts(), supervisor->is_taken_over());
  };
  const auto before = shown();
  const std::vector<SupervisorCommand> commands = supervisor->step(event, steady_time_ms(), chance);
  const auto after = shown();
  if (before != after || std::holds_alternative<Begun>(event)) sinks.changed(*supervisor);
  for (const SupervisorCommand& command : commands) perform(command);
  wait();
}

void SupervisorApp::Running::take(const ControlCommand& command, const Answer& answer) {
  if (!supervisor) {
    early.emplace_back([this, command, answer] { take(command, answer); });
    return;
  }
  const std::optional<ControlRefusal> refusal = supervisor->refusal(command);
  // Answer first: after a stop, the program may end.
  answer(refusal);
  if (!refusal) step(Commanded{command});
}

void SupervisorApp::Running::wait() {
  const std::optional<std::int64_t> due = supervisor->due_ms();
  timer.cancel();
  if (!due) return;
  timer.expires_after(
      std::chrono::milliseconds(std::max<std::int64_t>(0, *due - steady_time_ms())));
  timer.async_wait([this](const error_code& code) {
    if (!code) step(TimePassed{});
  });
}

void SupervisorApp::Running::perform(const SupervisorCommand& command) {
  std::visit(Overload{[this](const ProbeUpstream&) {
                        probe.start(options.upstream, [this](const ModelsAnswer& answer) {
                          step(Probed{judge_probe(answer, options.upstream, kProbeTimeoutS)});
                        });
                      },
                      [this](const StartOrchestrator&) {
                        waits_for_record = true;
                        waiting_lines.clear();
                        start_when_recorded();
                      },
                      [this](const SendLine& line) {
                        if (waits_for_record) waiting_lines.push_back(line.line);
                        if (orchestrator) orchestrator->write_line(line.line);
                      },
                      [this](const KillOrchestrator&) {
                        if (std::exchange(waits_for_record, false))
                          asio::post(io, [this] {
                            step(OrchestratorGone{{ChildGone::Kind::killed, 0, "was not started"}});
                          });
                        if (orchestrator) orchestrator->kill();
                      },
                      [this](const StartDemo&) {
                        const Status started = start_demo(options.demo, nullptr);
                        if (started.ok()) return;
                        ChildGone end{ChildGone::Kind::not_started, 0,
                                      "could not be started: " + started.error().message};
                        asio::post(io, [this, end] { step(DemoGone{end}); });
                      },
                      [this](const Say& message) { sinks.say(message.warning, message.text); },
                      [this](const StartInput&) { person.start(options.person_input); },
                      [this](const SendInput& input) { person.send(input.line); },
                      [this](const EndInput&) { person.end(); },
                      [this](const EndRelease&) { person.end_release(); },
                      [this](const ReleaseScreen&) { person.release(options.release_screen); },
                      [this](const AnswerTakeover& answer) {
                        const ScreenAnswer asked = std::exchange(taker, nullptr);
                        if (!asked) return;
                        if (answer.why.empty()) return asked(std::nullopt, answer.lease);
                        asked(ControlRefusal{ControlRefusal::Kind::state, answer.why}, "");
                      },
                      [this](const PersonReport& report) { sinks.person(report); },
                      [this](const EndProxy& end) {
                        exit_code = end.exit_code;
                        io.stop();
                      }},
             command);
}

void SupervisorApp::Running::start_when_recorded() {
  if (!waits_for_record) return;
  if (options.record_is_empty()) {
    waits_for_record = false;
    start_orchestrator();
    for (const std::string& line : std::exchange(waiting_lines, {}))
      if (orchestrator) orchestrator->write_line(line);
    return;
  }
  record_timer.expires_after(kAskRecordEvery);
  record_timer.async_wait([this](const error_code& code) {
    if (!code) start_when_recorded();
  });
}

void SupervisorApp::Running::start_orchestrator() {
  ChildProcess::Handlers handlers;
  handlers.on_output_line = [this, spoke = false, halted = false,
                             yields = false](std::string_view line) mutable {
    sinks.loop_line(std::string(line));
    if (line.starts_with(R"({"event":"state")")) {
      const Result<LoopEvent> state = parse_loop_event(line);  // invalid events are logged
      const bool now = state.ok() && (state.value().cause == PauseCause::panic ||
                                      state.value().cause == PauseCause::takeover);
      if (now != std::exchange(halted, now))
        asio::post(io, [this, now] { step(OrchestratorHalted{now}); });
      const bool yielded = state.ok() && state.value().cause == PauseCause::page;
      if (yielded && !std::exchange(yields, yielded))
        asio::post(io, [this] { step(OrchestratorYielded{}); });
      yields = yielded;
    }
    if (line.starts_with(R"({"event":"finished")")) {
      const Result<LoopEvent> last = parse_loop_event(line);  // invalid events are logged
      if (last.ok())
        asio::post(io,
                   [this, finish = last.value().finish] { step(OrchestratorFinished{finish}); });
    }
    if (!std::exchange(spoke, true)) asio::post(io, [this] { step(OrchestratorSpoke{}); });
  };
  handlers.on_error_line = [this](std::string_view line) {
    sinks.loop_error_line(std::string(line));
  };
  handlers.on_end = [this](const ChildEnd& end) {
    // Called directly after its last line; the supervisor then decides what follows.
    sinks.loop_ended(end.ok());
    asio::post(io, [this, end = gone(end)] {
      orchestrator.reset();
      step(OrchestratorGone{end});
    });
  };
  auto child = ChildProcess::start(options.orchestrator, std::move(handlers));
  if (child.ok()) {
    orchestrator = std::move(child).value();
    return;
  }
  ChildGone end{ChildGone::Kind::not_started, 0, "could not be started: " + child.error().message};
  asio::post(io, [this, end] { step(OrchestratorGone{end}); });
}

Status SupervisorApp::Running::start_demo(const ChildCommand& command,
                                          const std::function<void(std::string_view)>& on_line) {
  demo.reset();
  ChildProcess::Handlers handlers;
  handlers.on_output_line = [this, on_line](std::string_view line) {
    if (!on_line) return;
    asio::post(io, [on_line, line = std::string(line)] { on_line(line); });
  };
  handlers.on_error_line = [this](std::string_view line) {
    asio::post(io, [this, line = std::string(line)] {
      if (sinks.demo_error_line) {
        sinks.demo_error_line(line);
      } else if (early_demo_lines.size() < kEarlyLines) {
        early_demo_lines.push_back(line);
      }
    });
  };
  handlers.on_end = [this](const ChildEnd& end) {
    asio::post(io, [this, end = gone(end)] {
      demo_ended = true;
      demo_end = end;
      if (supervisor) step(DemoGone{end});
    });
  };
  auto child = ChildProcess::start(command, std::move(handlers));
  if (!child.ok()) return child.error();
  demo_ended = false;
  demo = std::move(child).value();
  return Done{};
}

SupervisorApp::SupervisorApp() : running_(std::make_unique<Running>()) {}

SupervisorApp::~SupervisorApp() { end_children(); }

void SupervisorApp::end_children() {
  running_->orchestrator.reset();
  running_->demo.reset();
  running_->person.reset();
}

Result<Address> SupervisorApp::start_demo(const ChildCommand& command) {
  static constexpr std::string_view kReady = "listening on http://";
  // Lines may arrive after this function has returned, so the target is shared.
  const auto address = std::make_shared<std::optional<Address>>();
  const auto on_line = [address](std::string_view line) {
    const std::size_t at = line.find(kReady);
    if (at == std::string_view::npos || *address) return;
    const auto read = parse_address(line.substr(at + kReady.size()));
    if (read.ok()) *address = read.value();
  };
  const Status started = running_->start_demo(command, on_line);
  if (!started.ok()) return within("demo_vlm: could not be started", started.error());
  const auto deadline = std::chrono::steady_clock::now() + kDemoStart;
  while (!*address && !running_->demo_ended) {
    if (running_->stop_asked) return Error{"demo_vlm: stopped before it printed its address"};
    if (running_->io.run_one_until(deadline) == 0)
      return Error{"demo_vlm: it did not print its address"};
  }
  if (!*address) return Error{"demo_vlm: " + running_->demo_end.text};
  return **address;
}

bool SupervisorApp::stop_was_asked() const { return running_->stop_asked; }

void SupervisorApp::command(const ControlCommand& command, Answer answer) {
  asio::post(running_->io, [running = running_.get(), command, answer = std::move(answer)] {
    running->take(command, answer);
  });
}

static const ControlRefusal kNotBegun{ControlRefusal::Kind::state, "the run is just beginning"};

void SupervisorApp::take_over(ScreenAnswer answer) {
  asio::post(running_->io, [running = running_.get(), answer = std::move(answer)] {
    if (!running->supervisor) return answer(kNotBegun, "");
    if (const auto refusal = running->supervisor->takeover_refusal()) return answer(refusal, "");
    running->taker = answer;
    running->step(TakeOverAsked{random_hex(kLeaseDigits)});
  });
}

void SupervisorApp::person_sent(const std::string& lease, const std::vector<PersonEvent>& events,
                                ScreenAnswer answer) {
  asio::post(running_->io, [running = running_.get(), lease, events, answer = std::move(answer)] {
    if (!running->supervisor) return answer(kNotBegun, "");
    if (const auto refusal = running->supervisor->input_refusal(lease)) return answer(refusal, "");
    if (events.empty()) {
      answer(std::nullopt, "");
    } else if (!running->person.expect(answer)) {
      return answer(ControlRefusal{ControlRefusal::Kind::too_many, "too much input is waiting"},
                    "");
    }
    running->step(PersonSent{lease, events});
  });
}

void SupervisorApp::hand_back(const std::string& lease, ScreenAnswer answer) {
  asio::post(running_->io, [running = running_.get(), lease, answer = std::move(answer)] {
    if (!running->supervisor) return answer(kNotBegun, "");
    if (const auto refusal = running->supervisor->input_refusal(lease)) return answer(refusal, "");
    answer(std::nullopt, "");
    running->step(HandedBack{lease});
  });
}

void SupervisorApp::notes_taken(const std::vector<int>& numbers) {
  asio::post(running_->io,
             [running = running_.get(), numbers] { running->step(NotesTaken{numbers}); });
}

void SupervisorApp::recorded(int turn) {
  asio::post(running_->io,
             [running = running_.get(), turn] { running->step(TurnIsRecorded{turn}); });
}

void SupervisorApp::ask_to_stop() {
  // Set immediately, for code that checks it before run().
  running_->stop_asked = true;
  asio::post(running_->io, [running = running_.get()] { running->step(StopAsked{}); });
}

int SupervisorApp::run(SupervisorAppOptions options, SupervisorSinks sinks) {
  running_->options = std::move(options);
  running_->sinks = std::move(sinks);
  running_->supervisor.emplace(running_->options.supervisor);
  for (std::string& line : std::exchange(running_->early_demo_lines, {}))
    if (running_->sinks.demo_error_line) running_->sinks.demo_error_line(std::move(line));
  running_->step(Begun{});
  if (running_->demo_ended) running_->step(DemoGone{running_->demo_end});
  for (const std::function<void()>& each : std::exchange(running_->early, {})) each();
  running_->io.run();
  return running_->exit_code;
}
}  // namespace franz::proxy
