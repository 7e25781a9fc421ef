#include <string>
#include <vector>
#include "common/os/process_start.h"
#include "executor/executor_app.h"

int main(int count, char** arguments) {
  franz::prepare_process();
  return franz::executor::run_executor_app(
      std::vector<std::string>(arguments + (count > 0 ? 1 : 0), arguments + count));
}
