#include "common/os/quarantine.h"

namespace franz {
Result<std::string> quarantine(const Folder& folder, const std::string& name) {
  const std::string stem = name + ".corrupt";
  std::string aside = stem;
  for (int i = 2; i <= kMaxQuarantined && folder.kind(aside); ++i) aside = stem + std::to_string(i);
  if (const Status moved = folder.rename(name, aside); !moved.ok()) return moved.error();
  return aside;
}
}  // namespace franz
