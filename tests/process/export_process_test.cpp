// proxy export of a real run to one page.
#include <gtest/gtest.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>
#include "common/os/files.h"
#include "proxy/offline/trajectory/trajectory.h"
#include "tests/process/local_server.h"
#include "tests/process/running_proxy.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
std::string bytes_of(const std::string& path) {
  const Result<std::string> bytes = read_file(path);
  EXPECT_TRUE(bytes.ok()) << path;
  return bytes.ok() ? bytes.value() : "";
}

std::string recorded_run(int turns) {
  const RunningDemo demo;
  RunningProxy proxy({"--upstream", demo.url, "--turns", std::to_string(turns)});
  const auto end = proxy.wait_for_end();
  EXPECT_TRUE(end && end->ok()) << proxy.errors();
  return proxy.run_folder();
}

std::string golden_path(const std::string& name) {
  return join_path(join_path(kSourceDir, "tests/golden"), name);
}

int exit_code(RunningProgram& program) {
  const auto end = program.wait_for_end();
  return end && end->kind == ChildEnd::Kind::exited ? end->code : -1;
}

TEST(Export, WritesARunAsOnePage) {
  const std::string run = recorded_run(4);
  const std::string file = join_path(test_folder(), "page.html");
  RunningProgram exported("proxy", {"export", run, file});
  ASSERT_EQ(exit_code(exported), 0) << exported.errors();
  EXPECT_NE(exported.output().find("4 turns, 4 pictures"), std::string::npos) << exported.output();
  const std::string page = bytes_of(file);
  EXPECT_TRUE(page.starts_with("<!doctype html>"));
  EXPECT_TRUE(page.ends_with("</html>\n"));
  for (const char* part : {"data-path=\"/api/turns/4\"", "data-path=\"/turns/4.png\">iVBORw0KGgo",
                           "drag(", "MY DRAWING PROGRESS", "<p>Turn 4 "})
    EXPECT_NE(page.find(part), std::string::npos) << part;

  // An earlier export may be replaced, here with a redacted one; "latest" names the run.
  RunningProgram redacted(
      "proxy", {"export", "latest", file, "--redact", "--redact-rect", "0,0,5,5", "--redact-rect",
                "9,9,5,5", "--runs", test_folder()});
  ASSERT_EQ(exit_code(redacted), 0) << redacted.errors();
  const std::string without = bytes_of(file);
  EXPECT_EQ(without.find("MY DRAWING PROGRESS"), std::string::npos);
  EXPECT_NE(without.find("drag("), std::string::npos);
  EXPECT_NE(without.find("black in every picture: 5x5 at 9,9"), std::string::npos);
  for (const char* wrong : {"1,2,3", "1,2,3,4,5", "1,2,0,4", "-1,2,3,4", "1,2,3,x"}) {
    RunningProgram refused("proxy", {"export", run, file, std::string("--redact-rect=") + wrong});
    EXPECT_EQ(exit_code(refused), 2) << wrong;
    EXPECT_NE(refused.errors().find("expected X,Y,WIDTH,HEIGHT"), std::string::npos)
        << refused.errors();
  }
  for (const std::string& name : list_folder(test_folder()).value())
    EXPECT_FALSE(name.ends_with(".tmp")) << name;
}

// A large picture that no turn names: the page is small, what is estimated is not.
TEST(Export, WritesAFolderInsteadOfAPageThatIsTooLarge) {
  const std::string run = recorded_run(2);
  std::ofstream(join_path(run, "turn_0999.png")).close();
  std::filesystem::resize_file(join_path(run, "turn_0999.png"), 200U << 20U);
  const std::string file = join_path(test_folder(), "page.html");
  const std::string folder = join_path(test_folder(), "page");
  RunningProgram exported("proxy", {"export", run, file});
  ASSERT_EQ(exit_code(exported), 0) << exported.errors();
  EXPECT_NE(exported.output().find("keep the folder together"), std::string::npos);
  EXPECT_FALSE(file_exists(file));
  EXPECT_EQ(bytes_of(join_path(folder, "turn_0002.png")),
            bytes_of(join_path(run, "turn_0002.png")));
  const std::string page = bytes_of(join_path(folder, "index.html"));
  EXPECT_NE(page.find("data-file=\"turn_0002.png\""), std::string::npos);
  RunningProgram again("proxy", {"export", run, file});
  EXPECT_EQ(exit_code(again), 2);
  EXPECT_NE(again.errors().find("it exists: choose another name"), std::string::npos);

  RunningProxy replay({"replay", run});
  httplib::Client client("http://" + replay.address("dashboard"));
  const auto answer = client.Get("/export.html");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 413);
  EXPECT_NE(answer->body.find("writes a folder"), std::string::npos) << answer->body;
}

