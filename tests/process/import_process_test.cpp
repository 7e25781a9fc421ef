// proxy import: a run's folder from a trajectory, its check, and what it refuses.
#include <gtest/gtest.h>
#include <fstream>
#include <string>
#include <vector>
#include "common/base/base64.h"
#include "common/os/files.h"
#include "common/os/paths.h"
#include "common/picture/jpeg_encoding.h"
#include "common/picture/picture_pixels.h"
#include "common/picture/png_encoding.h"
#include "common/run/run_log_app.h"
#include "tests/process/processes.h"
#include "tests/process/recorded_run.h"
#include "tests/process/running_proxy.h"
#include "tests/support/test_paths.h"
#include "tests/support/wait_until.h"

namespace franz {
namespace {
ProgramResult proxy(const std::vector<std::string>& arguments) {
  return run_program_of_ours("proxy", arguments);
}

ProgramResult import_of(const std::string& file, const std::string& name) {
  return proxy({"import", file, "--runs", join_path(test_folder(), "runs"), "--name", name});
}

std::string run_folder(const std::string& name) {
  return join_path(join_path(test_folder(), "runs"), name);
}

// A trajectory of another program with one reply; `address`: of the picture that was seen after it.
std::string trajectory(const std::string& address) {
  return R"({"schema_version":"ATIF-v1.6","agent":{"name":"terminus","version":"2.0"},"steps":[)"
         R"({"step_id":1,"source":"user","message":"Look"},)"
         R"({"step_id":2,"source":"agent","message":"I look.","observation":{"results":[)"
         R"({"content":[{"type":"image","source":{"media_type":"image/png","path":")" +
         address + R"("}}]}]}}]})";
}

// Writes it to a folder of its own, and returns the file's path.
std::string trajectory_file(const std::string& folder, const std::string& json) {
  const std::string path = join_path(test_folder(), folder);
  EXPECT_TRUE(make_folders(path).ok());
  EXPECT_TRUE(replace_file(join_path(path, "trajectory.json"), json, Durability::buffered).ok());
  return join_path(path, "trajectory.json");
}

// `text` without the members that name the run and that an imported run cannot have.
std::string without_names(std::string text) {
  const auto remove = [&text](const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at))
      text.erase(at, text.find(to, at + from.size()) - at);
  };
  remove("\"session_id\":", ",\"agent\"");
  remove("\"profile\":", "}");
  remove("\"run\":", "\"finished\"");
  remove("\"version\":\"", "\"");
  remove("\"verdict\":\"", "\"");
  return text;
}

