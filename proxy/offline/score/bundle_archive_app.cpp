#include "proxy/offline/score/bundle_archive_app.h"
#include <archive.h>
#include <archive_entry.h>
#include <algorithm>
#include <memory>
#include <set>
#include <string_view>
#include <utility>
#include <vector>
#include "common/base/path_parts.h"
#include "common/base/printable.h"
#include "common/os/files.h"
#include "common/os/folder.h"
#include "proxy/offline/score/ledger.h"

namespace franz::proxy {
static constexpr std::size_t kMaxMemberName = 300;              // bytes
static constexpr std::size_t kPiece = 1UL << 20U;               // bytes
static constexpr std::uint64_t kMaxMember = 256ULL << 20U;      // bytes; a run's files are smaller
static constexpr int kDeepestMember = 12, kPermissions = 0600;  // folders; of members

namespace {
struct Freed {
  void operator()(archive* each) const { archive_free(each); }
  void operator()(archive_entry* each) const { archive_entry_free(each); }
};
using Archive = std::unique_ptr<archive, Freed>;
using Entry = std::unique_ptr<archive_entry, Freed>;
}  // namespace

static Error failure(const std::string& path, archive* of) {
  const char* const text = archive_error_string(of);
  return Error{path + ": " + (text != nullptr ? text : "it cannot be processed")};
}

namespace {
// Adds a folder's files one by one, in the order of their names, so that equal bundles give equal
// archives.
class Packing {
 public:
  Packing(const Folder& folder, std::string top, std::string path, std::stop_token stop)
      : folder_(folder), top_(std::move(top)), path_(std::move(path)), stop_(std::move(stop)) {}

  Status perform() {
    writer_.reset(archive_write_new());
    if (archive_write_add_filter_zstd(writer_.get()) != ARCHIVE_OK ||
        archive_write_set_format_pax_restricted(writer_.get()) != ARCHIVE_OK ||
        archive_write_open_filename(writer_.get(), path_.c_str()) != ARCHIVE_OK)
      return failure(path_, writer_.get());
    if (const Status added = add_below("", 0); !added.ok()) return added;
    if (archive_write_close(writer_.get()) != ARCHIVE_OK) return failure(path_, writer_.get());
    return Done{};
  }

 private:
  Status add_below(const std::string& below, int depth) {
    const Result<std::vector<FolderEntry>> entries = folder_.list(below);
    if (!entries.ok()) return entries.error();
    for (const FolderEntry& each : entries.value()) {
      if (stop_.stop_requested()) return Error{"stopped"};
      const std::string name = below.empty() ? each.name : below + "/" + each.name;
      Status added = Done{};
      if (each.kind == EntryKind::folder && depth < kDeepestMember)
        added = add_below(name, depth + 1);
      if (each.kind == EntryKind::file && each.name != kBundleLock) added = add_file(name);
      if (!added.ok()) return added;
    }
    return Done{};
  }

  Status add_file(const std::string& name) {
    const auto file = folder_.open_file(name);
    if (!file.ok()) return file.error();
    const std::uint64_t size = file.value()->size();
    const Entry entry(archive_entry_new());
    archive_entry_set_pathname(entry.get(), (top_ + "/" + name).c_str());
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(size));
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), kPermissions);
    archive_entry_set_mtime(entry.get(), 0, 0);
    if (archive_write_header(writer_.get(), entry.get()) != ARCHIVE_OK)
      return failure(path_, writer_.get());
    for (std::uint64_t at = 0; at < size;) {
      const Result<std::string> piece = file.value()->read(at, kPiece);
      if (!piece.ok()) return piece.error();
      if (piece.value().empty()) return Error{name + ": it became shorter while it was packed"};
      if (archive_write_data(writer_.get(), piece.value().data(), piece.value().size()) < 0)
        return failure(path_, writer_.get());
      at += piece.value().size();
    }
    return Done{};
  }

  const Folder& folder_;
  const std::string top_, path_;
  const std::stop_token stop_;
  Archive writer_;
};
}  // namespace

Status pack_bundle(const std::string& folder, const std::string& archive,
                   const std::stop_token& stop) {
  if (file_exists(archive)) return Error{archive + ": it is there already"};
  const Result<Folder> opened = Folder::open(folder);
  if (!opened.ok()) return opened.error();
  const Status packed = Packing(opened.value(), last_part(folder), archive, stop).perform();
  if (!packed.ok()) static_cast<void>(remove_file(archive));
  return packed;
}

namespace {
class Unpacking {
 public:
  Unpacking(const Folder& folder, std::string path, const ArchiveLimits& limits,
            std::uint64_t archive_bytes, std::stop_token stop)
      : folder_(folder),
        path_(std::move(path)),
        limits_(limits),
        archive_bytes_(archive_bytes),
        stop_(std::move(stop)) {}

