#pragma once
// The members of a request against those that an orchestrator of ours writes: its own, and those
// that run.json tells of `[model] extra`.
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/run/run_file.h"
#include "proxy/offline/verify/finding.h"

namespace franz {
class JsonFields;
}

namespace franz::proxy {
class RequestMembers {
 public:
  explicit RequestMembers(const RunFile& run);

  // `file`: the request, whose body `request` is. `own`: the members that its API writes.
  // `recorded`: the turn's record is about it and has what the orchestrator told; else a kill may
  // have taken what was told of its settings. Names the first few.
  std::vector<Finding> check(int turn, const std::string& file, const JsonFields& request,
                             std::span<const std::string_view> own, bool recorded) const;

 private:
  bool is_told(const std::string& name, const std::string& value,
               std::span<const std::string_view> own) const;

  std::map<std::string, std::string> extra_;  // as the settings in force have it, values as JSON
  std::vector<std::string> changes_;          // of `[model] extra`
  bool is_all_told_ = false;                  // no turn had other settings than run.json tells
};
}  // namespace franz::proxy
