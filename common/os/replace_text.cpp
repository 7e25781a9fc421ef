#include "common/os/replace_text.h"
#include <algorithm>
#include <cstdint>
#include <optional>

namespace franz {
static std::uint64_t blocks(std::uint64_t bytes) { return (bytes + 4095) / 4096; }

Status replace_text(const Folder& folder, const std::string& name, std::string text) {
  Status replaced = folder.replace(name, text, Durability::buffered);
  if (replaced.ok()) return replaced;
  const std::optional<FileStamp> old = folder.stamp(name);
  if (!old || blocks(text.size()) > blocks(old->bytes)) return replaced;
  text.resize(std::max<std::size_t>(text.size(), old->bytes), ' ');
  return folder.overwrite(name, 0, text).ok() ? Status(Done{}) : replaced;
}
}  // namespace franz
