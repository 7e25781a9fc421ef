#include "orchestrator/orchestrator_app.h"
#include <CLI/CLI.hpp>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <functional>
#include <future>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <stop_token>
#include <thread>
#include "common/base/count_text.h"
#include "common/base/secrets.h"
#include "common/os/api_key.h"
#include "common/os/ask_child.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/os/open_files.h"
#include "common/os/paths.h"
#include "common/os/print.h"
#include "common/os/secret_variables.h"
#include "common/os/set_aside.h"
#include "common/os/settings_reader.h"
#include "common/os/stdio.h"
#include "common/os/stop_signals.h"
#include "common/run/run_dir_app.h"
#include "common/wire/flag_values.h"
#include "orchestrator/model_url.h"
#include "orchestrator/recorded_story.h"
#include "orchestrator/system_message.h"
#include "orchestrator/turn_loop.h"
#include "orchestrator/vlm_client_app.h"

namespace franz::orchestrator {
using namespace std::chrono_literals;

static constexpr auto kTurnMayEndIn = 1s;        // after a stop, before the turn is cut
static constexpr std::size_t kNeededFiles = 32;  // a turn takes some 15
static constexpr std::size_t kMostTold = 20;     // records that cannot be read, one by one
static constexpr std::size_t kMaxCommandLine = 64UL << 10U;

namespace {
struct Options {
  std::string config, run_dir, vlm;
  std::vector<FlagValue> flags;
};

// The model's key, which a server may repeat in what it complains of: masked in all that we print.
// It grows with the settings; any thread prints.
class Masking {
 public:
  void add(const std::string& api_key_env) {
    const std::lock_guard lock(mutex_);
    add_keys(secrets_, api_key_env);
  }
  std::string operator()(std::string_view text) {
    const std::lock_guard lock(mutex_);
    return secrets_.mask(text);
  }

 private:
  std::mutex mutex_;
  Secrets secrets_;
};
Masking masked;  // of this program's only output

void log(LogLevel level, const std::string& text) {
  static constexpr const char* kNames[] = {"info", "warning", "error"};
  print_error(masked(std::string(kNames[static_cast<int>(level)]) + ": " + text));
}

// Commands wait here, from standard input and signals; the loop takes them. A stop that the loop
// does not see within kTurnMayEndIn cuts the turn.
class Mailbox {
 public:
  explicit Mailbox(std::function<void()> cut) : cut_(std::move(cut)) {}

  void put(ControlCommand command) {
    const bool stop = command.kind == ControlCommand::Kind::stop;
    {
      const std::lock_guard lock(mutex_);
      commands_.push_back(std::move(command));
    }
    changed_.notify_all();
    if (!stop || stopping_.exchange(true)) return;
    std::thread([this] {
      std::this_thread::sleep_for(kTurnMayEndIn);
      cut_();
    }).detach();  // the program ends within the second, or is cut
  }

  std::optional<ControlCommand> next(int wait_ms) {
    std::unique_lock lock(mutex_);
    const auto there = [this] { return !commands_.empty(); };
    if (wait_ms < 0) {
      changed_.wait(lock, there);
    } else if (wait_ms > 0) {
      changed_.wait_for(lock, std::chrono::milliseconds(wait_ms), there);
    }
    if (commands_.empty()) return std::nullopt;
    ControlCommand command = std::move(commands_.front());
    commands_.pop_front();
    return command;
  }

 private:
  std::function<void()> cut_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<ControlCommand> commands_;
  std::atomic<bool> stopping_ = false;
};

// Events go to the proxy; a person at a terminal reads the log instead.
void emit(const LoopEvent& event) {
  static const bool terminal = output_is_terminal();
  if (terminal) return;
  if (const Status written = write_standard_output(masked(to_json(event)) + "\n"); !written.ok()) {
    static std::once_flag once;
    std::call_once(once, [&] { log(LogLevel::warning, "events: " + written.error().message); });
  }
}

// Settings and prompt as of this turn; tells what changed since the last.
class SettingsSource {
 public:
  explicit SettingsSource(SettingsReader& reader) : reader_(reader) {}

  Status start() {
    Result<std::string> prompt = reader_.read_system_prompt();
    if (!prompt.ok()) return within("[agent] system_prompt", prompt.error());
    prompt_ = std::move(prompt).value();
    for (const SettingsNotice& notice : reader_.first_notices()) tell(notice.text);
    tell_settings({});
    return Done{};
  }

