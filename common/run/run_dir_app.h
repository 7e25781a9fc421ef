#pragma once
// A run's folder, opened for reading: who prepared it is not trusted. All its files are read here
// (common/os/folder.h: no link is followed, nothing but regular files is opened), within the limit
// of each kind.
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
inline constexpr std::size_t kMaxListedName = 255;  // bytes; no folder of ours has longer ones

// What does not belong in a run folder, so that nobody opens it.
struct RunFolderProblem {
  std::string name;  // in the run folder, as it is there: print it as any text of strangers
  std::string text;  // "is a link", "is a folder deeper than those of a run", …
};

struct RunListing {
  // Regular files, parts joined by '/', sorted in each folder: "exchange/000/0001-1.request".
  std::vector<std::string> files;
  std::vector<RunFolderProblem> problems;
  bool whole = true;  // false: the listing was ended, and there may be more of both
};

class RunDir {
 public:
  // As Folder::open().
  static Result<RunDir> open(const std::string& path);
  explicit RunDir(Folder folder) : folder_(std::move(folder)) {}

  const Folder& folder() const { return folder_; }
  const std::string& path() const { return folder_.path(); }

  // The whole file; failure as Folder::read(). For files of at most one message or one picture:
  // logs, SHA256SUMS and batches are opened.
  Result<std::string> read(const std::string& name) const {
    return folder_.read(name, max_run_file_bytes(name));
  }

  // For reading piece by piece. Failure: as read(), too_large too.
  Result<std::unique_ptr<OpenFile>> open_file(const std::string& name) const;

  // The lines of a file, each without its end; the last may lack one (`whole` is false), and one of
  // more than kMaxMessage bytes ends the reading. `on_line` returns false to end it. Failure: as
  // open_file(), or a line that is too long.
  using OnLine = std::function<bool(std::string_view line, bool whole)>;
  Status read_lines(const std::string& name, const OnLine& on_line) const;

  // SHA-256 of the file, 64 digits, read piece by piece. Failure: as open_file().
  Result<std::string> digest(const std::string& name) const;

  // Everything in the folder, as deep as a run's folders go. A file in the place of a folder of
  // ours and a folder in that of a file are problems, and names that SHA256SUMS cannot list
  // (what printable() would change, a backslash, a colon, more than kMaxListedName bytes). `go_on`:
  // as Folder::list(); where it ends the listing, nothing of that folder is in it.
  RunListing files(const Folder::GoOn& go_on = {}) const;
  // The same, one after the other, for folders of very many files. False: the listing was ended.
  bool each_file(const std::function<void(const std::string& name)>& on_file,
                 const std::function<void(RunFolderProblem)>& on_problem,
                 const Folder::GoOn& go_on = {}) const;

  // A failure to read a file, in words for other people than the folder's owner: its name in front,
  // and no path of the folder.
  std::string problem_of(const std::string& name, const Error& error) const;

 private:
  struct Listing;
  void list_below(const std::string& below, int depth, Listing& listing) const;
  Folder folder_;
};
}  // namespace franz
