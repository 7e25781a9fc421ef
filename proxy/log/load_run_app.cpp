#include "proxy/log/load_run_app.h"
#include <algorithm>
#include <charconv>
#include <utility>
#include "common/os/files.h"
#include "common/wire/raw_json.h"
#include "proxy/log/turn_record.h"

namespace franz::proxy {
static constexpr int kRepliesKept = 2;  // the last turn's, and one more for a turn begun twice

// The highest attempt per turn among the files of exchange/: "0007-2.request".
static Status count_attempts(const std::string& folder, std::map<int, int>& attempts) {
  const std::string exchanges = join_path(folder, "exchange");
  const Result<std::vector<std::string>> thousands = list_folder(exchanges);
  if (!thousands.ok()) return thousands.error();
  for (const std::string& thousand : thousands.value()) {
    const std::string inner = join_path(exchanges, thousand);
    if (!folder_exists(inner)) continue;
    const Result<std::vector<std::string>> names = list_folder(inner);
    if (!names.ok()) return names.error();
    for (const std::string& name : names.value()) {
      int turn = 0, attempt = 0;
      const char* const end = name.data() + name.size();
      const auto first = std::from_chars(name.data(), end, turn);
      if (first.ec != std::errc() || first.ptr == end || *first.ptr != '-') continue;
      const auto second = std::from_chars(first.ptr + 1, end, attempt);
      if (second.ec != std::errc() || second.ptr == end || *second.ptr != '.') continue;
      int& highest = attempts[turn];
      highest = std::max(highest, attempt);
    }
  }
  return Done{};
}

Result<LoadedRun> load_run(const std::string& folder) {
  const Result<std::string> text = read_file(join_path(folder, "run.json"), kMaxMessage);
  if (!text.ok()) return text.error();
  Result<RunFile> run = parse_run_file(text.value());
  if (!run.ok()) return within(join_path(folder, "run.json"), run.error());
  LoadedRun loaded;
  loaded.run = std::move(run).value();
  if (Status counted = count_attempts(folder, loaded.known.attempts); !counted.ok())
    return counted.error();
  const Result<std::vector<std::string>> names = list_folder(folder);
  if (!names.ok()) return names.error();
  for (const std::string& name : names.value()) {
    const std::optional<int> turn = turn_of_record_file(name);
    if (!turn) continue;
    const Result<std::string> record = read_file(join_path(folder, name), 4 * kMaxMessage);
    Result<TurnRecord> read =
        record.ok() ? parse_turn_record(record.value()) : Result<TurnRecord>(record.error());
    if (read.ok() && read.value().turn != *turn) read = Error{"/turn: not the file's"};
    if (!read.ok()) {
      loaded.problems.push_back(name + ": " + read.error().message);
      continue;
    }
    const TurnRecord& known = read.value();
    int& highest = loaded.known.attempts[*turn];
    highest = std::max(highest, known.attempt);
    loaded.known.last = std::max(loaded.known.last, *turn);
    if (known.response->text != "null") loaded.known.replies[*turn] = known.response->text;
    while (loaded.known.replies.size() > kRepliesKept)
      loaded.known.replies.erase(loaded.known.replies.begin());
    loaded.rows.push_back(row_of(known));
  }
  return loaded;
}

Result<std::string> find_run(const std::string& runs_folder, const std::string& name) {
  const auto is_run = [](const std::string& folder) {
    return file_exists(join_path(folder, "run.json"));
  };
  if (name == "latest") {
    const Result<std::vector<std::string>> names = list_folder(runs_folder);
    if (!names.ok()) return names.error();
    for (auto each = names.value().rbegin(); each != names.value().rend(); ++each)
      if (each->starts_with("run_") && is_run(join_path(runs_folder, *each)))
        return join_path(runs_folder, *each);
    return Error{"there is no run in " + runs_folder};
  }
  std::string given = name;
  while (given.size() > 1 && given.ends_with('/')) given.pop_back();
  for (const std::string& folder : {given, join_path(runs_folder, given)})
    if (is_run(folder)) return folder;
  const std::string wanted = join_path(given, "run.json");
  return Error{"there is no run " + given + ": neither " + wanted + " nor " +
               join_path(runs_folder, wanted) + " exists"};
}
}  // namespace franz::proxy
