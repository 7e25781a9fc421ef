#include <string>
#include <vector>
#include "capturer/capturer_app.h"
#include "common/os/process_start.h"

int main(int count, char** arguments) {
  franz::prepare_process();
  return franz::capturer::run_capturer_app(
      std::vector<std::string>(arguments + (count > 0 ? 1 : 0), arguments + count));
}
