#include "proxy/offline/doctor/start_command.h"
#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace franz::proxy {
namespace {
TEST(StartCommand, ContainsOnlyWhatTheSettingsLack) {
  const std::string lm = "http://127.0.0.1:1234";
  const FoundForStart qwen{lm, false, true, "qwen/qwen3-vl-8b", 1, true};
  const FoundForStart unknown{lm, false, true, "something-7b", 1, true};
  const FoundForStart demo{"http://127.0.0.1:4000", true, true, "demo", 1, true};
  const auto with = [](FoundForStart found, auto change) {
    change(found);
    return found;
  };
  const std::vector<FlagValue> none;
  const struct {
    const char* config;
    std::vector<FlagValue> flags;
    FoundForStart found;
    const char* command;
  } rows[] = {
      {"", none, qwen, "./run \"your task\" -- PROGRAM"},
      {"[proxy]\nupstream = http://127.0.0.1:1234\n", none, qwen, "./run \"your task\" -- PROGRAM"},
      {"",
       {{"--upstream", "proxy", "upstream", lm}},
       qwen,
       "./run --upstream http://127.0.0.1:1234 \"your task\" -- PROGRAM"},
      {"",
       {{"found", "proxy", "upstream", lm}, {"--profile auto", "agent", "profile", "qwen"}},
       qwen,
       "./run \"your task\" -- PROGRAM"},
      {"[agent]\nprofile = toolcall\n", none, qwen,
       "./run --profile qwen \"your task\" -- PROGRAM"},
      {"",
       {{"--profile", "agent", "profile", "franz"}},
       qwen,
       "./run --profile qwen \"your task\" -- PROGRAM"},
      {"", none, unknown, "./run \"your task\" -- PROGRAM"},
      {"",
       {{"--profile", "agent", "profile", "pilot"}},
       unknown,
       "./run --profile pilot \"your task\" -- PROGRAM"},
      // Several models.
      {"", none, with(qwen, [](FoundForStart& found) { found.listed = 2; }),
       "./run --model qwen/qwen3-vl-8b \"your task\" -- PROGRAM"},
      {"",
       {{"--model auto", "model", "name", "qwen/qwen3-vl-8b", true}},
       with(qwen, [](FoundForStart& found) { found.listed = 2; }),
       "./run \"your task\" -- PROGRAM"},
      {"[model]\nname = x\n", none, with(unknown, [](FoundForStart& found) { found.listed = 2; }),
       "./run \"your task\" -- PROGRAM"},
      {"", none,
       with(unknown,
            [](FoundForStart& found) {
              found.listed = 2;
              found.model = "$(reboot)";
            }),
       "./run \"your task\" -- PROGRAM"},
      // The screen.
      {"", none, with(qwen, [](FoundForStart& found) { found.private_display = false; }),
       "./run --upstream http://127.0.0.1:1234 \"your task\""},
      {"[surface]\nkind = desktop\n", none, qwen, "./run \"your task\""},
      // The demo model.
      {"", {{"--demo", "proxy", "upstream", "demo"}}, demo, "./run \"your task\" -- PROGRAM"},
      {"",
       {{"--upstream", "proxy", "upstream", "demo"}},
       demo,
       "./run --upstream demo \"your task\" -- PROGRAM"},
      {"", none, with(qwen, [](FoundForStart& found) { found.replied = false; }), ""},
  };
  for (const auto& row : rows) {
    SettingLayers layers;
    layers.config = SettingsFile{"config.ini", row.config, "", false};
    layers.flags = row.flags;
    const ResolvedSettings resolved = resolve_settings(layers, nullptr);
    EXPECT_EQ(start_command(resolved, row.found), row.command) << row.config;
  }
}
}  // namespace
}  // namespace franz::proxy
