#include "common/run/own_record_app.h"
#include <memory>
#include <utility>
#include <variant>

namespace franz {
OwnRecord::OwnRecord(StartedRun started, std::vector<std::string> surplus_runs,
                     OwnRecordPorts ports)
    : started_(std::move(started)),
      surplus_runs_(std::move(surplus_runs)),
      ports_(std::move(ports)),
      earlier_lost_(started_.loaded.run.lost_turns),
      unrecorded_(started_.loaded.known.unrecorded),
      folder_(RunFolderOptions{
          started_.claim.folder(),
          [this](const std::string& trouble) {
            if (trouble.empty()) {
              ports_.say(Level::info, "the run folder can be written again");
            } else {
              ports_.say(Level::error, trouble + "; the run goes on, but is not recorded now");
            }
          },
          [this](const std::string& warning) {
            ports_.say(Level::warning, warning);
            return true;
          }}) {}

Status OwnRecord::begin() {
  if (started_.resumed) {
    if (Status resumed = folder_.resume(started_.loaded.known.last); !resumed.ok()) return resumed;
  }
  started_.claim.keep();
  started_.loaded.run.finish.reset();  // a run that was finished goes on
  begun_ = true;
  folder_.begin_marks();
  save_run();
  if (surplus_runs_.empty()) return Done{};
  for (const std::string& folder : surplus_runs_)
    ports_.say(Level::info, "[proxy] keep_runs: removes " + folder);
  folder_.remove_runs(surplus_runs_);
  return Done{};
}

void OwnRecord::write(std::vector<RecordJob> jobs) {
  for (RecordJob& job : jobs) {
    if (auto* file = std::get_if<SaveFile>(&job)) {
      folder_.save(std::move(*file));
    } else if (const auto* batch = std::get_if<SaveBatch>(&job)) {
      folder_.save_batch(*batch);
    } else if (const auto* finished = std::get_if<TurnsFinished>(&job)) {
      folder_.finish_turns(finished->turn);
    } else if (const auto* reply = std::get_if<ReplyPassed>(&job)) {
      if (reply->turn == unrecorded_) unrecorded_ = 0;  // it is made again
      folder_.reply_passed(*reply);
    }
  }
}

void OwnRecord::append(const std::string& log, const std::string& line) {
  folder_.append(log, line);
}

void OwnRecord::update_lost() {
  TurnRanges lost = earlier_lost_;
  lost.add(folder_.lost().turns);
  if (lost == started_.loaded.run.lost_turns) return;
  started_.loaded.run.lost_turns = std::move(lost);
  save_run();
}

void OwnRecord::save_run() {
  if (!begun_) return;
  const std::string json = ports_.mask(to_json(started_.loaded.run));
  folder_.save(SaveFile{kRunFile, std::make_shared<const std::string>(json + "\n")});
}

bool OwnRecord::close() {
  folder_.hurry();
  // What was lost is known before run.json is written for the last time.
  folder_.settle();
  if (unrecorded_ > 0) earlier_lost_.add(unrecorded_);
  update_lost();
  save_run();
  const Result<std::string> seal = folder_.close();
  if (const std::string untold = folder_.untold(); !untold.empty())
    ports_.say(Level::warning, untold);
  const LostFiles lost = folder_.lost();
  std::string text = lost.empty() ? "" : to_text(lost);
  if (!earlier_lost_.empty()) text += (text.empty() ? "" : "; earlier: ") + to_text(earlier_lost_);
  if (!text.empty()) ports_.say(Level::error, "the run is not completely recorded: lost: " + text);
  if (seal.ok()) {
    ports_.say(Level::info,
               "seal " + seal.value() + (text.empty() ? "" : " of an incomplete record"));
  } else {
    ports_.say(Level::error, "the run has no seal: " + seal.error().message);
  }
  return seal.ok() && text.empty();
}
}  // namespace franz
