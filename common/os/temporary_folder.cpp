#include "common/os/temporary_folder.h"
#include <algorithm>
#include <filesystem>
#include <mutex>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>
#include "common/os/clock.h"
#include "common/os/files.h"

namespace franz {
static constexpr std::size_t kDigits = 12;

namespace {
// The folders of this process: a second Ctrl-C arrives on a thread that has no access to their
// owners.
struct Known {
  std::mutex mutex;
  std::vector<std::string> paths;
};
}  // namespace

static Known& known() {
  static Known* const all = new Known;  // never destroyed: remove_all() may be called at any time
  return *all;
}

static Result<std::string> temporary_files() {
  std::error_code code;
  const std::filesystem::path place = std::filesystem::temp_directory_path(code);
  const std::u8string name =
      code ? std::u8string() : std::filesystem::absolute(place, code).u8string();
  if (code) return Error{"the folder for temporary files: " + code.message()};
  return std::string(name.begin(), name.end());
}

static bool is_ours(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix)) return false;
  name.remove_prefix(prefix.size());
  return name.size() == kDigits && name.find_first_not_of("0123456789abcdef") == name.npos;
}

// If removal fails, the folder stays among temporary files; nothing more can be done.
static void remove_stale(const std::string& place, const std::string& prefix) {
  const Result<std::vector<std::string>> names = list_folder(place);
  if (!names.ok()) return;
  for (const std::string& name : names.value()) {
    if (!is_ours(name, prefix)) continue;
    const std::string path = join_path(place, name);
    if (const auto lock = FolderLock::take(path)) static_cast<void>(remove_folder(path));
  }
}

Result<std::unique_ptr<TemporaryFolder>> TemporaryFolder::make(const std::string& purpose) {
  const Result<std::string> place = temporary_files();
  if (!place.ok()) return place.error();
  const std::string prefix = "franz_" + purpose + "_";
  remove_stale(place.value(), prefix);
  for (;;) {
    const std::string path = join_path(place.value(), prefix + random_hex(kDigits));
    Result<std::unique_ptr<FolderLock>> lock = FolderLock::make(path);
    if (!lock.ok()) return lock.error();
    if (lock.value())
      return std::unique_ptr<TemporaryFolder>(new TemporaryFolder(path, std::move(lock).value()));
  }
}

TemporaryFolder::TemporaryFolder(std::string path, std::unique_ptr<FolderLock> lock)
    : path_(std::move(path)), lock_(std::move(lock)) {
  const std::lock_guard guard(known().mutex);
  known().paths.push_back(path_);
}

TemporaryFolder::~TemporaryFolder() {
  static_cast<void>(remove_folder(path_));
  const std::lock_guard guard(known().mutex);
  std::erase(known().paths, path_);
}

void TemporaryFolder::remove_all() {
  const std::lock_guard guard(known().mutex);
  for (const std::string& path : known().paths) static_cast<void>(remove_folder(path));
}
}  // namespace franz
