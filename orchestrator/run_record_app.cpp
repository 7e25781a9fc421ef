#include "orchestrator/run_record_app.h"
#include <algorithm>
#include <utility>
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/os/clock.h"
#include "common/run/run_events.h"
#include "common/wire/limits.h"

namespace franz::orchestrator {
// Of a reply as it passed: a longer one is no reply (kMaxReply), and its file must stay readable.
static constexpr std::size_t kMaxKeptReply = 48UL << 20U;

static double now_ms() { return static_cast<double>(unix_time_ms()); }

static LogLevel level_of(OwnRecordPorts::Level level) {
  switch (level) {
    case OwnRecordPorts::Level::info: return LogLevel::info;
    case OwnRecordPorts::Level::warning: return LogLevel::warning;
    case OwnRecordPorts::Level::error: break;
  }
  return LogLevel::error;
}

RunRecord::RunRecord(StartedRun started, std::vector<std::string> surplus_runs,
                     const Memory& memory, const Api& api, Output& output)
    : output_(output),
      record_(std::move(started), std::move(surplus_runs),
              {[&output](OwnRecordPorts::Level level, const std::string& text) {
                 output.log(level_of(level), text);
               },
               [&output](std::string_view text) { return output.mask(text); }}),
      turns_(memory, api, record_.known(),
             [&output](std::string_view text) { return output.mask(text); }) {}

// Masked as the proxy's are, which gets them as lines.
static LoopEvent masked(const LoopEvent& event, Output& output) {
  const Result<LoopEvent> read = parse_loop_event(output.mask(to_json(event)));
  return read.ok() ? read.value() : event;
}

void RunRecord::event(const LoopEvent& told) {
  const LoopEvent event = masked(told, output_);
  if (add_event(record_.run(), event, utc_text(now_ms()))) record_.save_run();
  record_.write(turns_.event(event, now_ms()));
  if (event.kind == LoopEvent::Kind::turn_finished) record_.update_lost();
}

void RunRecord::line(const std::string& text) {
  record_.append(kOrchestratorLog, printable(utc_text(now_ms()) + " " + to_valid_utf8(text)));
}

HttpTap RunRecord::tap(int turn) {
  asking_ = turn;
  reply_.clear();
  return {[this](std::string_view whole) { record_.write(turns_.sent(asking_, whole, now_ms())); },
          [this](std::string_view piece) {
            reply_ += piece.substr(0, kMaxKeptReply - std::min(kMaxKeptReply, reply_.size()));
          }};
}

void RunRecord::answered(const ModelAnswer& answer) {
  record_.write(turns_.answered(reply_, answer));
  std::string().swap(reply_);  // an assignment would keep the room
}

bool RunRecord::close() {
  record_.write(turns_.finish());
  return record_.close();
}
}  // namespace franz::orchestrator
