#pragma once
// Changes a run as an editor would who hides the change.
#include <gtest/gtest.h>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>
#include "common/os/files.h"
#include "common/run/derived_files_app.h"
#include "common/run/log_entry.h"
#include "common/run/run_dir_app.h"
#include "common/run/turn_record.h"

namespace franz {
inline std::vector<RunLine> lines_of(const std::string& folder) {
  std::vector<RunLine> lines;
  const std::string text = read_file(join_path(folder, kRunLog)).value();
  for (std::size_t at = 0, end = 0; (end = text.find('\n', at)) != std::string::npos;
       at = end + 1) {
    Result<RunLine> line = parse_run_line(text.substr(at, end - at));
    EXPECT_TRUE(line.ok()) << text.substr(at, end - at);
    if (line.ok()) lines.push_back(std::move(line).value());
  }
  return lines;
}

// The file's current content; as listed if there is none.
inline void list_again(const std::string& folder, LoggedFile& file) {
  const Result<std::string> bytes = read_file(join_path(folder, file.name));
  if (bytes.ok()) file = logged_file(file.name, bytes.value());
}

inline void list_again(const std::string& folder, RunEntry& entry) {
  if (auto* const attempt = std::get_if<AttemptEntry>(&entry)) {
    for (LoggedFile& file : attempt->files) list_again(folder, file);
    const Result<std::string> bytes =
        read_file(join_path(folder, record_file(attempt->turn, attempt->attempt)));
    const Result<TurnRecord> record =
        bytes.ok() ? parse_turn_record(bytes.value()) : Result<TurnRecord>(bytes.error());
    if (record.ok()) attempt->row = row_of(record.value());
  } else if (auto* const lost = std::get_if<LostEntry>(&entry)) {
    if (lost->file) list_again(folder, *lost->file);
  } else if (auto* const keyframe = std::get_if<KeyframeEntry>(&entry)) {
    for (LoggedFile& file : keyframe->files) list_again(folder, file);
  }
}

// Recomputes digests, entries, the chain and, for a run that has ended, batches, SHA256SUMS and the
// end, after `edit` changed the lines.
inline void rewrite_log(const std::string& folder,
                        const std::function<void(std::vector<RunLine>&)>& edit = {}) {
  std::vector<RunLine> lines = lines_of(folder);
  if (edit) edit(lines);
  const std::string path = join_path(folder, kRunLog);
  ASSERT_TRUE(replace_file(path, "", Durability::buffered).ok());
  const Result<RunDir> dir = RunDir::open(folder);
  ASSERT_TRUE(dir.ok());
  LogChain chain;
  RunStory story;
  for (RunLine& line : lines) {
    if (auto* const end = std::get_if<EndEntry>(&line.entry);
        end != nullptr && &line == &lines.back()) {
      std::vector<std::string> batches;
      for (const std::string& name : list_folder(folder).value())
        if (name.starts_with("turns_")) batches.push_back(name);
      for (const std::string& name : batches) std::filesystem::remove(join_path(folder, name));
      auto files = write_derived_files(dir.value(), story, [] {});
      ASSERT_TRUE(files.ok()) << files.error().message;
      end->files = std::move(files).value();
    } else {
      list_again(folder, line.entry);
    }
    const std::string text = chain.line(line.time, line.entry);
    chain.take(text);
    story.take(parse_run_line(text).value());
    ASSERT_TRUE(append_file(path, text + "\n").ok());
  }
}
}  // namespace franz
