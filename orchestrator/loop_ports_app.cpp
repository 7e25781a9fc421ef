#include "orchestrator/loop_ports_app.h"
#include <cmath>
#include <utility>
#include "common/desktop/bridge_connection.h"
#include "common/desktop/screen_bridge_app.h"
#include "common/formats/profile_choice.h"
#include "common/os/ask_child.h"
#include "common/os/clock.h"
#include "common/os/release_input.h"
#include "common/tools/surface_facts.h"
#include "orchestrator/load_state_app.h"
#include "orchestrator/turn_request.h"

namespace franz::orchestrator {
void release_input(const std::string& display, const std::string& api_key_env, Output& output) {
  if (const Status released = franz::release_input(display, api_key_env); !released.ok())
    output.log(LogLevel::warning, released.error().message);
}

void start_feeds(AppParts& parts, const Settings& settings, bool windows) {
  if (!parts.screen.person) return;
  Output& output = parts.output;
  const auto warning = [&output](const std::string& text) { output.log(LogLevel::warning, text); };
  if (windows && settings.safety.status_window)
    parts.status = std::make_unique<StatusFeed>(
        status_window_command(settings.model.api_key_env),
        StatusFeedPorts{[&output](std::string_view text) { return output.mask(text); }, warning});
  if (!parts.screen.facts().is_watched()) return;
  CommandBox& commands = parts.stopping.commands;
  parts.watch = std::make_unique<ScreenWatch>(
      parts.screen.display, settings.safety.panic_key, settings.model.api_key_env,
      ScreenWatchPorts{[&commands](ControlCommand command) {
                         // Only notes find no room.
                         static_cast<void>(commands.put(std::move(command)));
                       },
                       warning});
}

static LoopSettings read_settings(AppParts& parts, int turn) {
  LoopSettings now = parts.settings.read_again(turn);
  now.screen = parts.screen;  // [surface] display takes effect on restart only
  parts.output.add_key(now.settings.model.api_key_env);
  parts.server.api_key_env = now.settings.model.api_key_env;
  parts.exchange_log.set_on(now.settings.agent.exchange_log);
  parts.output.set_exchange_log(parts.exchange_log.place());
  return now;
}

static Result<Size> screen_size(AppParts& parts, const Settings& now, const RunScreen& screen) {
  const auto looked =
      ask_child("executor", to_json(size_request(now, screen)), executor_deadline_ms(now),
                parse_executor_reply, parts.stopping.cut.token(), parts.server.api_key_env);
  if (!looked.ok()) return Error{"the executor " + describe(looked.error())};
  const ExecutorReply& reply = looked.value();
  if (reply.screen.width > 0 && reply.screen.height > 0)
    return Size{reply.screen.width, reply.screen.height};
  return Error{reply.degraded.empty() ? "there is no picture of it" : reply.degraded.front()};
}

static Result<ExecutorReply, ChildFailure> execute(AppParts& parts, ExecutorRequest request,
                                                   int deadline_ms) {
  request.desktop.launch_prefix = parts.given.launch_prefix;
  const bool real = !is_repeatable(request.options.surface);
  const std::string& key = parts.server.api_key_env;
  const std::stop_token cut = parts.stopping.cut.token();
  if (cut.stop_requested())
    return ChildFailure{ChildFailure::Kind::ended, deadline_ms, "stopped before it began"};
  if (real && request.mode == ActingMode::interrupted)
    release_input(request.options.display, key, parts.output);
  auto acted = ask_child("executor", to_json(request), deadline_ms, parse_executor_reply, cut, key);
  if (!acted.ok() && real) {
    if (parts.watch) parts.watch->release();
    release_input(request.options.display, key, parts.output);
  }
  if (acted.ok()) parts.dump.save(request.dump_file, acted.value().screenshot_b64);
  return acted;
}

static ModelAnswer ask(AppParts& parts, const Question& question) {
  const LimitSettings& limits = question.settings->limits;
  parts.server.first_byte_ms = static_cast<int>(std::lround(limits.first_byte_s * 1000));
  parts.server.idle_ms = static_cast<int>(std::lround(limits.idle_s * 1000));
  const ModelRequest request{question.body,
                             FranzTurn{parts.run_id, question.turn, "", question.after},
                             question.max_tokens};
  parts.exchange_log.request(question.body);
  ModelTap tap;
  if (Recorder* const recorder = parts.recorder)
    tap = {[recorder](const FranzTurn& id, std::string_view whole) { recorder->sent(id, whole); },
           [recorder](std::string_view piece) { recorder->received(piece); }};
  ModelAnswer answer = parts.stopping.client.ask(parts.server, request, tap);
  parts.exchange_log.response(answer);
  const bool whole = answer.transport == ServerAnswer::Transport::whole;
  if (parts.recorder) parts.recorder->answered(whole);
  const std::string place = parts.exchange_log.place();
  if (!place.empty() && (!whole || answer.reply.kind != ModelReply::Kind::reply))
    parts.output.log(LogLevel::info, "the failed exchange is in " + place);
  return answer;
}

static std::optional<std::string> other_model(SettingsReader& reader,
                                              std::span<const std::string> listed) {
  const Settings& now = reader.current().settings;
  if (model_is_settled(reader.current())) return std::nullopt;
  const auto other = choose_model(now.model.name, now.agent.profile, listed);
  if (!other) return std::nullopt;
  reader.hold({"--model auto", "model", "name", other->name, true});
  return other->name;
}

static Status store(const RunDir& run, const LoopState& now, LoopPorts::Storing storing) {
  // A folder that was moved away is not made again: the run waits until it is back.
  if (!run.folder().is_still_there()) return Error{run.path() + ": the run folder is gone"};
  return run.folder().replace(
      kStateFile, to_json(now),
      storing == LoopPorts::Storing::safe ? Durability::synced : Durability::buffered);
}

static void set_model_ports(LoopPorts& ports, AppParts& parts) {
  ports.ask = [&parts](const Question& question) { return ask(parts, question); };
  ports.choose_model = [&parts](const std::string& model) {
    parts.reader.hold({"the dashboard", "model", "name", model});
  };
  ports.other_model = [&parts](std::span<const std::string> listed) {
    return other_model(parts.reader, listed);
  };
  ports.list_models = [&parts] { return parts.stopping.client.list_models(parts.server); };
  ports.context_length = [&parts](const std::string& model, const Question& asked) {
    return parts.stopping.client.ask_context(parts.server, model,
                                             FranzTurn{parts.run_id, asked.turn, "", asked.after});
  };
}

LoopPorts loop_ports(AppParts& parts) {
  LoopPorts ports;
  set_model_ports(ports, parts);
  ports.read_settings = [&parts](int turn) { return read_settings(parts, turn); };
  ports.screen_size = [&parts](const Settings& now, const RunScreen& screen) {
    return screen_size(parts, now, screen);
  };
  if (is_behind_bridge(parts.screen.display))
    ports.screen_trouble = [&parts] { return screen_trouble(parts.screen.display); };
  ports.dump_file = [&parts](const Settings& now) {
    return parts.dump.next_file(now.agent.dump_dir);
  };
  ports.execute = [&parts](const ExecutorRequest& request, int deadline_ms) {
    return execute(parts, request, deadline_ms);
  };
  ports.store = [&parts](const LoopState& now, LoopPorts::Storing storing) {
    return store(parts.run, now, storing);
  };
  ports.load_picture = [&parts](int turn, const PictureRef& picture) {
    return load_picture(parts.run, turn, picture);
  };
  ports.emit = [&parts](const LoopEvent& event) {
    parts.output.emit(event);
    if (parts.status) parts.status->report(event);
  };
  ports.log = [&parts](LogLevel level, const std::string& text) { parts.output.log(level, text); };
  ports.next_command = [&parts](int wait_ms) { return parts.stopping.commands.next(wait_ms); };
  ports.warning = [&parts](int turn) -> std::optional<Warning> {
    const std::optional<TurnWarning>& warning = parts.given.warning;
    if (!warning || warning->turn != turn) return std::nullopt;
    return warning->warning;
  };
  ports.unix_ms = unix_time_ms;
  ports.steady_ms = steady_time_exact_ms;
  ports.utc = utc_time;
  ports.random = [&parts] { return std::uniform_real_distribution<double>()(parts.random); };
  return ports;
}
}  // namespace franz::orchestrator
