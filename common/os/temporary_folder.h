#pragma once
// A scratch folder among the system's temporary files. It is removed eventually however the program
// ends.
#include <memory>
#include <string>
#include "common/base/result.h"
#include "common/os/folder_lock.h"

namespace franz {
class TemporaryFolder {
 public:
  // Creates franz_PURPOSE_0123456789ab in $TMPDIR (%TEMP%), accessible only to its owner (POSIX
  // mode 0700), and removes folders of that purpose left by killed processes of this user.
  // `purpose`: letters. Failure: names the path and the system's reason.
  static Result<std::unique_ptr<TemporaryFolder>> make(const std::string& purpose);

  // Removes it with its contents.
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }  // absolute

  // For a program that ends without unwinding, at a second Ctrl-C: removes all folders of this
  // process. Any thread. Files that others write there meanwhile may stay until the next make().
  static void remove_all();

 private:
  TemporaryFolder(std::string path, std::unique_ptr<FolderLock> lock);
  const std::string path_;
  const std::unique_ptr<FolderLock> lock_;
};
}  // namespace franz
