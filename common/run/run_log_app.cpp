#include "common/run/run_log_app.h"
#include <utility>
#include "common/base/sha256.h"
#include "common/os/paths.h"

namespace franz {
static constexpr std::size_t kLogPiece = 256UL << 10U;

static Error no_log(const RunDir& dir, const Error& error) {
  if (error.code != ErrorCode::missing || !dir.folder().kind(kOldRunFile)) return error;
  return Error{join_path(dir.path(), kOldRunFile) +
                   ": this is a run of version franz.run.v2; this FRANZ reads " + kRunProtocol +
                   " only",
               ErrorCode::other_version};
}

Status RunLogReader::read(const RunDir& dir,
                          const std::function<bool(const ReadRunLine&)>& on_line) {
  const auto file = dir.open_file(kRunLog);
  if (!file.ok()) return no_log(dir, file.error());
  std::string text;
  std::uint64_t next = end_;
  const auto damaged = [&](const std::string& why, ErrorCode code) {
    return Error{std::string(kRunLog) + ": line " + std::to_string(chain_.next_seq()) + ": " + why,
                 code};
  };
  while (true) {
    const auto piece = file.value()->read(next, kLogPiece);
    if (!piece.ok()) return piece.error();
    if (piece.value().empty()) break;
    next += piece.value().size();
    const std::size_t looked_at = text.size();
    text += piece.value();
    std::size_t begin = 0;
    for (std::size_t at = text.find('\n', looked_at); at != std::string::npos;
         at = text.find('\n', begin)) {
      const std::string_view line = std::string_view(text).substr(begin, at - begin);
      Result<RunLine> read = chain_.next(line);
      if (!read.ok()) return damaged(read.error().message, read.error().code);
      const ReadRunLine given{std::move(read).value(), line, end_};
      chain_.take(line);
      end_ += line.size() + 1;
      begin = at + 1;
      if (!on_line(given)) return Done{};
    }
    text.erase(0, begin);
    if (text.size() > kMaxLogLine) return damaged("it has no end", ErrorCode::too_large);
  }
  torn_ = text.size();
  return Done{};
}

Result<LoadedLog> load_log(const RunDir& dir) {
  RunLogReader reader;
  LoadedLog loaded;
  const Status read = reader.read(dir, [&](const ReadRunLine& line) {
    loaded.story.take(line.line);
    return true;
  });
  if (!read.ok()) return read.error();
  if (!loaded.story.begun())
    return Error{join_path(dir.path(), kRunLog) +
                     ": has no complete line: the program was killed before the run had begun. "
                     "Remove the folder",
                 ErrorCode::missing};
  loaded.chain = reader.chain();
  loaded.end = reader.end();
  loaded.torn = reader.torn();
  return loaded;
}

Result<LoadedLog> load_log(const std::string& folder) {
  const Result<RunDir> dir = RunDir::open(folder);
  if (!dir.ok()) return dir.error();
  return load_log(dir.value());
}

Result<RunFacts> read_facts(const std::string& folder) {
  const Result<RunDir> dir = RunDir::open(folder);
  if (!dir.ok()) return dir.error();
  const Result<LoadedLog> log = load_log(dir.value());
  if (!log.ok()) return log.error();
  RunFacts facts = log.value().story.facts();
  Result<SettingsInForce> settings = settings_of(dir.value(), facts.in_force);
  if (!settings.ok()) return settings.error();
  facts.in_force = std::move(settings).value();
  return facts;
}

Result<SettingsInForce> settings_of(const RunDir& dir, const SettingsInForce& listed) {
  if (!listed.file) return listed;
  const Result<std::string> text = dir.read(listed.file->name);
  if (!text.ok()) return text.error();
  if (sha256_hex(text.value()) != listed.file->sha256)
    return Error{listed.file->name + ": is not the file that the log lists"};
  Result<SettingsInForce> settings = parse_settings_file(text.value());
  if (!settings.ok()) return within(listed.file->name, settings.error());
  return settings;
}

Result<TurnRecord> read_turn_record(const RunDir& dir, int turn, int attempt) {
  const std::string name = record_file(turn, attempt);
  const Result<std::string> text = dir.read(name);
  if (!text.ok()) return text.error();
  Result<TurnRecord> record = parse_turn_record(text.value());
  if (!record.ok()) return within(name, record.error());
  if (record.value().turn != turn || record.value().attempt != attempt)
    return Error{name + ": /turn: not the file's"};
  return record;
}

Result<Step> read_lost_step(const RunDir& dir, int turn, int attempt) {
  const std::string name = lost_file(turn, attempt);
  const Result<std::string> text = dir.read(name);
  if (!text.ok()) return text.error();
  Result<Step> step = parse_step(text.value());
  if (!step.ok()) return within(name, step.error());
  return step;
}
}  // namespace franz
