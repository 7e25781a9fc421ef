#include "common/os/process_start.h"
#include "proxy/demo_vlm/demo_vlm_app.h"

int main(int argc, char** argv) {
  franz::prepare_process();
  return franz::demo_vlm::run_demo_vlm_app(argc, argv);
}
