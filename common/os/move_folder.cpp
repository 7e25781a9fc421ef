#include "common/os/move_folder.h"
#include <filesystem>
#include <system_error>
#include "common/os/files.h"

namespace franz {
namespace fs = std::filesystem;

static fs::path to_path(const std::string& text) {
  return {std::u8string(text.begin(), text.end())};
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
  if (!code) fs::rename(to_path(part), to_path(to), code);
  if (code) return Error{to + ": " + code.message()};
  return remove_folder(from);
}
}  // namespace franz