  LoopSettings read_again() {
    const SettingsReader::Update update = reader_.read_again();
    for (const SettingsNotice& notice : update.notices) tell(notice.text);
    std::vector<std::string> changed = update.changes;
    read_prompt(changed);
    for (const std::string& change : changed) log(LogLevel::info, change);
    if (!changed.empty()) tell_settings(changed);
    const Settings& settings = reader_.current().settings;
    return {settings, system_message(prompt_, settings)};
  }

 private:
  void read_prompt(std::vector<std::string>& changed) {
    const std::string& file = reader_.current().settings.agent.system_prompt;
    Result<std::string> prompt = reader_.read_system_prompt();
    const std::string trouble = prompt.ok() ? "" : prompt.error().message;
    if (trouble != prompt_trouble_ && !trouble.empty())
      tell("[agent] system_prompt: " + trouble + "; the last good one stays in force");
    prompt_trouble_ = trouble;
    if (!prompt.ok() || prompt.value() == prompt_) return;
    prompt_ = std::move(prompt).value();
    changed.push_back(file + ": the system prompt has changed");
  }

  static void tell(const std::string& text) {
    log(LogLevel::warning, text);
    LoopEvent event;
    event.kind = LoopEvent::Kind::warning;
    event.text = text;
    emit(event);
  }

  void tell_settings(const std::vector<std::string>& changed) const {
    LoopEvent event;
    event.kind = LoopEvent::Kind::config;
    event.settings = settings_as_json(reader_.current().settings);
    event.sources = sources_as_json(reader_.current());
    event.changes = changed;
    emit(event);
  }

  SettingsReader& reader_;
  std::string prompt_, prompt_trouble_;
};

// state.json: replaced at once, made durable beside the executor's work.
class StateFile {
 public:
  explicit StateFile(std::string run_dir) : run_dir_(std::move(run_dir)) {}

  Status store(const LoopState& state) {
    if (Status opened = open_folder(); !opened.ok()) return opened;
    Status stored = folder_->replace(kStateFile, to_json(state), Durability::buffered);
    if (stored.ok())
      syncing_ = std::async(std::launch::async, [this] { return folder_->sync(kStateFile); });
    return stored;
  }

  Status settle() { return syncing_.valid() ? syncing_.get() : Status(Done{}); }

 private:
  // A folder that was moved away or removed is made again, as the proxy and the capturer do.
  Status open_folder() {
    if (folder_ && folder_->is_still_there()) return Done{};
    static_cast<void>(settle());  // it works on that folder
    folder_.reset();
    Result<Folder> made = Folder::make(run_dir_);
    if (!made.ok()) return made.error();
    folder_.emplace(std::move(made).value());
    return Done{};
  }

