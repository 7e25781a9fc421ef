#include "common/settings/setting_flags_app.h"
#include <gtest/gtest.h>
#include <CLI/CLI.hpp>
#include <algorithm>

namespace franz {
namespace {
// "--set model.top_p=0.5; --model model.name=x", or the failure.
std::string held(std::vector<std::string> arguments) {
  CLI::App app;
  SettingFlags flags;
  app.option_defaults()->take_last();
  add_setting_flags(app, flags);
  std::ranges::reverse(arguments);  // as CLI11 takes a vector
  app.parse(arguments);
  const std::vector<std::string_view> commands = {"verify", "doctor"};
  const auto values = held_by(app, flags, commands, false);
  if (!values.ok()) return values.error().message;
  std::string text;
  for (const FlagValue& each : values.value())
    text += (text.empty() ? "" : "; ") + each.flag + " " + each.section + "." + each.key + "=" +
            each.value;
  return text;
}

TEST(SettingFlags, HoldTheirSettings) {
  const struct {
    std::vector<std::string> arguments;
    const char* expected;
  } rows[] = {
      {{}, ""},
      {{"--model", "qwen/qwen3-vl-8b"}, "--model model.name=qwen/qwen3-vl-8b"},
      {{"--set", "model.top_p=0.5", "--set", "agent.objective=a=b c", "--turns", "3"},
       "--set model.top_p=0.5; --set agent.objective=a=b c; --turns limits.max_turns=3"},
      {{"--set", "top_p=0.5"},
       "--set top_p=0.5: expected SECTION.KEY=VALUE, as in --set model.temperature=0.2"},
      {{"--set", "model.top_p"},
       "--set model.top_p: expected SECTION.KEY=VALUE, as in --set model.temperature=0.2"},
      {{"--screen", "sandbox"}, "--screen surface.kind=sandbox"},
      {{"--screen", "private"}, "--screen surface.kind=desktop; --screen surface.display=private"},
      {{"--screen", ":5", "--window", "Paint"},
       "--screen surface.display=:5; --window surface.window=Paint"},
      {{"--screen", "vnc://box:5901", "--insecure"},
       "--screen surface.kind=desktop; --screen surface.display=vnc://box:5901; --insecure "
       "surface.vnc_insecure=on"},
      {{"--profile", "Qwen3-VL"}, "--profile agent.profile=qwen"},
      {{"--profile", "nothing-known"}, "--profile agent.profile=nothing-known"},
      {{"--set", "model.top_p=0.5", "draw a house"},
       "--set model.top_p=0.5; --objective agent.objective=draw a house"},
      {{"draw a house"}, "--objective agent.objective=draw a house"},
      {{"--objective", "a cat", "draw"},
       "the objective is given twice: by --objective and as \"draw\""},
      {{"verfy"},
       "there is no subcommand verfy; did you mean verify? For this objective use "
       "--objective verfy"},
  };
  for (const auto& row : rows) EXPECT_EQ(held(row.arguments), row.expected);
}
}  // namespace
}  // namespace franz
