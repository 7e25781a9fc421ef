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
    if (piece.value().empty()) break;  // the file was truncated meanwhile
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
    if (count.value() == 0) break;  // the file was truncated meanwhile
    sum.update(std::string_view(piece).substr(0, count.value()));
    offset += count.value();
  }
  return sum.finish();
}

// Whether the name is one of our subfolders: unlisted, exchange, turns, or a number in the last
// two.
static bool is_run_folder(std::string_view name) {
  if (name == kUnlistedFolder) return true;
  for (const std::string_view each : {kExchangeFolder, kTurnsFolder}) {
    if (!name.starts_with(each)) continue;
    const std::string_view rest = name.substr(each.size());
    if (rest.empty()) return true;
    if (rest.front() == '/' && rest.find_first_not_of("0123456789", 1) == rest.npos) return true;
  }
  return false;
}

// People may print the list on a terminal when they check it with another program.
static bool can_be_listed(std::string_view name) {
  return printable(name) == name && name.find_first_of("\\:") == std::string_view::npos;
}

struct RunDir::Listing {
  const std::function<void(const std::string& name)>& on_file;
  const std::function<void(RunFolderProblem)>& on_problem;
  const Folder::GoOn& go_on;
  bool whole = true;
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
          problem("is a file instead of a folder");
        } else {
          listing.on_file(name);
        }
        break;
      case EntryKind::link: problem("is a link"); break;
      case EntryKind::other: problem("is a FIFO, a socket or a device"); break;
      case EntryKind::folder:
        if (place_of(name).kind != RunFilePlace::Kind::unknown) {
          problem("is a folder instead of a file");
        } else if (depth < kDeepest) {
          list_below(name, depth + 1, listing);
        } else {
          problem("is a folder below the depth of a run");
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

std::string RunDir::problem_of(const std::string& name, const Error& error) const {
  std::string words = error.message;
  const std::string prefix = join_path(path(), "");
  for (std::size_t at = words.find(prefix); at != std::string::npos; at = words.find(prefix))
    words.erase(at, prefix.size());
  return words.starts_with(name) ? words : name + ": " + words;
}
}  // namespace franz
