#include "common/os/process_start.h"
#include "executor/wayland/wayland_bridge_app.h"

int main() {
  franz::prepare_process();
  return franz::executor::run_wayland_bridge_app();
}
