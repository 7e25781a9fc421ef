#include "proxy/tasks/workbook.h"

namespace franz::proxy {
bool reads_xlsx() { return false; }

Result<Workbook> read_xlsx(std::string_view) {
  return Error{"this build cannot read xlsx (libarchive, expat)"};
}
}  // namespace franz::proxy
