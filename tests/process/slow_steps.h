#pragma once
// Settings with long delays between actions, so that a test can interrupt a turn.
#include <gtest/gtest.h>
#include <string>
#include <vector>
#include "common/os/files.h"
#include "tests/process/running_proxy.h"

namespace franz {
class SlowSteps {
 public:
  SlowSteps() { set_delay(4000); }

  // The arguments of a proxy that uses these settings.
  std::vector<std::string> added_to(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"--config", path_});
    return arguments;
  }
  // From the next turn on there is no delay between actions.
  void hurry() const { set_delay(0); }

 private:
  void set_delay(int step_delay_ms) const {
    EXPECT_TRUE(replace_file(path_,
                             "[agent]\nstep_delay_ms = " + std::to_string(step_delay_ms) + "\n",
                             Durability::buffered)
                    .ok());
  }

  const std::string path_ = test_folder() + "/slow_steps.ini";
};
}  // namespace franz
