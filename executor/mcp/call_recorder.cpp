#include "executor/mcp/call_recorder.h"
#include <memory>
#include <utility>
#include "common/base/base64.h"
#include "common/base/json_string.h"
#include "common/base/utf8.h"
#include "common/run/record_parts.h"

namespace franz::mcp {
static std::shared_ptr<const std::string> file_of(const std::string& base64) {
  Result<std::string> bytes = base64_decode(base64);
  if (!bytes.ok() || bytes.value().empty()) return nullptr;
  return std::make_shared<const std::string>(std::move(bytes).value());
}

std::vector<RecordJob> CallRecorder::over(const CallRecord& call, double now_ms) {
  std::vector<RecordJob> jobs;
  jobs.emplace_back(ReplyPassed{call.turn, 1});
  files_.begin(call.turn, jobs);
  TurnRecord record;
  record.turn = call.turn;
  record.attempt = 1;
  record.time = utc_text(now_ms - call.turn_ms);
  record.called = true;
  record.verdict = kUnwitnessed;
  record.feedback = quote_json(call.answer);
  record.executor_in = call.executor_in;
  record.executor_out = call.executor_out;
  for (const std::string& each : call.degraded)
    record.degraded.push_back(cut_text(each, kMaxDegraded));
  record.approval = call.approval;
  RecordedReply& response = record.response.emplace();
  response.text = "\"\"";
  response.calls.push_back(
      {quote_json(call.call.id), quote_json(call.call.name), call.call.arguments});
  if (call.executor_in != "null") record.executor_ms = call.executor_ms;
  record.turn_ms = call.turn_ms;
  std::shared_ptr<const std::string> picture = file_of(call.png_base64);
  if (picture) picture = add_picture(record, *picture);
  if (call.approval)
    if (std::shared_ptr<const std::string> plan = file_of(call.plan_png_base64))
      jobs.emplace_back(SaveFile{plan_file(call.turn), std::move(plan)});
  files_.save(record, picture, jobs);
  return jobs;
}
}  // namespace franz::mcp
