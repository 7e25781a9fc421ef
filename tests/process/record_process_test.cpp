// The run folder as it is left, and what happens to it while a run goes on.
#include <gtest/gtest.h>
#include <httplib.h>
#include <filesystem>
#include "common/base/sha256.h"
#include "common/os/files.h"
#include "common/run/run_dir_app.h"
#include "common/run/turn_record.h"
#include "tests/process/held_demo.h"
#include "tests/process/local_server.h"
#include "tests/process/processes.h"
#include "tests/process/running_proxy.h"

namespace franz {
namespace {
namespace fs = std::filesystem;

std::string bytes_of(const std::string& folder, const std::string& name) {
  const Result<std::string> bytes = read_file(join_path(folder, name));
  EXPECT_TRUE(bytes.ok()) << name;
  return bytes.ok() ? bytes.value() : "";
}

// The files below a folder, but for SHA256SUMS itself.
std::size_t count_files(const std::string& folder) {
  std::size_t count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && entry.path().filename() != kSumsFile) ++count;
  return count;
}

// What the proxy prints when a turn is recorded.
std::string turn_line(int turn) {
  const std::string number = std::to_string(turn);
  return "turn " + std::string(3 - number.size(), ' ') + number + " ";
}

// A model server that says the key, in pieces that each show nothing of it: the text that they make
// is masked, the story goes on as it is, and verify calls none of it changed.
TEST(Record, MasksAKeyThatComesInPiecesAndVerifiesAllTheSame) {
  const std::string key = "sk-test-0123456789";
  const LocalServer model([](httplib::Server& server) {
    tell_no_models(server);
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
  const std::string text = bytes_of(folder, kSumsFile);
  EXPECT_EQ(proxy.wait_for("seal "), "seal       " + sha256_hex(text));
  const auto sums = read_sums(RunDir::open(folder).value());
  ASSERT_TRUE(sums.ok()) << sums.error().message;
  EXPECT_EQ(sums.value().size(), count_files(folder));  // each file, once
  for (const Sum& sum : sums.value())
    EXPECT_EQ(sha256_hex(bytes_of(folder, sum.name)), sum.sha256) << sum.name;
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
  proxy.wait_for("turn   2 ");  // and the first is not disturbed
}

TEST(Record, GoesOnWhenItsFolderIsGone) {
  const RunningDemo demo(100);
  RunningProxy proxy({"--upstream", demo.url});
  const std::string folder = proxy.run_folder();
  proxy.wait_for("turn   2 ");
  fs::rename(folder, folder + "-gone");
  const std::string line = proxy.wait_for("turn   4 ");
  ASSERT_NE(line, "");
  proxy.wait_for("turn   5 ");
  press_ctrl_c(proxy.pid());
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  EXPECT_TRUE(file_exists(join_path(folder, "run.json")));
  EXPECT_TRUE(file_exists(join_path(folder, "turn_0005.json")));
  EXPECT_EQ(proxy.output().find("violation"), std::string::npos) << proxy.output();
}

TEST(Record, ResumesWhenTheFolderCanBeWrittenAgain) {
  const RunningDemo demo(100);
  RunningProxy proxy({"--upstream", demo.url});
  const std::string folder = proxy.run_folder();
  httplib::Client client("http://" + proxy.address("dashboard"));
  const auto ask = [&client](const std::string& command) {
    const auto reply = client.Post("/api/control", {{"X-Franz-Control", "1"}},
                                   R"({"command":")" + command + "\"}", "application/json");
    return reply && reply->status == 200;
  };
  proxy.wait_for("turn   1 ");
  ASSERT_TRUE(ask("pause"));  // so that the turns to come are known
  proxy.wait_for("paused");
  int turns = 1;
  while (proxy.output().find(turn_line(turns + 1)) != std::string::npos) ++turns;
  const std::string blocked = join_path(folder, record_file(turns + 2));
  ASSERT_TRUE(make_folders(join_path(blocked, "a folder in the file's place")).ok());
  ASSERT_TRUE(ask("resume"));
  EXPECT_NE(proxy.wait_for("the run goes on, but is not recorded now"), "");
  proxy.wait_for(turn_line(turns + 4));
  fs::remove_all(blocked);
  EXPECT_NE(proxy.wait_for("the run folder can be written again"), "");
  press_ctrl_c(proxy.pid());
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  EXPECT_NE(proxy.wait_for("seal "), "");
  const std::string all = verdicts(folder);
  std::string expected = "first";
  for (int turn = 2; turn <= turns + 4; ++turn) expected += " ok";
  EXPECT_TRUE(all.starts_with(expected)) << all;
  for (int turn = 1; turn <= turns + 4; ++turn)
    EXPECT_TRUE(file_exists(join_path(folder, record_file(turn)))) << turn;
}

TEST(Record, SaysWhichTurnsAreLostWhenAFileCannotBeWrittenToTheEnd) {
  HeldDemo demo;
  RunningProxy proxy({"--upstream", demo.url(), "--turns", "10"});
  const std::string folder = proxy.run_folder();
  const std::string blocked = join_path(folder, record_file(8));
  ASSERT_TRUE(make_folders(join_path(blocked, "a folder in the file's place")).ok());
  demo.release(HeldDemo::kAll);
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end.has_value());
  EXPECT_EQ(end->code, 1) << proxy.output();
  EXPECT_NE(proxy.wait_for("the run is not completely recorded: lost: turn 8"), "")
      << proxy.output();
  EXPECT_NE(proxy.wait_for("the run has no seal: not all files could be written"), "");
  EXPECT_NE(read_file(join_path(folder, "run.json")).value().find(R"("lost_turns":[[8,8]])"),
            std::string::npos);
  for (const int turn : {7, 9, 10}) EXPECT_TRUE(file_exists(join_path(folder, record_file(turn))));
}

TEST(Record, KeepsTheNewestRunsIfAsked) {
  const std::string runs = test_folder();
  for (const char* name : {"run_20200101_000000", "run_20200102_000000", "run_20200103_000000"}) {
    ASSERT_TRUE(make_folders(join_path(runs, name)).ok());
    ASSERT_TRUE(append_file(join_path(runs, std::string(name) + "/run.json"), "{}").ok());
  }
  ASSERT_TRUE(make_folders(join_path(runs, "run_20200101_000001")).ok());  // somebody's own
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
