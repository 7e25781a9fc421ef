#pragma once
// Saves copies of the pictures in `[agent] dump_dir`. A failure is a warning.
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "orchestrator/output_app.h"

namespace franz::orchestrator {
class PictureDump {
 public:
  explicit PictureDump(Output& output) : output_(output) {}

  // The next numbered file of `folder`, which is created if missing. Empty: `folder` is empty or
  // cannot be used.
  std::string next_file(const std::string& folder);
  // `file`: from next_file(); empty: nothing is saved. `png`: base64; empty: there is no picture.
  void save(const std::string& file, std::string_view png);

 private:
  void report(const Status& done);

  Output& output_;
  std::string trouble_;  // last warning; empty: the last picture was saved
};
}  // namespace franz::orchestrator
