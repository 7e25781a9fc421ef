#include "orchestrator/run_record_app.h"
#include <algorithm>
#include <memory>
#include <utility>
#include <variant>
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/os/clock.h"
#include "common/run/run_events.h"

namespace franz::orchestrator {
// Of a reply as it passed: a longer one is no reply (kMaxReply), and its file must stay readable.
static constexpr std::size_t kMaxKeptReply = 48UL << 20U;

static double now_ms() { return static_cast<double>(unix_time_ms()); }

RunRecord::RunRecord(StartedRun started, std::vector<std::string> surplus_runs,
                     const Memory& memory, const Api& api, Output& output)
    : started_(std::move(started)),
      surplus_runs_(std::move(surplus_runs)),
      output_(output),
      turns_(memory, api, started_.loaded.known,
             [&output](std::string_view text) { return output.mask(text); }),
      earlier_lost_(started_.loaded.run.lost_turns),
      folder_(RunFolderOptions{
          started_.claim.folder(),
          [&output](const std::string& trouble) {
            if (trouble.empty()) {
              output.log(LogLevel::info, "the run folder can be written again");
            } else {
              output.log(LogLevel::error, trouble + "; the run goes on, but is not recorded now");
            }
          },
          [&output](const std::string& warning) {
            output.log(LogLevel::warning, warning);
            return true;
          }}) {}

Status RunRecord::begin() {
  if (started_.resumed) {
    if (Status resumed = folder_.resume(started_.loaded.known.last); !resumed.ok()) return resumed;
  }
  started_.claim.keep();
  started_.loaded.run.finish.reset();  // a run that was finished goes on
  begun_ = true;
  save_run();
  if (surplus_runs_.empty()) return Done{};
  for (const std::string& folder : surplus_runs_)
    output_.log(LogLevel::info, "[proxy] keep_runs: removes " + folder);
  folder_.remove_runs(surplus_runs_);
  return Done{};
}

// Masked as the proxy's are, which gets them as lines.
static LoopEvent masked(const LoopEvent& event, Output& output) {
  const Result<LoopEvent> read = parse_loop_event(output.mask(to_json(event)));
  return read.ok() ? read.value() : event;
}

void RunRecord::event(const LoopEvent& told) {
  const LoopEvent event = masked(told, output_);
  if (add_event(started_.loaded.run, event, utc_text(now_ms()))) save_run();
  write(turns_.event(event, now_ms()));
  if (event.kind == LoopEvent::Kind::turn_finished) update_lost();
}

void RunRecord::line(const std::string& text) {
  folder_.append(kOrchestratorLog, printable(utc_text(now_ms()) + " " + to_valid_utf8(text)));
}

HttpTap RunRecord::tap(int turn) {
  asking_ = turn;
  reply_.clear();
  return {[this](std::string_view whole) { write(turns_.sent(asking_, whole, now_ms())); },
          [this](std::string_view piece) {
            reply_ += piece.substr(0, kMaxKeptReply - std::min(kMaxKeptReply, reply_.size()));
          }};
}

void RunRecord::answered(const ModelAnswer& answer) {
  write(turns_.answered(reply_, answer));
  std::string().swap(reply_);  // an assignment would keep the room
}

void RunRecord::write(std::vector<RecordJob> jobs) {
  for (RecordJob& job : jobs) {
    if (auto* file = std::get_if<SaveFile>(&job)) {
      folder_.save(std::move(*file));
    } else if (const auto* batch = std::get_if<SaveBatch>(&job)) {
      folder_.save_batch(*batch);
    } else if (const auto* finished = std::get_if<TurnsFinished>(&job)) {
      folder_.finish_turns(finished->turn);
    }
  }
}

void RunRecord::update_lost() {
  TurnRanges lost = earlier_lost_;
  lost.add(folder_.lost().turns);
  if (lost == started_.loaded.run.lost_turns) return;
  started_.loaded.run.lost_turns = std::move(lost);
  save_run();
}

void RunRecord::save_run() {
  if (!begun_) return;
  const std::string json = output_.mask(to_json(started_.loaded.run));
  folder_.save(SaveFile{kRunFile, std::make_shared<const std::string>(json + "\n")});
}

bool RunRecord::close() {
  write(turns_.finish());
  folder_.hurry();
  // What was lost is known before run.json is written for the last time.
  folder_.settle();
  update_lost();
  save_run();
  const Result<std::string> seal = folder_.close();
  if (const std::string untold = folder_.untold(); !untold.empty())
    output_.log(LogLevel::warning, untold);
  const LostFiles lost = folder_.lost();
  if (!lost.empty())
    output_.log(LogLevel::error, "the run is not completely recorded: lost: " + to_text(lost));
  if (seal.ok()) {
    output_.log(LogLevel::info,
                "seal " + seal.value() + (lost.empty() ? "" : " of an incomplete record"));
  } else {
    output_.log(LogLevel::error, "the run has no seal: " + seal.error().message);
  }
  return seal.ok() && lost.empty();
}
}  // namespace franz::orchestrator
