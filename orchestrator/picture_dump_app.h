#pragma once
// Saves the pictures of the screen where `[agent] dump_dir` wants them, besides the run folder. A
// failure is a warning.
#include <string>
#include <string_view>
#include "orchestrator/output_app.h"

namespace franz::orchestrator {
class PictureDump {
 public:
  explicit PictureDump(Output& output) : output_(output) {}

  // `folder`: made where it is missing, and numbered on from what is in it; empty: nothing is
  // saved. `png`: base64; empty: there is no picture.
  void save(const std::string& folder, std::string_view png);

 private:
  Output& output_;
  std::string trouble_;  // as told; empty: the last one was saved
};
}  // namespace franz::orchestrator
