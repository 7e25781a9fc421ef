#pragma once
// The ledger of a bundle on the disk: read whole, then appended line by line, each synced before
// what it announces happens.
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include "common/base/result.h"
#include "common/os/file_lock.h"
#include "common/os/folder.h"
#include "proxy/offline/score/ledger.h"

namespace franz::proxy {
// Reads the ledger in `bundle`. `torn`: receives the number of bytes after the last line end, which
// an interrupted write left. Failure: ErrorCode::missing: there is none; or "ledger.jsonl: line 7:
// …", and `ledger` has the lines before it.
Status read_ledger(const Folder& bundle, Ledger& ledger, std::uint64_t& torn);

class LedgerFile {
 public:
  // Opens the bundle for writing; the folder is created if it is missing. Only one process has it.
  // Failure: another process has it, the ledger is damaged, or the system's reason.
  static Result<std::unique_ptr<LedgerFile>> open(const std::string& path);

  const Folder& bundle() const { return bundle_; }
  const Ledger& ledger() const { return ledger_; }
  // Whether an earlier process has begun trials.
  bool continues() const { return continues_; }
  // Appends a line and syncs it. Failure: the disk's message; nothing was added.
  Status add(const LedgerEntry& entry);

 private:
  LedgerFile(Folder bundle, std::unique_ptr<FileLock> lock)
      : bundle_(std::move(bundle)), lock_(std::move(lock)) {}
  Folder bundle_;
  std::unique_ptr<FileLock> lock_;
  Ledger ledger_;
  bool continues_ = false;
};
}  // namespace franz::proxy
