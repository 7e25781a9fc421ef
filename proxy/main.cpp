#include "common/os/process_start.h"
#include "proxy/proxy_app.h"

int main(int argument_count, char** arguments) {
  franz::prepare_process(franz::kMessageBlock);
  return franz::proxy::run_proxy_app(argument_count, arguments);
}
