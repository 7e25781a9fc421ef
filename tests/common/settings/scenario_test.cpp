#include "common/settings/scenario.h"
#include <gtest/gtest.h>
#include "common/settings/settings.h"

namespace franz {
namespace {
SettingsFile file(const std::string& text) { return {"scenarios/cat.json", text, ""}; }

// Title and entries, a line each; or the failure.
std::string read(const std::string& text) {
  const Result<Scenario> scenario = parse_scenario(text, "scenarios/cat.json");
  if (!scenario.ok()) return scenario.error().message;
  std::string printed = scenario.value().title + "\n";
  for (const IniEntry& entry : scenario.value().entries)
    printed += std::to_string(entry.line) + " [" + entry.section + "] " + entry.key + " = " +
               entry.value + entry.problem + "\n";
  return printed;
}

std::string in_force(const ResolvedSettings& resolved, const std::string& key) {
  for (const SettingInForce& each : resolved.keys)
    if (each.key == key) return each.value + " from " + each.where;
  return "no such key";
}

std::vector<std::string> problems(const ResolvedSettings& resolved) {
  std::vector<std::string> texts;
  for (const SettingsNotice& notice : resolved.notices) texts.push_back(notice.problem);
  return texts;
}
}  // namespace

TEST(Scenario, ReadsWhatItSetsWithTheLines) {
  const struct {
    const char* text;
    const char* expected;
  } rows[] = {
      {R"({"prompt":"a cat"})", "\n1 [agent] objective = a cat\n"},
      {"{\n\"title\":\"A \\u00e9lan\",\n\"profile\":\"toolcall\",\n\n\"prompt\":\"two\\nlines\"}",
       "A \xC3\xA9lan\n3 [agent] profile = toolcall\n5 [agent] objective = two\nlines\n"},
      {"{\"prompt\":\"x\",\"settings\":{\n\"agent.max_steps\":40,\n\"model.stream\":false,\n"
       "\"model.seed\":null,\"model.extra\":{\"top_k\": 4},\n\"surface.only_windows\":[\"a\"]}}",
       "\n1 [agent] objective = x\n2 [agent] max_steps = 40\n3 [model] stream = false\n"
       "4 [model] seed = \n4 [model] extra = {\"top_k\":4}\n5 [surface] only_windows = [\"a\"]\n"},
      {"{\"prompt\":\"x\",\"settings\":{\"steps\":4}}",
       "\n1 [agent] objective = x\n1 [] steps = 4/settings/steps: expected a section, a dot and a "
       "key, as in agent.max_steps\n"},
      // A refused file is named with the line, if there is one.
      {"", "scenarios/cat.json:1: no JSON at position 0"},
      {"{\"prompt\":\"x\",\n\"title\":}", "scenarios/cat.json:2: no JSON at position 23"},
      {"[]", "scenarios/cat.json: expected a JSON object"},
      {"{\"title\":\"x\"}", "scenarios/cat.json: \"prompt\" is missing"},
      {"{\"prompt\":\"x\",\n\"title\":7}", "scenarios/cat.json:2: /title: expected a text"},
      {"{\"prompt\":\"x\",\n\"settings\":[]}",
       "scenarios/cat.json:2: /settings: expected an object"},
      {"{\"prompt\":\"x\",\"settings\":{\"a.b\":1,\"a.b\":2}}",
       "scenarios/cat.json: /settings/a.b is there twice"},
      {"{\"promt\":\"x\"}",
       "scenarios/cat.json:1: /promt: no such member; there are title, prompt, profile and "
       "settings"},
  };
  for (const auto& row : rows) EXPECT_EQ(read(row.text), row.expected) << row.text;
}

TEST(Scenario, OverridesConfigIniButNotEnvironmentAndFlags) {
  SettingLayers layers;
  layers.profile = SettingsFile{"franz.ini", "[agent]\nmax_steps = 1", ""};
  layers.config = SettingsFile{"config.ini", "[agent]\nmax_steps = 2\nobjective = a dog", ""};
  layers.scenario = file("{\"prompt\":\"a cat\",\n\"settings\":{\"agent.max_steps\":3}}");
  ResolvedSettings resolved = resolve_settings(layers, nullptr);
  EXPECT_EQ(in_force(resolved, "max_steps"), "3 from scenarios/cat.json:2");
  EXPECT_EQ(in_force(resolved, "objective"), "a cat from scenarios/cat.json:1");
  EXPECT_EQ(problems(resolved),
            (std::vector<std::string>{"config.ini:3: [agent] objective: a dog has no effect",
                                      "config.ini:2: [agent] max_steps: 2 has no effect"}));
  layers.environment = {{"FRANZ_AGENT_MAX_STEPS", "4"}};
  EXPECT_EQ(in_force(resolve_settings(layers, nullptr), "max_steps"),
            "4 from FRANZ_AGENT_MAX_STEPS");
  layers.flags = {{"--objective", "agent", "objective", "a bird"}};
  EXPECT_EQ(in_force(resolve_settings(layers, nullptr), "objective"), "a bird from --objective");
}

TEST(Scenario, ChoosesTheProfileAndIsChosenByEnvironmentOrFlag) {
  SettingLayers layers;
  EXPECT_EQ(chosen_scenario(layers), "");
  layers.config = SettingsFile{"config.ini", "[agent]\nscenario = dog\nprofile = franz", ""};
  EXPECT_EQ(chosen_scenario(layers), "dog");
  layers.flags = {{"--scenario", "agent", "scenario", "cat"}};
  EXPECT_EQ(chosen_scenario(layers), "cat");
  layers.scenario = file(R"({"prompt":"x","profile":"narrative"})");
  EXPECT_EQ(chosen_profile(layers), "narrative");
  layers.environment = {{"FRANZ_AGENT_PROFILE", "other"}};
  EXPECT_EQ(chosen_profile(layers), "other");
  // During a run neither changes.
  const ResolvedSettings begun = resolve_settings(layers, nullptr);
  layers.flags.clear();
  EXPECT_EQ(chosen_scenario(layers, &begun), "cat");
}

TEST(Scenario, ReportsEachWrongSettingByLineAndKey) {
  SettingLayers layers;
  layers.scenario = file(
      "{\"prompt\":\"x\",\n\"settings\":{\"agent.max_steps\":\"many\",\n\"agent.max_step\":4,\n"
      "\"agnt.objective\":\"y\",\n\"agent.memory\":\"sst\",\n\"agent.scenario\":\"dog\"}}");
  const std::string name = "scenarios/cat.json:";
  EXPECT_EQ(problems(resolve_settings(layers, nullptr)),
            (std::vector<std::string>{
                name + "3: [agent] max_step: no such setting; did you mean max_steps?",
                name + "4: [agnt] objective: no such setting; did you mean [agent] objective?",
                name + "5: [agent] memory: only a profile can set this",
                name + "6: [agent] scenario: a scenario cannot set this",
                name + "2: [agent] max_steps: \"many\" is not a whole number from 0 to 1000000 "
                       "replies"}));
  EXPECT_FALSE(start_settings(layers, BadFile::refuse).ok());
  EXPECT_TRUE(start_settings(layers, BadFile::keep_going).ok());
  layers.scenario = file("{");
  EXPECT_EQ(start_settings(layers, BadFile::refuse).error().message,
            "scenarios/cat.json:1: no JSON at position 1");
}
}  // namespace franz
