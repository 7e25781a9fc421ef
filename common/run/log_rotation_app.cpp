#include "common/run/log_rotation_app.h"

namespace franz {
Status rotate_log(const Folder& folder, const std::string& name) {
  for (int i = kOldLogs - 1; i >= 0; --i) {
    const std::string from = i == 0 ? name : name + "." + std::to_string(i);
    Status moved = folder.rename(from, name + "." + std::to_string(i + 1));
    if (!moved.ok() && moved.error().code != ErrorCode::missing) return moved;
  }
  return Done{};
}

Status append_log(const Folder& folder, const std::string& name, std::string_view bytes) {
  const std::optional<FileStamp> there = folder.stamp(name);
  if (there && there->bytes > 0 && there->bytes + bytes.size() > kMaxLog) {
    if (Status rotated = rotate_log(folder, name); !rotated.ok()) return rotated;
  }
  return folder.append(name, bytes);
}
}  // namespace franz