  // Returns the folder of the ledger.
  Result<std::string> perform() {
    const Archive reader(archive_read_new());
    if (archive_read_support_filter_zstd(reader.get()) != ARCHIVE_OK ||
        archive_read_support_format_tar(reader.get()) != ARCHIVE_OK ||
        archive_read_open_filename(reader.get(), path_.c_str(), kPiece) != ARCHIVE_OK)
      return failure(path_, reader.get());
    archive_entry* entry = nullptr;
    for (;;) {
      const int next = archive_read_next_header(reader.get(), &entry);
      if (next == ARCHIVE_EOF) break;
      if (next != ARCHIVE_OK) return failure(path_, reader.get());
      if (stop_.stop_requested()) return Error{"stopped"};
      if (const Status taken = take(reader.get(), entry); !taken.ok()) return taken.error();
    }
    if (ledger_.empty()) return Error{path_ + ": no " + kLedgerFile + " in it"};
    return folder_above(join_path(folder_.path(), ledger_));
  }

 private:
  Error refused(const std::string& name, const std::string& why) const {
    return Error{path_ + ": " + printable(name) + ": " + why};
  }

  Status take(archive* reader, archive_entry* entry) {
    const char* const given = archive_entry_pathname(entry);
    const std::string name(without_end_slashes(given != nullptr ? given : ""));
    if (name.size() > kMaxMemberName) return refused(name.substr(0, 100), "the name is too long");
    const auto depth = std::ranges::count(name, '/');
    if (depth > kDeepestMember) return refused(name, "too many folders");
    files_ += 1 + static_cast<std::uint64_t>(depth);  // it may need new folders
    if (files_ > limits_.files) return refused(name, "too many files");
    // Also of heads, which may be long.
    expanded_ = std::max(expanded_, static_cast<std::uint64_t>(archive_filter_bytes(reader, 0)));
    if (const Status may = check_size(name, 0); !may.ok()) return may;
    const auto type = archive_entry_filetype(entry);
    if (type == AE_IFDIR) return folder_.make_folder(name);
    if (type != AE_IFREG || archive_entry_hardlink(entry) != nullptr)
      return refused(name, "not a regular file");
    // Otherwise the file that was checked could be another one than the file that is read.
    if (!names_.insert(name).second) return refused(name, "it is there twice");
    std::string bytes;
    std::vector<char> piece(kPiece);
    for (;;) {
      const la_ssize_t read = archive_read_data(reader, piece.data(), piece.size());
      if (read < 0) return failure(path_, reader);
      if (read == 0) break;
      expanded_ += static_cast<std::uint64_t>(read);
      if (const Status may = check_size(name, bytes.size() + static_cast<std::size_t>(read));
          !may.ok())
        return may;
      bytes.append(piece.data(), static_cast<std::size_t>(read));
    }
    if (name.find('/') != std::string::npos)
      if (const Status made = folder_.make_folder(folder_above(name)); !made.ok()) return made;
    // Folder refuses absolute names, "..", and any name that would leave it.
    if (const Status written = folder_.replace(name, bytes, Durability::buffered); !written.ok())
      return written;
    if (last_part(name) == kLedgerFile && ledger_.empty()) ledger_ = name;
    return Done{};
  }

  Status check_size(const std::string& name, std::uint64_t of_member) const {
    if (of_member > kMaxMember) return refused(name, "too large");
    if (expanded_ > limits_.bytes) return refused(name, "the archive is too large when expanded");
    if (expanded_ > limits_.ratio_from && expanded_ / limits_.ratio > archive_bytes_)
      return refused(name, "the archive expands to more than " + std::to_string(limits_.ratio) +
                               " times its size");
    return Done{};
  }

  const Folder& folder_;
  const std::string path_;
  const ArchiveLimits limits_;
  const std::uint64_t archive_bytes_;
  const std::stop_token stop_;
  std::set<std::string> names_;
  std::string ledger_;  // its name; empty: not met yet
  std::uint64_t files_ = 0, expanded_ = 0;
};
}  // namespace

Result<std::string> unpack_bundle(const std::string& archive, const std::string& folder,
                                  const ArchiveLimits& limits, const std::stop_token& stop) {
  const auto file = OpenFile::open(archive);
  if (!file.ok()) return file.error();
  const Result<bool> made = make_new_folder(folder);
  if (!made.ok()) return made.error();
  if (!made.value()) return Error{folder + ": it is there already"};
  const Result<Folder> opened = Folder::open(folder);
  if (!opened.ok()) return opened.error();
  return Unpacking(opened.value(), archive, limits, file.value()->size(), stop).perform();
}
}  // namespace franz::proxy
