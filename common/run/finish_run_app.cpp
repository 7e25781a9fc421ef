#include "common/run/finish_run_app.h"
#include <memory>
#include <utility>
#include "common/os/clock.h"
#include "common/run/run_files.h"
#include "common/run/run_writer_app.h"

namespace franz {
Result<FinishedRun> finish_run(StartedRun started) {
  RunFile& run = started.loaded.run;
  const int last = started.loaded.known.last;
  run.finish = started.loaded.finished;
  run.add_change(utc_now(), "the end that was broken off is written: " + run.finish->text);
  RunWriter writer(started.claim.folder(), {});
  if (Status resumed = writer.resume(last); !resumed.ok()) return resumed.error();
  started.claim.keep();
  const auto json = std::make_shared<const std::string>(to_json(run) + "\n");
  for (const RunJob& job : {RunJob(SaveBatch{first_of_batch(last), last}),
                            RunJob(SaveFile{kRunFile, json}), RunJob(TurnsFinished{last})})
    if (Status done = writer.perform(job); !done.ok()) return done.error();
  Result<std::string> seal = writer.seal();
  if (!seal.ok()) return seal.error();
  // As RunFolder::close(): run.json tells all that they do.
  if (const Result<Folder> folder = Folder::open(started.claim.folder()); folder.ok())
    static_cast<void>(folder.value().remove(kReplyMarksFile));
  return FinishedRun{*run.finish, std::move(seal).value(), run.lost_turns};
}
}  // namespace franz
