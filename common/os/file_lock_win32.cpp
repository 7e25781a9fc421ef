#include <windows.h>
#include <utility>
#include "common/os/file_lock.h"
#include "common/os/win32_support.h"

namespace franz {
using win32::Opening;

static constexpr std::uint64_t kMaxOwner = 1000;

struct FileLock::Handle {
  win32::Handle file;
};

FileLock::FileLock(std::unique_ptr<Handle> handle) : handle_(std::move(handle)) {}

// A file that others may not write or delete while it is open, and that is deleted with its handle:
// the system closes it when the process ends for any reason. Others may read the owner's line.
Result<std::unique_ptr<FileLock>, FileLock::Taken> FileLock::take(const Folder& folder,
                                                                  const std::string& name,
                                                                  const std::string& owner) {
  const std::string path = join_path(folder.path(), name);
  Opening how;
  how.access = GENERIC_WRITE | DELETE;
  how.disposition = Opening::If::either;
  how.shared = false;
  how.delete_on_close = true;
  void* const at = reinterpret_cast<void*>(folder.native());
  // Only a regular file may be opened this way, because it is deleted with the handle.
  const Status may = folder.may_write(name);
  if (!may.ok() && may.error().code == ErrorCode::not_a_file)
    return Taken{false, may.error().message};
  auto handle = std::make_unique<Handle>(Handle{win32::open_at(at, name, how)});
  if (!handle->file.ok()) {
    const DWORD code = ::GetLastError();
    if (code != ERROR_SHARING_VIOLATION) return Taken{false, path + ": " + win32::message(code)};
    Result<std::string> text = folder.read(name, kMaxOwner);
    return Taken{true, text.ok() ? std::move(text).value() : ""};
  }
  DWORD written = 0;
  if (!::SetEndOfFile(handle->file.get()) ||
      !::WriteFile(handle->file.get(), owner.data(), static_cast<DWORD>(owner.size()), &written,
                   nullptr))
    return Taken{false, path + ": " + win32::message(::GetLastError())};
  return std::unique_ptr<FileLock>(new FileLock(std::move(handle)));
}

FileLock::~FileLock() = default;

bool is_locked(const Folder& folder, const std::string& name) {
  // Requests access that the owner's handle does not share.
  Opening how;
  how.access = GENERIC_WRITE;
  const win32::Handle file = win32::open_at(reinterpret_cast<void*>(folder.native()), name, how);
  return !file.ok() && ::GetLastError() == ERROR_SHARING_VIOLATION;
}
}  // namespace franz
