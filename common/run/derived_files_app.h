#pragma once
// The files of a run that are made of others: batches of records, SHA256SUMS.
#include <functional>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/run/log_entry.h"
#include "common/run/run_dir_app.h"
#include "common/run/run_story.h"

namespace franz {
// turns_0001_0015.json: of each turn the record of RunStory::chosen(), as one array; turns without
// a record are left out. Written and synced under a temporary name. Failure: the disk's words, or a
// record that cannot be read.
Result<LoggedFile> write_batch(const RunDir& dir, const RunStory& story, int first, int last);

// What the batch of these turns is to be, in pieces, in their order. Failure: a record cannot be
// read.
Status each_batch_piece(const RunDir& dir, const RunStory& story, int first, int last,
                        const std::function<Status(std::string_view piece)>& on_piece);

// At the end: the batches that are missing, and SHA256SUMS with a line for each file that the log
// lists, in its order, then the batches, then the files that are written on while the run lasts,
// all synced. Returned: SHA256SUMS and those last ones, for the end line. `on_step`: after each
// file. Failure: the disk's words, or a log that cannot be read.
Result<std::vector<LoggedFile>> write_derived_files(const RunDir& dir, const RunStory& story,
                                                    const std::function<void()>& on_step);

// "3a7b…  turn_0001.json" with its LF: as `sha256sum -c` reads it. Source: GNU coreutils manual,
// "md5sum invocation": 64 hexadecimal digits, two blanks, the name.
std::string sums_line(const LoggedFile& file);
}  // namespace franz
