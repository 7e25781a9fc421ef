#pragma once
// Saves the pictures of the screen where `[agent] dump_dir` wants them, besides the run folder. A
// failure is a warning.
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "orchestrator/output_app.h"

namespace franz::orchestrator {
class PictureDump {
 public:
  explicit PictureDump(Output& output) : output_(output) {}

  // The next file of `folder`, which is made where it is missing, numbered on from what is in it;
  // empty: nothing is to be saved, or the folder cannot be used.
  std::string next_file(const std::string& folder);
  // `file`: from next_file(); empty: nothing is saved. `png`: base64; empty: there is no picture.
  void save(const std::string& file, std::string_view png);

 private:
  void tell(const Status& done);

  Output& output_;
  std::string trouble_;  // as told; empty: the last one was saved
};
}  // namespace franz::orchestrator
