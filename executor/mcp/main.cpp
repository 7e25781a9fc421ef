#include "common/os/process_start.h"
#include "executor/mcp/mcp_app.h"

int main(int argument_count, char** arguments) {
  franz::prepare_process();
  return franz::mcp::run_mcp_app(argument_count, arguments);
}
