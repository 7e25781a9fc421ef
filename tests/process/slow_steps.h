#pragma once
// A run whose actions are far enough apart to be met in the middle of a turn, for as long as a test
// wants that.
#include <gtest/gtest.h>
#include <string>
#include <vector>
#include "common/os/files.h"
#include "tests/process/running_proxy.h"

namespace franz {
class SlowSteps {
 public:
  SlowSteps() { rest(4000); }

  // The arguments of a proxy whose settings these are.
  std::vector<std::string> added_to(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"--config", path_});
    return arguments;
  }
  // From the next turn on nothing is waited for between actions.
  void hurry() const { rest(0); }

 private:
  void rest(int step_delay_ms) const {
    EXPECT_TRUE(replace_file(path_,
                             "[agent]\nstep_delay_ms = " + std::to_string(step_delay_ms) + "\n",
                             Durability::buffered)
                    .ok());
  }

  const std::string path_ = test_folder() + "/slow_steps.ini";
};
}  // namespace franz