  std::string run_dir_;
  std::optional<Folder> folder_;
  std::future<Status> syncing_;
};

// The story of the newest record that the proxy left in the run folder. Failure: nobody can tell.
Result<std::optional<LoopState>> newest_record(const RunDir& run) {
  const Result<std::vector<FolderEntry>> entries = run.folder().list();
  if (!entries.ok()) return entries.error();
  std::map<int, std::string, std::greater<>> records;
  for (const FolderEntry& entry : entries.value())
    if (const auto turn = turn_of_record_file(entry.name)) records[*turn] = entry.name;
  std::size_t unreadable = 0;
  const auto tell_the_rest = [&] {
    if (unreadable > kMostTold)
      log(LogLevel::warning, count_text(unreadable - kMostTold, "more record") + " cannot be read");
  };
  for (const auto& [turn, name] : records) {
    const Result<std::string> text = run.read(name);
    Result<LoopState> state = text.ok() ? recorded_story(text.value()) : text.error();
    if (state.ok() && state.value().turn == turn) {
      tell_the_rest();
      return std::optional(std::move(state).value());
    }
    if (++unreadable > kMostTold) continue;
    log(LogLevel::warning, name + " cannot be read: " +
                               (state.ok() ? "/turn: not the file's" : state.error().message));
  }
  tell_the_rest();
  return std::optional<LoopState>();
}

// Where the run stands. A state that cannot be read is kept aside; the newest record stands in for
// it. Failure: something else than a file is in its place, it can neither be read nor be moved, or
// the records cannot be listed.
Result<LoopState> load_state(const RunDir& run) {
  std::string trouble;
  const Result<std::string> text = run.read(kStateFile);
  if (text.ok() || text.error().code == ErrorCode::too_large) {
    Result<LoopState> state = text.ok() ? parse_loop_state(text.value()) : text.error();
    if (state.ok()) return state;
    if (state.error().code == ErrorCode::other_version)
      return within(join_path(run.path(), kStateFile), state.error());
    const Result<std::string> aside = set_aside(run.folder(), kStateFile);
    if (!aside.ok()) return aside.error();
    trouble = "state.json cannot be read (" + state.error().message + "); it is kept as " +
              join_path(run.path(), aside.value());
  } else if (text.error().code != ErrorCode::missing) {
    return text.error();
  }
  Result<std::optional<LoopState>> newest = newest_record(run);
  if (!newest.ok()) return newest.error();
  std::optional<LoopState>& recorded = newest.value();
  if (recorded) {
    log(LogLevel::warning, (trouble.empty() ? "state.json is missing" : trouble) +
                               "; the story of the recorded turn " +
                               std::to_string(recorded->turn) + " goes on");
    return std::move(*recorded);
  }
  if (!trouble.empty()) log(LogLevel::error, trouble + "; there is no record: a new story begins");
  return LoopState{};
}

std::optional<int> parse_options(int count, const char* const* arguments, Options& options) {
  CLI::App app(
      "FRANZ orchestrator: keeps the story and runs executor, capturer and model in turns.\n"
      "The proxy starts it; it also runs alone.");
  app.allow_windows_style_options(false);  // "/runs/one" is a path, on every system
  app.set_version_flag("--version", std::string("orchestrator ") + FRANZ_VERSION);
  std::string profile, objective, turns;
  app.add_option("--config", options.config, "settings file (default: config/config.ini)");
  app.add_option("--profile", profile, "settings of config/profiles/NAME.ini")->type_name("NAME");
  app.add_option("--objective", objective,
                 "what the model is to do, in place of [agent] objective");
  app.add_option("--vlm", options.vlm,
                 "the model's server (default: FRANZ_VLM_URL, then [proxy] upstream)")
      ->type_name("URL");
  app.add_option("--run-dir", options.run_dir,
                 "run folder (default: FRANZ_RUN_DIR, then a new one under [proxy] runs)")
      ->type_name("DIR");
  app.add_option("--turns", turns, "end after turn N of the run")->type_name("N");
  try {
    app.parse(count, arguments);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  const auto hold = [&](const char* flag, const char* section, const char* key,
                        const std::string& value) {
    if (app.count(flag) > 0) options.flags.push_back({flag, section, key, value});
  };
  hold("--profile", "agent", "profile", profile);
  hold("--objective", "agent", "objective", objective);
  hold("--turns", "limits", "max_turns", turns);
  return std::nullopt;
}

std::string model_url(const Options& options, const Settings& settings) {
  if (!options.vlm.empty()) return options.vlm;
  return environment("FRANZ_VLM_URL").value_or(settings.proxy.upstream);
}
}  // namespace

static int fail(int code, const std::string& text) {
  print_error(masked("orchestrator: " + text));
  return code;
}

int run_orchestrator_app(int argument_count, const char* const* arguments) {
  Options options;
  if (const auto code = parse_options(argument_count, arguments, options)) return *code;
  if (const Status files = require_open_files(kNeededFiles); !files.ok())
    return fail(3, files.error().message);

  if (const auto held = environment("FRANZ_FLAGS")) {
    const auto flags = parse_flag_values(*held);
    if (!flags.ok()) return fail(2, "FRANZ_FLAGS: " + flags.error().message);
    options.flags.insert(options.flags.end(), flags.value().begin(), flags.value().end());
  }
  // Started again by the proxy in the middle of a run, a bad edit must not end the run.
  const bool under_proxy = environment("FRANZ_RUN_ID").has_value();
  SettingsReader reader(options.config, options.flags);
  if (const Status started = reader.start(under_proxy ? BadFile::keep_going : BadFile::refuse);
      !started.ok())
    return fail(2, started.error().message);
  const Settings& at_start = reader.current().settings;
  masked.add(at_start.model.api_key_env);
  // The settings take no other name than a row's.
  const Memory& memory = *find_memory(at_start.agent.memory);

  ModelServer server;
  server.url = model_url(options, at_start);
  server.host_header = environment("FRANZ_VLM_HOST").value_or("");
  server.ca_file = at_start.proxy.ca_file;
  if (server.url == "demo")
    return fail(2, "the demo model is started by the proxy; name a running server with --vlm URL");
  const Result<ModelUrl> url = parse_model_url(server.url);
  if (!url.ok()) return fail(2, "the model's address: " + url.error().message);
  if (url.value().tls && !http_client_speaks_tls())
    return fail(2, server.url + ": this build has no TLS; it needs an http:// address");
  // Under the proxy the loop pauses and says so: the setting may have been edited in mid-run.
  if (const auto key = read_api_key(at_start.model.api_key_env); !key.ok() && !under_proxy)
    return fail(2, within("[model] api_key_env", key.error()).message);

  std::string run_dir =
      options.run_dir.empty() ? environment("FRANZ_RUN_DIR").value_or("") : options.run_dir;
  if (run_dir.empty()) run_dir = join_path(at_start.proxy.runs, "run_" + utc_stamp(unix_time_ms()));
  Result<Folder> folder = Folder::make(run_dir);
  if (!folder.ok()) return fail(1, "the run folder: " + folder.error().message);
  Result<LoopState> state = load_state(RunDir(std::move(folder).value()));
  if (!state.ok()) return fail(1, state.error().message);

  SettingsSource settings(reader);
  if (const Status started = settings.start(); !started.ok())
    return fail(2, started.error().message);

  VlmClient client;
  std::stop_source cut;
  Mailbox mailbox([&] {
    cut.request_stop();
    client.stop();
  });
  watch_stop_signals([&](int count) {
    if (count > 1) std::_Exit(kStopped);
    mailbox.put({ControlCommand::Kind::stop, ""});
  });
  std::thread([&mailbox] {
    read_input_lines(kMaxCommandLine, [&](std::string_view line) {
      if (line.empty()) return;
      Result<ControlCommand> command = parse_control_command(line);
      if (command.ok()) return mailbox.put(std::move(command).value());
      log(LogLevel::warning, "a command was refused: " + command.error().message);
    });
  }).detach();  // blocks in read until the program ends

  StateFile file(run_dir);
  const std::string run_id = environment("FRANZ_RUN_ID").value_or(random_hex(12));
  std::mt19937 random{std::random_device{}()};
  LoopPorts ports;
  ports.read_settings = [&] {
    LoopSettings now = settings.read_again();
    masked.add(now.settings.model.api_key_env);
    server.api_key_env = now.settings.model.api_key_env;
    return now;
  };
  ports.execute = [&](const ExecutorRequest& request, int deadline_ms) {
    return ask_child("executor", to_json(request), deadline_ms, parse_executor_reply,
                     cut.get_token(), server.api_key_env);
  };
  ports.ask = [&](const Question& question) {
    const Settings& now = *question.settings;
    server.first_byte_ms = static_cast<int>(std::lround(now.limits.first_byte_s * 1000));
    server.idle_ms = static_cast<int>(std::lround(now.limits.idle_s * 1000));
    return client.ask(server, {question.body, run_id + "/" + std::to_string(question.turn) + "/" +
                                                  std::to_string(question.attempt)});
  };
  ports.list_models = [&] { return client.list_models(server); };
  ports.store = [&](const LoopState& now) { return file.store(now); };
  ports.settle = [&] { return file.settle(); };
  ports.emit = emit;
  ports.log = log;
  ports.next_command = [&](int wait_ms) { return mailbox.next(wait_ms); };
  ports.unix_ms = unix_time_ms;
  ports.steady_ms = steady_time_exact_ms;
  ports.utc = utc_time;
  ports.random = [&] { return std::uniform_real_distribution<double>()(random); };

  TurnLoop loop(std::move(ports), memory, std::move(state).value(), run_dir);
  const Finish finish = loop.run();
  static_cast<void>(file.settle());
  log(LogLevel::info, "finished: " + finish.text);
  // The input thread still reads: leave without waiting for it.
  std::_Exit(exit_code(finish.reason));
}
}  // namespace franz::orchestrator
