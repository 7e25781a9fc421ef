#pragma once
// A run's folder, opened for reading. Its author is not trusted. All its files are read through
// this class (common/os/folder.h: it follows no links and opens only regular files), within the
// limit for each kind.
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/os/folder.h"
#include "common/run/run_files.h"

namespace franz {
inline constexpr std::size_t kMaxListedName = 255;  // bytes; our own folders have no longer names

// An entry that does not belong in a run folder; it is never opened.
struct RunFolderProblem {
  std::string name;  // in the run folder, unchanged: print it like any untrusted text
  std::string text;  // "is a link", "is a folder below the depth of a run", …
};

struct RunListing {
  // Regular files, parts joined by '/', sorted in each folder: "exchange/000/0001-1.request".
  std::vector<std::string> files;
  std::vector<RunFolderProblem> problems;
  bool whole = true;  // false: the listing was stopped, so both lists may be incomplete
};

class RunDir {
 public:
  // Same results as Folder::open().
  static Result<RunDir> open(const std::string& path);
  explicit RunDir(Folder folder) : folder_(std::move(folder)) {}

  const Folder& folder() const { return folder_; }
  const std::string& path() const { return folder_.path(); }

  // Reads a whole file; failure as Folder::read(). For files up to the size of one message or
  // picture: use open_file() for logs, SHA256SUMS and batches.
  Result<std::string> read(const std::string& name) const {
    return folder_.read(name, max_run_file_bytes(name));
  }

  // For reading in pieces. Failure: as read(), including too_large.
  Result<std::unique_ptr<OpenFile>> open_file(const std::string& name) const;

  // Reads a file line by line; lines come without their end, and the last may lack one (`whole` is
  // false). `on_line` returns false to stop. Failure: as open_file(), or a line of more than
  // kMaxMessage bytes.
  using OnLine = std::function<bool(std::string_view line, bool whole)>;
  Status read_lines(const std::string& name, const OnLine& on_line) const;

  // SHA-256 of the file, 64 digits, read in pieces. Failure: as open_file().
  Result<std::string> digest(const std::string& name) const;

  // Lists everything in the folder, down to the depth of a run's folders. Problems are a file where
  // we have a folder, a folder where we have a file, and names that SHA256SUMS cannot list (what
  // printable() would change, a backslash, a colon, more than kMaxListedName bytes). `go_on`: as
  // Folder::list(); if it stops the listing, the entries of that folder are missing.
  RunListing files(const Folder::GoOn& go_on = {}) const;
  // The same one by one, for folders with very many files. False: the listing was stopped.
  bool each_file(const std::function<void(const std::string& name)>& on_file,
                 const std::function<void(RunFolderProblem)>& on_problem,
                 const Folder::GoOn& go_on = {}) const;

  // The message of a read failure for people other than the folder's owner: it begins with the
  // file's name and does not contain the folder's path.
  std::string problem_of(const std::string& name, const Error& error) const;

 private:
  struct Listing;
  void list_below(const std::string& below, int depth, Listing& listing) const;
  Folder folder_;
};
}  // namespace franz