TEST(Export, WritesTrajectoriesForOtherTools) {
  const std::string run = recorded_run(3);
  const auto exported_to = [&run](const std::string& format) {
    const std::string folder = join_path(test_folder(), format);
    RunningProgram exported("proxy", {"export", run, folder, "--format", format});
    EXPECT_EQ(exit_code(exported), 0) << exported.errors();
    EXPECT_NE(exported.output().find("1 run, 3 steps, 3 pictures"), std::string::npos)
        << exported.output();
    return folder;
  };
  const std::string atif = exported_to("atif");
  std::vector<std::string> pictures = list_folder(atif).value();
  std::erase(pictures, "trajectory.json");
  EXPECT_EQ(pictures.size(), 3U);
  EXPECT_EQ(proxy::atif_problems(bytes_of(join_path(atif, "trajectory.json")), pictures),
            std::vector<std::string>());
  EXPECT_NE(bytes_of(join_path(exported_to("osworld"), "traj.jsonl")).find("pyautogui.dragTo("),
            std::string::npos);
  EXPECT_NE(bytes_of(join_path(exported_to("agentnet"), "task.json")).find("turn_0001.png"),
            std::string::npos);
  EXPECT_NE(bytes_of(join_path(exported_to("jsonl"), "trajectory.jsonl")).find("\"drag\""),
            std::string::npos);
  RunningProgram again("proxy", {"export", run, atif, "--format", "atif"});
  EXPECT_EQ(exit_code(again), 2);
  EXPECT_NE(again.errors().find("is there already"), std::string::npos) << again.errors();
}

TEST(Export, WritesTheSameSpansOfARunEachTime) {
  for (const std::string name : {"otlp", "otlp_content"}) {
    const std::string folder = join_path(test_folder(), name);
    std::vector<std::string> arguments{"export", golden_path("runs/form"), folder, "--format",
                                       "otlp"};
    if (name == "otlp_content") arguments.emplace_back("--content");
    RunningProgram exported("proxy", arguments);
    ASSERT_EQ(exit_code(exported), 0) << exported.errors();
    EXPECT_NE(exported.output().find("1 run, 15 spans, 6 events"), std::string::npos)
        << exported.output();
    for (const std::string file : {"traces.jsonl", "logs.jsonl"})
      EXPECT_EQ(bytes_of(join_path(folder, file)), bytes_of(golden_path(name + "/" + file)))
          << name << file;
  }
  RunningProgram refused(
      "proxy", {"export", golden_path("runs/form"), join_path(test_folder(), "atif"), "--format",
                "atif", "--content"});
  EXPECT_EQ(exit_code(refused), 2);
  EXPECT_FALSE(folder_exists(join_path(test_folder(), "atif")));
}

TEST(Sandbox, WritesAFileAndReplacesOnlyEarlierOnes) {
  const std::string file = join_path(test_folder(), "a run.wsb");
  const std::string runs = join_path(test_folder(), "runs of it");
  const std::vector<std::string> arguments{"sandbox",   file,    "--runs",      runs,
                                           "--profile", "pilot", "--objective", "It's one"};
  for (int i = 0; i < 2; ++i) {
    RunningProgram written("proxy", arguments);
    ASSERT_EQ(exit_code(written), 0) << written.errors();
    EXPECT_NE(written.output().find("has no network"), std::string::npos) << written.output();
    const std::string text = bytes_of(file);
    EXPECT_NE(text.find("$env:FRANZ_AGENT_OBJECTIVE = 'It''s one'"), std::string::npos) << text;
    EXPECT_NE(text.find("$env:FRANZ_AGENT_PROFILE = 'pilot'"), std::string::npos) << text;
    EXPECT_NE(text.find("runs of it</HostFolder>"), std::string::npos) << text;
    EXPECT_EQ(text.find("<HostFolder>\\\\?"), std::string::npos) << text;
    EXPECT_TRUE(folder_exists(runs));
  }
  ASSERT_TRUE(replace_file(file, "dear diary", Durability::buffered).ok());
  RunningProgram refused("proxy", arguments);
  EXPECT_EQ(exit_code(refused), 2);
  EXPECT_NE(refused.errors().find("exists and is not an earlier sandbox file"), std::string::npos)
      << refused.errors();
  EXPECT_EQ(bytes_of(file), "dear diary");
}

TEST(Export, ReplacesOnlyEarlierExports) {
  const std::string run = recorded_run(1);
  const std::string file = join_path(test_folder(), "diary.html");
  ASSERT_TRUE(replace_file(file, "<html>dear diary</html>", Durability::buffered).ok());
  RunningProgram exported("proxy", {"export", run, file});
  EXPECT_EQ(exit_code(exported), 2);
  EXPECT_NE(exported.errors().find("exists and is not an earlier export"), std::string::npos)
      << exported.errors();
  EXPECT_EQ(bytes_of(file), "<html>dear diary</html>");

  RunningProgram nowhere("proxy", {"export", run, join_path(test_folder(), "no/such/page.html")});
  EXPECT_EQ(exit_code(nowhere), 1);
  EXPECT_NE(nowhere.errors().find("the page was not written"), std::string::npos);
  // A run of another format version is refused.
  const std::string older = join_path(test_folder(), "run_older");
  ASSERT_TRUE(make_folders(older).ok());
  ASSERT_TRUE(replace_file(join_path(older, "run.json"),
                           R"({"protocol":"franz.run.v2","run":"5f0c"})", Durability::buffered)
                  .ok());
  const std::string page = join_path(test_folder(), "older.html");
  RunningProgram refused("proxy", {"export", older, page});
  EXPECT_EQ(exit_code(refused), 1);
  for (const char* const version : {"franz.run.v2", "franz.run.v3"})
    EXPECT_NE(refused.errors().find(version), std::string::npos) << refused.errors();
  EXPECT_FALSE(file_exists(page));
  RunningProgram unknown("proxy", {"export", join_path(test_folder(), "none"), file});
  EXPECT_EQ(exit_code(unknown), 2);
  EXPECT_NE(unknown.errors().find("there is no run"), std::string::npos) << unknown.errors();
}
}  // namespace
}  // namespace franz
