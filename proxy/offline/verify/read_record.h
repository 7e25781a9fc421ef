#pragma once
// What a turn's record says of itself: all of its check that needs neither its exchanges nor the
// turns before it. So it can be made ahead of the turn's own check, on any thread.
#include <vector>
#include "common/base/result.h"
#include "common/run/turn_record.h"
#include "proxy/offline/verify/finding.h"
#include "proxy/offline/verify/record_check.h"
#include "proxy/offline/verify/turn_files.h"

namespace franz::proxy {
struct ReadRecord {
  Result<TurnRecord> record;
  ToldCheck told = {};
  std::vector<Finding> approval = {}, members = {};
};

// `files` has a record. `same_version`: as check_record_members() has it.
ReadRecord read_record(const TurnFiles& files, bool same_version);
}  // namespace franz::proxy
