#include "common/os/process_start.h"
#include "proxy/status_window/status_window_app.h"

int main(int argc, char** argv) {
  franz::prepare_process();
  return franz::status_window::run_status_window_app(argc, argv);
}
