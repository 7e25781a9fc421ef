// The run folder after a run, and during one.
#include <gtest/gtest.h>
#include <httplib.h>
#include <chrono>
#include <filesystem>
#include <sstream>
#include <thread>
#include "common/base/sha256.h"
#include "common/os/files.h"
#include "common/run/run_files.h"
#include "tests/process/local_server.h"
#include "tests/process/processes.h"
#include "tests/process/run_log_reader.h"
#include "tests/process/running_proxy.h"
#include "tests/support/wait_until.h"

namespace franz {
namespace {
namespace fs = std::filesystem;

std::string bytes_of(const std::string& folder, const std::string& name) {
  const Result<std::string> bytes = read_file(join_path(folder, name));
  EXPECT_TRUE(bytes.ok()) << name;
  return bytes.ok() ? bytes.value() : "";
}

// The number of files below a folder, except the log and SHA256SUMS.
std::size_t count_files(const std::string& folder) {
  std::size_t count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const fs::path name = entry.path().filename();
    if (entry.is_regular_file() && name != kSumsFile && name != kRunLog) ++count;
  }
  return count;
}

// The start of the line that the proxy prints for a recorded turn.
std::string turn_line(int turn) {
  const std::string number = std::to_string(turn);
  return "turn " + std::string(3 - number.size(), ' ') + number + " ";
}

// A model server streams the key in pieces, none of which shows it. The joined text is masked in
// the record, the memory keeps it, and verify accepts the run.
TEST(Record, MasksAKeyStreamedInPiecesAndStillVerifies) {
  const std::string key = "sk-test-0123456789";
  const LocalServer model([](httplib::Server& server) {
    serve_no_models(server);
    server.Post(".*", [](const httplib::Request&, httplib::Response& answer) {
      std::string events;
      for (const char* part : {"I see: sk-te", "st-01234", "56789."}) {
        events += R"(data: {"choices":[{"index":0,"delta":{"content":")" + std::string(part) +
                  R"("},"finish_reason":null}]})" + "\n\n";
      }
      events += R"(data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]})";
      answer.set_content(events + "\n\ndata: [DONE]\n\n", "text/event-stream");
    });
  });
  RunningProxy proxy({"--upstream", model.url(), "--turns", "3"},
                     {{"FRANZ_MODEL_API_KEY_ENV", "FRANZ_TEST_KEY"}, {"FRANZ_TEST_KEY", key}});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  const std::string folder = proxy.run_folder();
  EXPECT_EQ(verdicts(folder), "first ok ok");
  std::vector<std::string> holders;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const auto bytes = entry.is_regular_file() ? read_file(entry.path().string()) : std::string();
    if (bytes.ok() && bytes.value().find(key) != std::string::npos)
      holders.push_back(entry.path().filename().string());
  }
  EXPECT_EQ(holders, std::vector<std::string>{"state.json"});
  RunningProgram verify("proxy", {"verify", folder});
  const auto verified = verify.wait_for_end();
  EXPECT_TRUE(verified && verified->ok()) << verify.output() << verify.errors();
  EXPECT_NE(verify.output().find("response.text is masked"), std::string::npos) << verify.output();
}

TEST(Record, IsSealedAtACleanEnd) {
  RunningProxy proxy({"--upstream", "demo", "--turns", "3"});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  const std::string folder = proxy.run_folder();
  EXPECT_EQ(proxy.wait_for("seal "), "seal       " + seal_of(folder));
  std::istringstream sums(bytes_of(folder, kSumsFile));
  std::size_t lines = 0;
  for (std::string line; std::getline(sums, line); ++lines)  // as `sha256sum -c` reads them
    EXPECT_EQ(line, sha256_hex(bytes_of(folder, line.substr(66))) + "  " + line.substr(66));
  EXPECT_EQ(lines, count_files(folder));  // each file once
  for (const LoggedFile& file : listed_files(folder)) {
    const std::string bytes = bytes_of(folder, file.name);
    EXPECT_EQ(file, logged_file(file.name, bytes));
  }
  EXPECT_TRUE(lists_file(folder, kSumsFile));
}

TEST(Record, IsWrittenByOneProxyAtATime) {
  RunningProxy proxy({"--upstream", "demo"});
  const std::string folder = proxy.run_folder();
  proxy.wait_for("turn   1 ");
  RunningProgram second("proxy", {"--upstream", "demo", "--listen", "127.0.0.1:0", "--dashboard",
                                  "127.0.0.1:0", "--resume", folder});
  const auto end = second.wait_for_end();
  ASSERT_TRUE(end.has_value());
  EXPECT_EQ(end->code, 3);
  EXPECT_EQ(second.errors(),
            "proxy: --resume: " + folder + " is being written by another program (proxy, process " +
                std::to_string(proxy.pid()) +
                "); stop that one first, or watch its run: proxy replay " + folder + "\n");
  proxy.wait_for("turn   2 ");  // the first is not disturbed
}

