#pragma once
// The files of a run that are derived from others: batches of records, and SHA256SUMS.
#include <functional>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/run/log_entry.h"
#include "common/run/run_dir_app.h"
#include "common/run/run_story.h"

namespace franz {
// Writes turns_0001_0015.json: one array with the record of RunStory::chosen() for each turn; turns
// without a record are skipped. Written and synced under a temporary name. Failure: the disk's
// message, or a record that cannot be read.
Result<LoggedFile> write_batch(const RunDir& dir, const RunStory& story, int first, int last);

// Yields the content of that batch in pieces, in order. Failure: a record cannot be read.
Status each_batch_piece(const RunDir& dir, const RunStory& story, int first, int last,
                        const std::function<Status(std::string_view piece)>& on_piece);

// Called at the end of a run. Writes the missing batches, then SHA256SUMS: one line for each file
// that the log lists, in the log's order, then the batches, then the files that grow during the
// run. Everything is synced. Returns the entries of SHA256SUMS and of the growing files for the end
// line. Calls `on_step` after each file. Failure: the disk's message, or a log that cannot be read.
Result<std::vector<LoggedFile>> write_derived_files(const RunDir& dir, const RunStory& story,
                                                    const std::function<void()>& on_step);

// "3a7b…  turn_0001.json" with its LF, as `sha256sum -c` reads it. Source: GNU coreutils manual,
// "md5sum invocation": 64 hexadecimal digits, two blanks, the name.
std::string sums_line(const LoggedFile& file);
}  // namespace franz
