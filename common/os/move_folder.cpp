#include "common/os/move_folder.h"
#include <filesystem>
#include <system_error>
#include "common/os/files.h"
#include "common/os/folder.h"

namespace franz {
namespace fs = std::filesystem;

static fs::path to_path(const std::string& text) {
  return {std::u8string(text.begin(), text.end())};
}

static Status sync_below(const Folder& folder, const std::string& below) {
  const Result<std::vector<FolderEntry>> entries = folder.list(below);
  if (!entries.ok()) return entries.error();
  for (const FolderEntry& entry : entries.value()) {
    const std::string name = below.empty() ? entry.name : below + "/" + entry.name;
    Status done = Done{};
    if (entry.kind == EntryKind::folder) done = sync_below(folder, name);
    if (entry.kind == EntryKind::file) done = folder.sync(name);
    if (!done.ok()) return done;
  }
  return Done{};
}

Status move_folder(const std::string& from, const std::string& to, const std::string& part) {
  std::error_code code;
  // A rename would replace an empty folder of that name.
  if (fs::exists(fs::symlink_status(to_path(to), code))) return Error{to + ": it exists"};
  fs::rename(to_path(from), to_path(to), code);
  if (!code) return Done{};
  if (code != std::errc::cross_device_link) return Error{to + ": " + code.message()};
  if (const Status gone = remove_folder(part); !gone.ok()) return gone;
  fs::copy(to_path(from), to_path(part),
           fs::copy_options::recursive | fs::copy_options::skip_symlinks, code);
  if (code) return Error{to + ": " + code.message()};
  const Result<Folder> copied = Folder::open(part);
  if (!copied.ok()) return copied.error();
  if (const Status synced = sync_below(copied.value(), ""); !synced.ok()) return synced;
  fs::rename(to_path(part), to_path(to), code);
  if (code) return Error{to + ": " + code.message()};
  // The folder is moved, even if its old files cannot be removed.
  static_cast<void>(remove_folder(from));
  return Done{};
}
}  // namespace franz
