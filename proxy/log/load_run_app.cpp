#include "proxy/log/load_run_app.h"
#include <algorithm>
#include <optional>
#include <utility>
#include "common/os/files.h"
#include "common/wire/raw_json.h"
#include "proxy/log/run_claim_app.h"
#include "proxy/log/sums.h"
#include "proxy/log/turn_record.h"

namespace franz::proxy {
static constexpr int kRepliesKept = 2;  // the last turn's, and one more for a turn begun twice

static Status list_files(const std::string& root, const std::string& below,
                         std::vector<std::string>& names) {
  const Result<std::vector<std::string>> found = list_folder(join_path(root, below));
  if (!found.ok()) return found.error();
  for (const std::string& name : found.value()) {
    std::string full = below;
    if (!full.empty()) full += '/';
    full += name;
    if (full == kSumsFile || full == kLockFile) continue;
    if (folder_exists(join_path(root, full))) {
      if (Status listed = list_files(root, full, names); !listed.ok()) return listed;
    } else {
      names.push_back(full);
    }
  }
  return Done{};
}

Result<std::vector<std::string>> list_run_files(const std::string& folder) {
  std::vector<std::string> names;
  if (Status listed = list_files(folder, "", names); !listed.ok()) return listed.error();
  return names;
}

Result<LoadedRun> load_run(const std::string& folder) {
  const Result<std::string> text = read_file(join_path(folder, "run.json"), kMaxMessage);
  if (!text.ok()) return text.error();
  Result<RunFile> run = parse_run_file(text.value());
  if (!run.ok()) return within(join_path(folder, "run.json"), run.error());
  LoadedRun loaded;
  loaded.run = std::move(run).value();
  const Result<std::vector<std::string>> names = list_run_files(folder);
  if (!names.ok()) return names.error();
  for (const std::string& name : names.value()) {
    const RunFilePlace place = place_of(name);
    if (place.attempt > 0) {
      int& highest = loaded.known.attempts[place.turn];
      highest = std::max(highest, place.attempt);
    }
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
