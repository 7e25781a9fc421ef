#include "common/formats/profile_choice.h"
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace franz {
namespace {
using Names = std::vector<std::string>;

ResolvedSettings with(const std::string& config, const std::string& profile = "") {
  SettingLayers layers;
  layers.config = SettingsFile{"config.ini", config, ""};
  layers.profile = SettingsFile{"franz.ini", profile, ""};
  return resolve_settings(layers, nullptr);
}

TEST(ProfileChoice, IsMadeOnARealScreenWhereNobodySetsTheProfile) {
  const struct {
    const char* config;
    bool chosen;
  } rows[] = {
      {"", false},
      {"[agent]\nprofile = auto", false},
      {"[surface]\nkind = desktop", true},
      {"[agent]\nprofile = auto\n[surface]\nkind = desktop", true},
      {"[agent]\nprofile = franz\n[surface]\nkind = desktop", false},
      {"[agent]\nprofile = pilot\n[surface]\nkind = desktop", false},
  };
  for (const auto& row : rows)
    EXPECT_EQ(profile_is_chosen(with(row.config)), row.chosen) << row.config;
  SettingLayers flags;
  flags.config =
      SettingsFile{"config.ini", "[agent]\nprofile = auto\n[surface]\nkind = desktop", ""};
  flags.flags = {{"--profile", "agent", "profile", "franz"}};
  EXPECT_FALSE(profile_is_chosen(resolve_settings(flags, nullptr)));
}

TEST(ProfileChoice, GoesByTheModelThatIsServed) {
  const std::string named = "[model]\nname = mine";
  const struct {
    std::string config, profile;
    Names listed;
    const char* model;
  } rows[] = {
      {"", "", {"ui-tars-1.5-7b"}, "ui-tars-1.5-7b"},
      {"", "", {"a", "b"}, "?"},
      {"", "", {"a", "qwen3-vl-2b-instruct-1m"}, "qwen3-vl-2b-instruct-1m"},
      {"", "", {}, "?"},
      {named, "", {}, "mine"},
      {named, "", {"other"}, "mine"},
      {"", named, {"other"}, "other"},
      {"", named, {"a", "mine"}, "mine"},
  };
  for (const auto& row : rows)
    EXPECT_EQ(served_model(with(row.config, row.profile), row.listed).value_or("?"), row.model)
        << row.config << row.profile << row.listed.size();
}

TEST(ProfileChoice, IsThatOfTheModelsRow) {
  const Names all = {"franz",     "glm",  "holo",     "openai", "pilot",
                     "pyautogui", "qwen", "toolcall", "uitars"};
  const struct {
    const char *model, *profile;
  } rows[] = {
      {"Qwen3-VL-8B-Instruct-Q4_K_M.gguf", "qwen"},
      {"hf.co/unsloth/Qwen3.5-9B-GGUF:Q4_K_M", "qwen"},
      {"ByteDance-Seed/UI-TARS-1.5-7B", "uitars"},
      {"Holo3.1-35B-A3B", "holo"},
      {"OpenCUA-7B", "pyautogui"},
      {"moonshotai/kimi-k2.5", "pyautogui"},
      {"glm-4.6v-flash", "glm"},
      {"gpt-5.4", "openai"},
      {"something-7b", "toolcall"},
  };
  for (const auto& row : rows)
    EXPECT_EQ(choose_profile(row.model, "", ToolCalls::taken, all).profile, row.profile)
        << row.model;
  EXPECT_FALSE(depends_on_tools("glm-4.6v-flash", all));
  EXPECT_TRUE(depends_on_tools("something-7b", all));
  EXPECT_TRUE(depends_on_tools(std::nullopt, all));
}

TEST(ProfileChoice, SaysWhyInAFewWords) {
  const Names few = {"franz", "pilot", "toolcall"};
  const auto said = [&](const std::optional<std::string>& model, ToolCalls tools) {
    const ProfileChoice choice = choose_profile(model, "nothing listens there", tools, few);
    return choice.profile + ": " + choice.why;
  };
  EXPECT_EQ(
      said("qwen3-vl-8b", ToolCalls::taken),
      "toolcall: the model qwen3-vl-8b is one for the profile qwen, which is not here, and its "
      "server takes tool calls");
  EXPECT_EQ(said("x", ToolCalls::refused),
            "pilot: the model x is not known, and its server takes no tool calls");
  EXPECT_EQ(said(std::nullopt, ToolCalls::not_asked),
            "pilot: the model is not known: nothing listens there");
  EXPECT_EQ(said("a\x1b[2J", ToolCalls::not_asked).find('\x1b'), std::string::npos);
  const Names qwen = {"qwen"};
  EXPECT_EQ(choose_profile("qwen3-vl-8b", "", ToolCalls::not_asked, qwen).why,
            "for the model qwen3-vl-8b");
}
}  // namespace
}  // namespace franz
