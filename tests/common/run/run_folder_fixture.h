#pragma once
// A folder of a test's own, in which a run is written and read back.
#include <gtest/gtest.h>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>
#include "common/base/sha256.h"
#include "common/os/files.h"
#include "common/run/run_dir_app.h"
#include "common/run/run_files.h"
#include "common/run/run_folder_app.h"
#include "common/run/sums.h"
#include "common/run/turn_record.h"
#include "tests/support/test_paths.h"

namespace franz {
class RunFolderTest : public testing::Test {
 protected:
  RunFolderTest()
      : folder_(std::string(kTestOut) + "/run_folder_" +
                testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }

  static SaveFile file(const std::string& name, const std::string& bytes) {
    return {name, std::make_shared<const std::string>(bytes)};
  }
  std::string read(const std::string& name) const {
    const Result<std::string> bytes = read_file(join_path(folder_, name));
    return bytes.ok() ? bytes.value() : "(missing)";
  }
  // The names that SHA256SUMS lists; "WRONG " before one whose digest is not the file's.
  std::string sums() const {
    const Result<std::vector<Sum>> sums = read_sums(RunDir::open(folder_).value());
    if (!sums.ok()) return sums.error().message;
    std::string names;
    for (const Sum& sum : sums.value()) {
      names += names.empty() ? "" : " ";
      names += (sha256_hex(read(sum.name)) == sum.sha256 ? "" : "WRONG ") + sum.name;
    }
    return names;
  }
  static std::string record(int turn, const std::string& reply) {
    TurnRecord record;
    record.turn = turn;
    record.attempt = 1;
    record.time = "T";
    record.verdict = "ok";
    record.response.emplace();
    record.response->text = reply;
    return to_json(record);
  }

  // Three turns, ended cleanly.
  void write_some_turns() {
    RunFolder run(at(folder_));
    run.save(file("run.json", R"({"protocol":"franz.run.v2","run":"5f0c","told_from":1})"));
    for (int turn = 1; turn <= 3; ++turn)
      run.save(file(record_file(turn), record(turn, R"("a reply")")));
    EXPECT_TRUE(run.close().ok());
  }

  RunFolderOptions at(const std::string& folder) const {
    RunFolderOptions options;
    options.path = folder;
    options.trouble = trouble_;
    return options;
  }
  static StreamPiece piece(const std::string& stream, const std::string& bytes) {
    return {stream, std::make_shared<const std::string>(bytes)};
  }

  const std::string folder_;
  std::mutex mutex_;
  std::vector<std::string> troubles_;
  std::function<void(const std::string&)> trouble_ = [this](const std::string& text) {
    const std::lock_guard lock(mutex_);
    troubles_.push_back(text);
  };
};
}  // namespace franz
