#pragma once
// A scratch folder among the system's temporary files, which no end of the program leaves there for
// good.
#include <memory>
#include <string>
#include "common/base/result.h"
#include "common/os/folder_lock.h"

namespace franz {
class TemporaryFolder {
 public:
  // Makes franz_PURPOSE_0123456789ab in $TMPDIR (%TEMP%), its owner's alone (POSIX mode 0700), and
  // removes those of that purpose which killed processes of this user left there. `purpose`:
  // letters. Failure: names the path and the system's reason.
  static Result<std::unique_ptr<TemporaryFolder>> make(const std::string& purpose);

  // Removes it with all that is in it.
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }  // absolute

  // For a program that is about to end without unwinding, at a second Ctrl-C: removes all of this
  // process. Any thread. What others still write there meanwhile may stay until the next make().
  static void remove_all();

 private:
  TemporaryFolder(std::string path, std::unique_ptr<FolderLock> lock);
  const std::string path_;
  const std::unique_ptr<FolderLock> lock_;
};
}  // namespace franz
