#include "orchestrator/orchestrator_app.h"

int main(int argument_count, char** arguments) {
  return franz::orchestrator::run_orchestrator_app(argument_count, arguments);
}