// A run on a real screen that a recorded fixture has: replies with actions, pictures, and a turn
// that closes the run.
TEST(Import, ReadsWhatWasExported) {
  const std::string golden = join_path(kSourceDir, "tests/golden/runs/form");
  const std::string first = join_path(test_folder(), "first"),
                    again = join_path(test_folder(), "again");
  ASSERT_EQ(proxy({"export", golden, first, "--format", "atif"}).code, 0);
  const ProgramResult imported = import_of(join_path(first, "trajectory.json"), "form");
  ASSERT_EQ(imported.code, 0) << imported.errors;
  const std::string folder = run_folder("form");
  ASSERT_EQ(proxy({"export", folder, again, "--format", "atif"}).code, 0);
  EXPECT_EQ(without_names(read_of(again, "trajectory.json")),
            without_names(read_of(first, "trajectory.json")));
  const std::vector<std::string> files = list_folder(first).value();
  EXPECT_EQ(list_folder(again).value(), files);
  for (const std::string& name : files) {
    if (!name.ends_with(".png")) continue;
    const auto before = decode_png(read_of(first, name)), after = decode_png(read_of(again, name));
    ASSERT_TRUE(before.ok() && after.ok()) << name;
    EXPECT_TRUE(before.value().rgb == after.value().rgb) << name;
  }

  const std::string log = read_of(folder, "run.jsonl");
  const std::string begin = log.substr(0, log.find('\n'));
  EXPECT_NE(begin.find(R"("imported":{"file":"trajectory.json","bytes":)"), begin.npos) << begin;
  EXPECT_NE(begin.find(R"("format":"ATIF-v1.7","agent":"franz","agent_version":")"), begin.npos);
  EXPECT_EQ(log.find(R"("verdict":"ok")"), log.npos);

  // Nothing was witnessed, and nothing says that it was verified.
  const ProgramResult checked = verify(folder);
  EXPECT_EQ(checked.code, 0) << checked.output;
  EXPECT_EQ(checked.output.find("verified"), std::string::npos) << checked.output;
  EXPECT_NE(checked.output.find("imported from trajectory.json (franz "), std::string::npos);
  EXPECT_NE(checked.output.find("nothing was witnessed"), std::string::npos);
  const ProgramResult json = verify(folder, {"--json"});
  EXPECT_NE(json.output.find(R"("verified":false,"imported":"trajectory.json)"), std::string::npos);
  EXPECT_EQ(verify(folder, {"--strict"}).code, 1);

  const ProgramResult fork = proxy({"fork", folder, "--at", "2"});
  EXPECT_EQ(fork.code, 1);
  EXPECT_NE(fork.errors.find("imported from trajectory.json, so it cannot be forked"),
            std::string::npos)
      << fork.errors;
  const ProgramResult resumed = proxy({"--resume", folder, "--upstream", "demo"});
  EXPECT_EQ(resumed.code, 2);
  EXPECT_NE(resumed.errors.find("imported from trajectory.json, so it cannot be resumed"),
            std::string::npos)
      << resumed.errors;

  edit_file(folder, "turn_0002.json", "", "left_click", "right_click");
  EXPECT_EQ(verify(folder).code, 1);
}

TEST(Import, DecodesPicturesAndWritesThemAgain) {
  std::vector<std::uint8_t> rgb(40UL * 30 * 3, 200);
  const std::string png = encode_png({40, 30}, rgb) + "after the picture";
  const std::string file = trajectory_file("pictures", trajectory("images/a.png"));
  ASSERT_TRUE(make_folders(join_path(test_folder(), "pictures/images")).ok());
  ASSERT_TRUE(
      replace_file(join_path(test_folder(), "pictures/images/a.png"), png, Durability::buffered)
          .ok());
  ASSERT_EQ(import_of(file, "png").code, 0);
  EXPECT_EQ(read_of(run_folder("png"), "turn_0002.png"), encode_png({40, 30}, rgb));

  const std::string jpeg = encode_jpeg({40, 30}, rgb, 90);
  const std::string data =
      trajectory_file("data", trajectory("data:image/jpeg;base64," + base64_encode(jpeg)));
  ASSERT_EQ(import_of(data, "jpeg").code, 0);
  const auto read = decode_png(read_of(run_folder("jpeg"), "turn_0002.png"));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read.value().width, 40);

  for (const auto& [address, why] :
       {std::pair("https://example.org/a.png", "picture not imported: remote address"),
        std::pair("file:///etc/passwd", "picture not imported: remote address"),
        std::pair("none.png", "picture not imported: there is no file none.png")}) {
    const std::string name = "without_" + std::string(1, address[0]);
    ASSERT_EQ(import_of(trajectory_file("without", trajectory(address)), name).code, 0);
    EXPECT_NE(read_of(run_folder(name), "turn_0002.json").find(why), std::string::npos);
  }
}

// Calls of another producer are not ours, however often the run is exported and imported.
TEST(Import, KeepsAForeignProducer) {
  const std::string file = trajectory_file(
      "foreign",
      R"({"schema_version":"ATIF-v1.6","agent":{"name":"terminus","version":"2.0"},"steps":[)"
      R"({"source":"user","message":"Look"},{"source":"agent","message":"I click.","tool_calls":[)"
      R"({"tool_call_id":"c1","function_name":"left_click","arguments":{"x":1,"y":2}}],)"
      R"("observation":{"results":[{"source_call_id":"c1","content":"clicked"}]}}]})");
  ASSERT_EQ(import_of(file, "foreign").code, 0);
  const std::string exported = join_path(test_folder(), "exported");
  ASSERT_EQ(proxy({"export", run_folder("foreign"), exported, "--format", "atif"}).code, 0);
  const std::string json = read_of(exported, "trajectory.json");
  EXPECT_NE(json.find(R"("agent":{"name":"terminus","version":"2.0")"), json.npos) << json;
  ASSERT_EQ(import_of(join_path(exported, "trajectory.json"), "again").code, 0);
  for (const char* const name : {"foreign", "again"}) {
    const std::string record = read_of(run_folder(name), "turn_0002.json");
    EXPECT_NE(record.find(R"("written":"left_click({)"), record.npos) << record;
    EXPECT_NE(record.find(R"("id":"c1")"), record.npos) << record;
    EXPECT_EQ(record.find(R"("call":"left_click)"), record.npos) << record;
  }
}

// A PNG that declares a size; its pixels do not matter.
std::string declared_png(const std::string& size) {
  std::string png = encode_png({1, 1}, std::vector<std::uint8_t>(3));
  return png.replace(16, 8, size);
}

TEST(Import, LeavesNothingOfWhatItRefuses) {
  struct Case {
    std::string address, problem;
  };
  const std::string at = "/steps/1/observation/results/0/content/0/source/path: ";
  const auto data = [](const std::string& bytes) {
    return "data:image/png;base64," + base64_encode(bytes);
  };
  const Case cases[] = {
      {"../secret.png", at + "expected a relative path without .., : and \\"},
      {"/etc/passwd", at + "expected a relative path without .., : and \\"},
      {"trajectory.json", at + "the picture is not a PNG or JPEG"},
      {"2025-10-16T14:30:05.png", at + "expected a relative path without .., : and \\"},
      {data("GIF89a"), at + "the picture is not a PNG or JPEG"},
      {data(declared_png(std::string("\0\0\x40\0\0\0\x40\0", 8))),
       at + "the picture has 16384x16384 pixels"},
      {data(encode_png({9, 9}, std::vector<std::uint8_t>(243, 7)).substr(0, 60)),
       at + "the picture is damaged"},
      {"data:image/png;base64,A", at},
  };
  for (const Case& each : cases) {
    const ProgramResult refused =
        import_of(trajectory_file("refused", trajectory(each.address)), "x");
    EXPECT_EQ(refused.code, 2) << each.problem;
    EXPECT_NE(refused.errors.find(each.problem), std::string::npos) << refused.errors;
    EXPECT_FALSE(folder_exists(run_folder("x"))) << each.problem;
  }
  EXPECT_EQ(import_of(join_path(test_folder(), "none.json"), "x").code, 2);
  EXPECT_EQ(import_of(trajectory_file("refused", "[]"), "x").code, 2);
  // The name is taken.
  const std::string file = trajectory_file("twice", trajectory("none.png"));
  EXPECT_EQ(import_of(file, "twice").code, 0);
  EXPECT_EQ(import_of(file, "twice").code, 3);
  EXPECT_TRUE(file_exists(join_path(run_folder("twice"), "run.jsonl")));
}

TEST(Import, CtrlCLeavesNoFolder) {
  std::string json =
      R"({"schema_version":"ATIF-v1.6","agent":{"name":"a","version":"1"},"steps":[)";
  for (int i = 0; i < 9000; ++i) json += R"({"source":"agent","message":"I look."},)";
  json.back() = ']';
  RunningProgram importing("proxy", {"import", trajectory_file("long", json + "}"), "--runs",
                                     join_path(test_folder(), "runs"), "--name", "long"});
  ASSERT_TRUE(
      wait_until([] { return file_exists(join_path(run_folder("long"), "turn_0001.json")); }));
  press_ctrl_c(importing.pid());
  const auto end = importing.wait_for_end();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->code, 130) << importing.errors();
  EXPECT_FALSE(folder_exists(run_folder("long")));
}
}  // namespace
}  // namespace franz
