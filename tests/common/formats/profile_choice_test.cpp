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

TEST(ProfileChoice, IsMadeIfNobodySetsTheProfile) {
  const struct {
    const char* config;
    bool chosen;
  } rows[] = {
      {"", true},
      {"[agent]\nprofile = auto", true},
      {"[surface]\nkind = desktop", true},
      {"[agent]\nprofile = franz\n[surface]\nkind = desktop", false},
      {"[agent]\nprofile = franz", false},
      {"[agent]\nprofile = pilot\n[surface]\nkind = desktop", false},
  };
  for (const auto& row : rows)
    EXPECT_EQ(profile_is_chosen(with(row.config)), row.chosen) << row.config;
  SettingLayers flags;
  flags.config = SettingsFile{"config.ini", "[agent]\nprofile = auto", ""};
  flags.flags = {{"--profile", "agent", "profile", "franz"}};
  EXPECT_FALSE(profile_is_chosen(resolve_settings(flags, nullptr)));
}

TEST(ModelChoice, IsSettledByAPersonAndByAnEarlierChoice) {
  const std::string named = "[model]\nname = mine";
  EXPECT_FALSE(model_is_settled(with("")));
  EXPECT_FALSE(model_is_settled(with("", named))) << "a profile's word is no person's";
  EXPECT_FALSE(model_is_settled(with("[model]\nname = auto", named)));
  EXPECT_TRUE(model_is_settled(with(named)));
  SettingLayers chosen;
  chosen.flags = {{"--model auto", "model", "name", "theirs", true}};
  EXPECT_TRUE(model_is_settled(resolve_settings(chosen, nullptr)));
}

TEST(ModelChoice, UsesTheServersList) {
  const std::string own = "qwen3-vl-8b-instruct";
  const struct {
    std::string own, profile;
    Names listed;
    const char* model;
  } rows[] = {
      {own, "qwen", {"a", own}, own.c_str()},
      {own, "qwen", {"other"}, "other"},
      {"auto", "", {"ui-tars-1.5-7b"}, "ui-tars-1.5-7b"},
      {own,
       "qwen",
       {"qwen/qwen3-vl-8b", "text-embedding-nomic-embed-text-v1.5"},
       "qwen/qwen3-vl-8b"},
      {own, "qwen", {"gemma-3-12b", "ui-tars-1.5-7b", "qwen/qwen3-vl-4b"}, "qwen/qwen3-vl-4b"},
      {own, "", {"gemma-3-12b", "qwen/qwen3-vl-4b"}, "qwen/qwen3-vl-4b"},
      {own, "", {"gemma-3-12b", "ui-tars-1.5-7b", "qwen/qwen3-vl-4b"}, "?"},
      {own, "pilot", {"gemma-3-12b", "llama-3"}, "?"},
      {own, "qwen", {"qwen/qwen3-vl-4b", "qwen/qwen3-vl-30b"}, "?"},
      {own, "qwen", {"nomic-embed-text", "bge-reranker"}, "?"},
      {own, "qwen", {}, "?"},
  };
  for (const auto& row : rows) {
    const auto chosen = choose_model(row.own, row.profile, row.listed);
    EXPECT_EQ(chosen ? chosen->name : "?", row.model) << row.profile << " " << row.listed.size();
  }
}

TEST(ProfileChoice, IsMeantByAFamilysName) {
  const Names all = {"franz", "glm", "qwen", "uitars"};
  const struct {
    const char *name, *profile;
  } rows[] = {{"qwen", "qwen"},    {"Qwen", "qwen"},          {"Qwen3-VL", "qwen"},
              {"GLM-4.6V", "glm"}, {"UI-TARS-1.5", "uitars"}, {"qwen/qwen3-vl-8b", "qwen"},
              {"quen", "?"},       {"Holo3.1-35B-A3B", "?"}};
  for (const auto& row : rows)
    EXPECT_EQ(meant_profile(row.name, all).value_or("?"), row.profile) << row.name;
}

TEST(ProfileChoice, IsThatOfTheModelsEntry) {
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
    EXPECT_EQ(choose_profile(row.model, "", true, ToolCalls::taken, all).profile, row.profile)
        << row.model;
  EXPECT_FALSE(depends_on_tools("glm-4.6v-flash", all));
  EXPECT_TRUE(depends_on_tools("something-7b", all));
  EXPECT_TRUE(depends_on_tools(std::nullopt, all));
}

TEST(ProfileChoice, GivesAShortReason) {
  const Names few = {"franz", "pilot", "toolcall"};
  const auto said = [&](const std::optional<std::string>& model, ToolCalls tools) {
    const ProfileChoice choice = choose_profile(model, "nothing listens there", true, tools, few);
    return choice.profile + ": " + choice.why;
  };
  EXPECT_EQ(said("qwen3-vl-8b", ToolCalls::taken),
            "toolcall: the model qwen3-vl-8b belongs to the profile qwen, which is not installed, "
            "and its "
            "server accepts tool calls");
  EXPECT_EQ(said("x", ToolCalls::refused),
            "pilot: the model x is not known, and its server accepts no tool calls");
  EXPECT_EQ(said(std::nullopt, ToolCalls::not_asked),
            "pilot: the model is not known: nothing listens there");
  EXPECT_EQ(said("a\x1b[2J", ToolCalls::not_asked).find('\x1b'), std::string::npos);
  const Names qwen = {"qwen"};
  EXPECT_EQ(choose_profile("qwen3-vl-8b", "", true, ToolCalls::not_asked, qwen).why,
            "for the model qwen3-vl-8b");
}

TEST(ProfileChoice, AModelOfAnotherFamilyIsNamed) {
  EXPECT_EQ(misfit_text("ui-tars-1.5-7b", "qwen"),
            "the model ui-tars-1.5-7b was trained for the profile uitars and will miss its targets "
            "with qwen: "
            "--profile uitars");
  EXPECT_EQ(misfit_text("qwen/qwen3-vl-8b", "qwen"), "");
  EXPECT_EQ(misfit_text("qwen/qwen3-vl-8b", "narrative"), "") << "any model can write calls";
  EXPECT_EQ(misfit_text("something-7b", "qwen"), "");
}

TEST(ProfileChoice, OnTheCanvasIsTheDefaultForAnUnknownModel) {
  const Names all = {"franz", "pilot", "qwen", "toolcall"};
  EXPECT_EQ(choose_profile("something-7b", "", false, ToolCalls::not_asked, all).profile, "franz");
  EXPECT_EQ(choose_profile("qwen3-vl-8b", "", false, ToolCalls::not_asked, all).profile, "qwen");
}
}  // namespace
}  // namespace franz
