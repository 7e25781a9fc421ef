#include "common/run/run_dir_app.h"
#include <algorithm>
#include <charconv>
#include <utility>
#include "common/base/printable.h"
#include "common/base/sha256.h"
#include "common/wire/limits.h"

namespace franz {
static constexpr int kDeepest = 2;  // exchange/000, turns/001
static constexpr std::size_t kPiece = 1U << 20U;

Result<RunDir> RunDir::open(const std::string& path) {
  Result<Folder> folder = Folder::open(path);
  if (!folder.ok()) return folder.error();
  return RunDir(std::move(folder).value());
}

Result<std::unique_ptr<OpenFile>> RunDir::open_file(const std::string& name) const {
  auto file = folder_.open_file(name);
  if (!file.ok()) return file;
  const std::uint64_t limit = max_run_file_bytes(name);
  if (file.value()->size() <= limit) return file;
  return Error{join_path(path(), name) + ": is " + std::to_string(file.value()->size()) +
                   " bytes long; at most " + std::to_string(limit) + " are read",
               ErrorCode::too_large};
}

Status RunDir::read_lines(const std::string& name, const OnLine& on_line) const {
  const auto file = open_file(name);
  if (!file.ok()) return file.error();
  std::string text;
  std::uint64_t offset = 0;
  while (offset < file.value()->size()) {
    const Result<std::string> piece = file.value()->read(offset, kPiece);
    if (!piece.ok()) return piece.error();
    if (piece.value().empty()) break;  // it was cut meanwhile
    offset += piece.value().size();
    const std::size_t looked_at = text.size();
    text += piece.value();
    std::size_t begin = 0;
    for (std::size_t end = text.find('\n', looked_at); end != std::string::npos;
         end = text.find('\n', begin)) {
      if (!on_line(std::string_view(text).substr(begin, end - begin), true)) return Done{};
      begin = end + 1;
    }
    text.erase(0, begin);
    if (text.size() > kMaxMessage)
      return Error{join_path(path(), name) + ": has a line of more than " +
                       std::to_string(kMaxMessage) + " bytes",
                   ErrorCode::too_large};
  }
  if (!text.empty()) on_line(text, false);
  return Done{};
}

Result<std::string> RunDir::digest(const std::string& name) const {
  const auto file = open_file(name);
  if (!file.ok()) return file.error();
  const std::uint64_t size = file.value()->size();
  std::string piece(static_cast<std::size_t>(std::min<std::uint64_t>(size, kPiece)), '\0');
  Sha256 sum;
  for (std::uint64_t offset = 0; offset < size;) {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(size - offset, kPiece));
    const Result<std::size_t> count = file.value()->read_into(piece.data(), offset, wanted);
    if (!count.ok()) return count.error();
    if (count.value() == 0) break;  // it was cut meanwhile
    sum.update(std::string_view(piece).substr(0, count.value()));
    offset += count.value();
  }
  return sum.finish();
}

// Whether a folder of ours has that name: exchange or turns, or one of a thousand turns in it.
static bool is_run_folder(std::string_view name) {
  for (const std::string_view each : {kExchangeFolder, kTurnsFolder}) {
    if (!name.starts_with(each)) continue;
    const std::string_view rest = name.substr(each.size());
    if (rest.empty()) return true;
    if (rest.front() == '/' && rest.find_first_not_of("0123456789", 1) == rest.npos) return true;
  }
  return false;
}

// Whoever checks the list with another program reads its lines on a terminal.
static bool can_be_listed(std::string_view name) {
  return printable(name) == name && name.find_first_of("\\:") == std::string_view::npos;
}

struct RunDir::Listing {
  const std::function<void(const std::string& name)>& on_file;
  const std::function<void(RunFolderProblem)>& on_problem;
  const Folder::GoOn& go_on;
  bool whole = true;
  bool is_older = false;  // a file has the name that it had in older versions
};

void RunDir::list_below(const std::string& below, int depth, Listing& listing) const {
  const Result<std::vector<FolderEntry>> found = folder_.list(below, listing.go_on);
  if (!found.ok()) {
    if (found.error().code == ErrorCode::too_large) listing.whole = false;
    return listing.on_problem({below, "cannot be listed: " + found.error().message});
  }
  for (const FolderEntry& entry : found.value()) {
    if (!listing.whole) return;
    const std::string name = below.empty() ? entry.name : below + "/" + entry.name;
    const auto problem = [&](const char* text) { listing.on_problem({name, text}); };
    if (!can_be_listed(entry.name) || name.size() > kMaxListedName) {
      problem("has a name that SHA256SUMS cannot list");
      continue;
    }
    switch (entry.kind) {
      case EntryKind::file:
        if (is_run_folder(name)) {
          problem("is a file in the place of a folder");
        } else {
          if (is_named_as_before_folders(name) && !std::exchange(listing.is_older, true))
            problem(
                "lies where an older version of FRANZ put the files of turns from 1000 on; "
                "this one reads them in folders like turns/001 only");
          listing.on_file(name);
        }
        break;
      case EntryKind::link: problem("is a link"); break;
      case EntryKind::other: problem("is a FIFO, a socket or a device"); break;
      case EntryKind::folder:
        if (place_of(name).kind != RunFilePlace::Kind::unknown) {
          problem("is a folder in the place of a file");
        } else if (depth < kDeepest) {
          list_below(name, depth + 1, listing);
        } else {
          problem("is a folder deeper than those of a run");
        }
        break;
    }
  }
}

