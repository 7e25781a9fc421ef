#pragma once
// The members of a request against those that an orchestrator of ours writes: its own, and those
// that run.json tells of `[model] extra`.
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/run/run_file.h"
#include "common/wire/api/request.h"
#include "proxy/offline/verify/finding.h"

namespace franz {
class MessageFields;
}

namespace franz::proxy {
// The members that an API writes by itself.
struct OwnMembers {
  std::span<const std::string_view> names;  // the record has their values
  ExtraMembers fixed;                       // and those of which the value is known
};

class RequestMembers {
 public:
  explicit RequestMembers(const RunFile& run);

  // `file`: the request, whose body `request` is.
  // `recorded`: the turn's record is about it and has what the orchestrator told; else a kill may
  // have taken what was told of its settings. Names the first few.
  std::vector<Finding> check(int turn, const std::string& file, const MessageFields& request,
                             const OwnMembers& own, bool recorded) const;

 private:
  bool is_told(const std::string& name, const std::string& value, const OwnMembers& own) const;

  std::map<std::string, std::string> extra_;  // as the settings in force have it, values as JSON
  std::vector<std::string> changes_;          // of `[model] extra`
  bool is_all_told_ = false;                  // no turn had other settings than run.json tells
};
}  // namespace franz::proxy
