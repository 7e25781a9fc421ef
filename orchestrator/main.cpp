#include "common/os/process_start.h"
#include "orchestrator/orchestrator_app.h"

int main(int argument_count, char** arguments) {
  franz::prepare_process();
  return franz::orchestrator::run_orchestrator_app(argument_count, arguments);
}