RunListing RunDir::files(const Folder::GoOn& go_on) const {
  RunListing listing;
  listing.whole =
      each_file([&](const std::string& name) { listing.files.push_back(name); },
                [&](RunFolderProblem each) { listing.problems.push_back(std::move(each)); }, go_on);
  return listing;
}

bool RunDir::each_file(const std::function<void(const std::string& name)>& on_file,
                       const std::function<void(RunFolderProblem)>& on_problem,
                       const Folder::GoOn& go_on) const {
  Listing listing{on_file, on_problem, go_on};
  list_below("", 0, listing);
  return listing.whole;
}

// What is in a folder of the run; nothing where it is missing, or something else is in its place.
static Result<std::vector<FolderEntry>> list_if_there(const Folder& folder,
                                                      const std::string& below,
                                                      const Folder::GoOn& go_on) {
  Result<std::vector<FolderEntry>> entries = folder.list(below, go_on);
  const bool none = !entries.ok() && (entries.error().code == ErrorCode::missing ||
                                      entries.error().code == ErrorCode::not_a_file);
  return none ? std::vector<FolderEntry>() : std::move(entries);
}

Result<std::vector<int>> RunDir::thousands(const Folder::GoOn& go_on) const {
  std::vector<int> thousands = {0};
  for (const std::string of : {kTurnsFolder, kExchangeFolder}) {
    const Result<std::vector<FolderEntry>> entries = list_if_there(folder_, of, go_on);
    if (!entries.ok()) return entries.error();
    for (const FolderEntry& entry : entries.value()) {
      int number = 0;
      const char* const end = entry.name.data() + entry.name.size();
      const auto read = std::from_chars(entry.name.data(), end, number);
      const bool ours =
          read.ec == std::errc() && read.ptr == end && padded(number, 3) == entry.name;
      if (ours && number <= kMaxTurn / kTurnsInAFolder) thousands.push_back(number);
    }
  }
  std::ranges::sort(thousands);
  thousands.erase(std::unique(thousands.begin(), thousands.end()), thousands.end());
  return thousands;
}

// The turns of this thousand whose records are there, ascending.
static Result<std::vector<int>> records_of(const Folder& folder, int thousand,
                                           const Folder::GoOn& go_on) {
  const std::string below = folder_of_turn(thousand * kTurnsInAFolder);
  const Result<std::vector<FolderEntry>> entries = list_if_there(folder, below, go_on);
  if (!entries.ok()) return entries.error();
  const std::string before = below.empty() ? "" : below + "/";
  std::vector<int> turns;
  for (const FolderEntry& entry : entries.value())
    if (const auto turn = turn_of_record_file(before + entry.name)) turns.push_back(*turn);
  std::ranges::sort(turns);
  return turns;
}

Result<std::vector<int>> RunDir::recorded_turns() const {
  Result<std::vector<int>> all = thousands();
  if (!all.ok()) return all;
  std::vector<int> turns;
  for (const int thousand : all.value()) {
    Result<std::vector<int>> more = records_of(folder_, thousand, {});
    if (!more.ok()) return more;
    turns.insert(turns.end(), more.value().begin(), more.value().end());
  }
  return turns;
}

Result<int> RunDir::last_recorded_turn(const Folder::GoOn& go_on) const {
  const Result<std::vector<int>> all = thousands(go_on);
  if (!all.ok()) return all.error();
  for (auto each = all.value().rbegin(); each != all.value().rend(); ++each) {
    const Result<std::vector<int>> turns = records_of(folder_, *each, go_on);
    if (!turns.ok()) return turns.error();
    if (!turns.value().empty()) return turns.value().back();
  }
  return 0;
}

RunDir::RecordStamps RunDir::record_stamps(int last) const {
  return {folder_.stamp(""), folder_.stamp(kTurnsFolder), folder_.stamp(folder_of_turn(last))};
}

std::string RunDir::problem_of(const std::string& name, const Error& error) const {
  std::string words = error.message;
  const std::string prefix = join_path(path(), "");
  for (std::size_t at = words.find(prefix); at != std::string::npos; at = words.find(prefix))
    words.erase(at, prefix.size());
  return words.starts_with(name) ? words : name + ": " + words;
}

Status each_sum(const RunDir& dir, const std::function<bool(Sum sum)>& on_sum) {
  std::size_t count = 0;
  Status sound = Done{};
  Status read = dir.read_lines(kSumsFile, [&](std::string_view line, bool whole) {
    if (!whole) return false;
    ++count;
    Result<Sum> sum = parse_sum(line);
    if (sum.ok()) return on_sum(std::move(sum).value());
    sound =
        within(join_path(dir.path(), kSumsFile) + ": line " + std::to_string(count), sum.error());
    return false;
  });
  if (!read.ok() && read.error().code != ErrorCode::missing) return read;
  return sound;
}

Result<std::vector<Sum>> read_sums(const RunDir& dir) {
  std::vector<Sum> sums;
  const Status read = each_sum(dir, [&](Sum sum) {
    sums.push_back(std::move(sum));
    return true;
  });
  if (!read.ok()) return read.error();
  return sums;
}
}  // namespace franz
