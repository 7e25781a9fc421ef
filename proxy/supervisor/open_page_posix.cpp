#include "common/os/child_process.h"
#include "common/os/find_program.h"
#include "common/os/secret_variables.h"
#include "proxy/supervisor/ports_app.h"

namespace franz::proxy {
Status open_page(const std::string& url) {
  const std::string program = find_program("xdg-open");
  if (program.empty()) return Error{"there is no program xdg-open"};
  const Status started = start_free_program({program, {url}, {}, "", key_variables("")});
  return started.ok() ? Status(Done{}) : Error{"xdg-open: " + started.error().message};
}
}  // namespace franz::proxy
