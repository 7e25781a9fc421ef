#include "proxy/offline/score/ledger_file_app.h"
#include "common/os/clock.h"
#include "common/os/paths.h"
#include "common/run/turn_record.h"

namespace franz::proxy {
static constexpr std::uint64_t kMaxLedger = 1ULL << 30U;  // bytes

Status read_ledger(const Folder& bundle, Ledger& ledger, std::uint64_t& torn) {
  torn = 0;
  const Result<std::string> text = bundle.read(kLedgerFile, kMaxLedger);
  if (!text.ok()) return text.error();
  std::size_t begin = 0;
  for (long long number = 1;; ++number) {
    const std::size_t end = text.value().find('\n', begin);
    if (end == std::string::npos) break;
    const Status taken = ledger.take(std::string_view(text.value()).substr(begin, end - begin));
    if (!taken.ok())
      return Error{std::string(kLedgerFile) + ": line " + std::to_string(number) + ": " +
                   taken.error().message};
    begin = end + 1;
  }
  torn = text.value().size() - begin;
  return Done{};
}

Result<std::unique_ptr<LedgerFile>> LedgerFile::open(const std::string& path) {
  Result<Folder> folder = Folder::make(path);
  if (!folder.ok()) return folder.error();
  auto lock = FileLock::take(folder.value(), kBundleLock, "proxy score");
  if (!lock.ok())
    return Error{path + (lock.error().by_other ? ": another process writes this score"
                                               : ": " + lock.error().text)};
  std::unique_ptr<LedgerFile> file(
      new LedgerFile(std::move(folder).value(), std::move(lock).value()));
  std::uint64_t torn = 0;
  const Status read = read_ledger(file->bundle_, file->ledger_, torn);
  if (!read.ok() && read.error().code != ErrorCode::missing) return read.error();
  file->continues_ = file->ledger_.has_plan();
  if (torn > 0) {
    const auto stamp = file->bundle_.stamp(kLedgerFile);
    if (!stamp) return Error{path + ": " + kLedgerFile + " is gone"};
    const Status cut = file->bundle_.cut(kLedgerFile, stamp->bytes - torn);
    if (!cut.ok()) return cut.error();
  }
  return file;
}

Status LedgerFile::add(const LedgerEntry& entry) {
  const std::string line = ledger_.line(utc_text(static_cast<double>(unix_time_ms())), entry);
  if (line.size() >= kMaxLedgerLine) return Error{"a line of the ledger is too long"};
  if (const Status written = bundle_.append(kLedgerFile, line + "\n"); !written.ok())
    return written;
  if (const Status synced = bundle_.sync(kLedgerFile); !synced.ok()) return synced;
  return ledger_.take(line);
}
}  // namespace franz::proxy
