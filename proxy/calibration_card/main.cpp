#include "common/os/process_start.h"
#include "proxy/calibration_card/calibration_card_app.h"

int main(int argc, char** argv) {
  franz::prepare_process();
  return franz::calibration_card::run_calibration_card_app(argc, argv);
}