// A run that cannot write the record of one turn because a folder has its name.
class BlockedRun {
 public:
  explicit BlockedRun(const RunningDemo& demo) : proxy({"--upstream", demo.url}) {
    httplib::Client client("http://" + proxy.address("dashboard"));
    const auto ask = [&client](const std::string& command) {
      const auto reply = client.Post("/api/control", {{"X-Franz-Control", "1"}},
                                     R"({"command":")" + command + "\"}", "application/json");
      return reply && reply->status == 200;
    };
    proxy.wait_for("turn   1 ");
    EXPECT_TRUE(ask("pause"));  // so that the next turn is known
    proxy.wait_for("paused");
    while (proxy.output().find(turn_line(turn - 1)) != std::string::npos) ++turn;
    file = join_path(proxy.run_folder(), record_file(turn, 1));
    EXPECT_TRUE(make_folders(join_path(file, "a folder in the file's place")).ok());
    EXPECT_TRUE(ask("resume"));
    EXPECT_TRUE(wait_until([&client] {
      const auto run = client.Get("/api/run");
      return run && run->body.find(R"("cause":"disk")") != std::string::npos;
    })) << proxy.output();
  }

  RunningProxy proxy;
  int turn = 3;      // the turn that cannot be recorded
  std::string file;  // its record
};

TEST(Record, PausesTheRunUntilATurnCanBeRecorded) {
  const RunningDemo demo(100);
  BlockedRun run(demo);
  EXPECT_EQ(run.proxy.output().find(turn_line(run.turn + 1)), std::string::npos);
  fs::remove_all(run.file);
  EXPECT_NE(run.proxy.wait_for(turn_line(run.turn + 2)), "");  // it resumes by itself
  press_ctrl_c(run.proxy.pid());
  const auto end = run.proxy.wait_for_end();
  ASSERT_TRUE(end && end->ok()) << run.proxy.output() << run.proxy.errors();
  EXPECT_EQ(run.proxy.wait_for("seal "), "seal       " + seal_of(run.proxy.run_folder()));
  const std::string all = verdicts(run.proxy.run_folder());
  std::string expected = "first";
  for (int turn = 2; turn <= run.turn + 2; ++turn) expected += " ok";
  EXPECT_TRUE(all.starts_with(expected)) << all;
}

TEST(Record, HasNoSealIfATurnWasNeverRecorded) {
  const RunningDemo demo(100);
  BlockedRun run(demo);
  const std::string folder = run.proxy.run_folder();
  press_ctrl_c(run.proxy.pid());
  auto end = run.proxy.wait_for_end();
  ASSERT_TRUE(end.has_value());
  EXPECT_EQ(end->code, 1) << run.proxy.output();
  EXPECT_NE(run.proxy.wait_for("no seal: the end could not be recorded"), "");
  EXPECT_FALSE(facts_of(folder).ended);
  fs::remove_all(run.file);

  // The state has the reply: the lost turn is named, and the run continues from there.
  RunningProxy again(
      {"--upstream", demo.url, "--resume", folder, "--turns", std::to_string(run.turn + 2)});
  end = again.wait_for_end();
  ASSERT_TRUE(end.has_value());
  EXPECT_EQ(end->code, 1) << again.output();
  EXPECT_NE(again.output().find("turn " + std::to_string(run.turn)), std::string::npos)
      << again.output();
  EXPECT_EQ(again.wait_for("seal "), "seal       " + seal_of(folder) +
                                         " of an incomplete record: without turn " +
                                         std::to_string(run.turn));
  EXPECT_TRUE(verdicts(folder).ends_with(" ok lost unverifiable ok")) << verdicts(folder);
}

TEST(Record, KeepsTheNewestRunsIfAsked) {
  const std::string runs = test_folder();
  for (const char* name : {"run_20200101_000000", "run_20200102_000000", "run_20200103_000000"}) {
    ASSERT_TRUE(make_folders(join_path(runs, name)).ok());
    ASSERT_TRUE(append_file(join_path(runs, std::string(name) + "/run.jsonl"), "{}\n").ok());
  }
  ASSERT_TRUE(make_folders(join_path(runs, "run_20200101_000001")).ok());  // not created by FRANZ
  RunningProgram proxy("proxy",
                       {"--upstream", "demo", "--listen", "127.0.0.1:0", "--dashboard",
                        "127.0.0.1:0", "--runs", runs, "--turns", "1"},
                       {{"FRANZ_PROXY_KEEP_RUNS", "2"}});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  const std::vector<std::string> left = list_folder(runs).value();
  ASSERT_EQ(left.size(), 3U);
  EXPECT_EQ(left[0], "run_20200101_000001");
  EXPECT_EQ(left[1], "run_20200103_000000");
}
}  // namespace
}  // namespace franz
