// portal_bridge: shows and operates a desktop through its portal (common/wire/bridge_messages.h).
#include "common/os/process_start.h"
#include "executor/portal/portal_bridge_app.h"

int main(int argument_count, char** arguments) {
  franz::prepare_process();
  return franz::executor::run_portal_bridge_app(argument_count, arguments);
}
