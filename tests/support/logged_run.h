#pragma once
// Writes a run folder: records, pictures and the lines of run.jsonl that list them.
#include <gtest/gtest.h>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>
#include "common/base/json_string.h"
#include "common/base/sha256.h"
#include "common/os/files.h"
#include "common/run/log_entry.h"
#include "common/run/run_files.h"
#include "common/run/turn_record.h"

namespace franz {
inline TurnRecord logged_record(int turn, int attempt = 1) {
  TurnRecord record;
  record.turn = turn;
  record.attempt = attempt;
  record.request_id = padded(turn, 10) + padded(attempt, 6);
  record.status = 200;
  record.time = "2026-01-31T12:00:00.250Z";
  record.verdict = turn == 1 ? Verdict::first : Verdict::ok;
  record.story = turn == 1 ? "\"\"" : quote_json("reply " + std::to_string(turn - 1));
  record.feedback = quote_json("OK: 1 action executed.");
  record.executor_in = R"({"surface":"sandbox"})";
  record.executor_out = R"j({"items":[{"call":"left_click(1, 2)","outcome":"done"}]})j";
  record.response = RecordedReply{};
  record.response->text = quote_json("reply " + std::to_string(turn));
  return record;
}

class LoggedRun {
 public:
  // Creates the folder again, with the first line of a run.
  explicit LoggedRun(std::string folder, const std::string& run = "5f0c",
                     const std::string& made_by = "")
      : folder_(std::move(folder)) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    BeginEntry begin;
    begin.run = run;
    begin.name = std::filesystem::path(folder_).filename().string();
    begin.version = "0.1.0";
    begin.profile = "franz";
    begin.made_by = made_by;
    add(begin);
  }

  const std::string& folder() const { return folder_; }
  std::string in(const std::string& name) const { return join_path(folder_, name); }
  const LogChain& chain() const { return chain_; }

  void write(const std::string& name, const std::string& bytes) const {
    std::filesystem::create_directories(std::filesystem::path(in(name)).parent_path());
    ASSERT_TRUE(replace_file(in(name), bytes, Durability::buffered).ok()) << name;
  }
  void add(RunEntry entry) {
    const std::string line = chain_.line("2026-01-31T12:00:00.000Z", std::move(entry));
    chain_.take(line);
    ASSERT_TRUE(append_file(in(kRunLog), line + "\n").ok());
  }

  // Writes its record, and its picture if `picture` has bytes.
  void attempt(TurnRecord record, const std::string& picture = "", bool delivered = true) {
    AttemptEntry entry;
    entry.turn = record.turn;
    entry.attempt = record.attempt;
    entry.request = record.request_id;
    entry.after = record.after;
    entry.delivered = entry.usable = delivered;
    if (!picture.empty()) {
      const std::string name = picture_file(record.turn, record.attempt);
      record.picture = RecordedPicture{name, picture.size(), sha256_hex(picture), 512, 288};
      entry.files.push_back(logged_file(name, picture));
      write(name, picture);
    }
    const std::string json = to_json(record), name = record_file(record.turn, record.attempt);
    write(name, json);
    entry.files.insert(entry.files.begin(), logged_file(name, json));
    entry.row = row_of(record);
    add(entry);
  }
  void turns(int last, const std::string& picture = "") {
    for (int turn = 1; turn <= last; ++turn) attempt(logged_record(turn), picture);
  }

 private:
  std::string folder_;
  LogChain chain_;
};
}  // namespace franz
