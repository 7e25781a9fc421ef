#include "proxy/offline/verify/read_record.h"
#include "proxy/offline/verify/approval_check.h"
#include "proxy/offline/verify/member_check.h"

namespace franz::proxy {
ReadRecord read_record(const TurnFiles& files, bool same_version) {
  ReadRecord read{parse_turn_record(*files.record)};
  if (!read.record.ok()) return read;
  const TurnRecord& record = read.record.value();
  read.told = check_told(record);
  read.approval = check_approval(files, record);
  read.members = check_record_members(*files.record, record, same_version);
  return read;
}
}  // namespace franz::proxy
