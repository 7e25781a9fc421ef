#include "common/settings/environment_sets.h"
#include <gtest/gtest.h>
#include <algorithm>
#include "common/settings/setting_rows.h"

namespace franz {
namespace {
using Variables = std::vector<EnvironmentValue>;

constexpr const char* kTaking =
    "[agent]\nenvironment = lmstudio\nloop_delay_ms = 400\n[surface]\npicture = 1536x864\n";

ResolvedSettings with(const Variables& variables, const std::string& profile = kTaking) {
  SettingLayers layers;
  layers.profile = SettingsFile{"toolcall.ini", profile, ""};
  layers.environment = variables;
  return resolve_settings(layers, nullptr);
}

// "8 from AGENT_MAX_STEPS"
std::string in_force(const ResolvedSettings& resolved, const std::string& name) {
  for (const SettingInForce& each : resolved.keys)
    if (each.section + "." + each.key == name) return each.value + " from " + each.where;
  return "no such key";
}
}  // namespace

TEST(EnvironmentSets, SetWhatTheirToolsMean) {
  const struct {
    Variables variables;
    const char* key;
    const char* expected;
  } rows[] = {
      {{{"LMSTUDIO_ENDPOINT", "http://localhost:1234/v1/chat/completions"}},
       "proxy.upstream",
       "http://localhost:1234 from LMSTUDIO_ENDPOINT"},
      {{{"LMSTUDIO_ENDPOINT", "http://localhost:1234/v1/"}},
       "proxy.upstream",
       "http://localhost:1234 from LMSTUDIO_ENDPOINT"},
      {{{"LMSTUDIO_ENDPOINT", "https://host/openai/v2/chat/completions"}},
       "proxy.upstream",
       "https://host/openai/v2 from LMSTUDIO_ENDPOINT"},
      {{{"LMSTUDIO_ENDPOINT", "http://localhost:1234/v1/responses"}},
       "proxy.upstream",
       "http://localhost:1234 from LMSTUDIO_ENDPOINT"},
      {{{"LMSTUDIO_ENDPOINT", "gpu:1234"}},
       "proxy.upstream",
       "http://gpu:1234 from LMSTUDIO_ENDPOINT"},
      {{{"LMSTUDIO_MODEL", "m"}}, "model.name", "m from LMSTUDIO_MODEL"},
      {{{"LMSTUDIO_TIMEOUT", "30"}}, "limits.first_byte_s", "30 from LMSTUDIO_TIMEOUT"},
      {{{"LMSTUDIO_TIMEOUT", "30"}}, "limits.idle_s", "30 from LMSTUDIO_TIMEOUT"},
      {{{"LMSTUDIO_TEMPERATURE", "0.1"}}, "model.temperature", "0.1 from LMSTUDIO_TEMPERATURE"},
      {{{"LMSTUDIO_MAX_TOKENS", "99"}}, "model.max_tokens", "99 from LMSTUDIO_MAX_TOKENS"},
      {{{"AGENT_IMAGE_W", "1280"}}, "surface.picture", "1280x864 from AGENT_IMAGE_W"},
      {{{"AGENT_IMAGE_H", "720"}}, "surface.picture", "1536x720 from AGENT_IMAGE_H"},
      {{{"AGENT_IMAGE_H", "720"}, {"AGENT_IMAGE_W", "1280"}},
       "surface.picture",
       "1280x720 from AGENT_IMAGE_W, AGENT_IMAGE_H"},
      {{{"AGENT_KEEP_LAST_SCREENSHOTS", "5"}},
       "agent.keep_pictures",
       "5 from AGENT_KEEP_LAST_SCREENSHOTS"},
      {{{"AGENT_KEEP_LAST_THINKS", "0"}}, "agent.keep_thinks", "0 from AGENT_KEEP_LAST_THINKS"},
      {{{"AGENT_MAX_STEPS", "8"}}, "agent.max_steps", "8 from AGENT_MAX_STEPS"},
      {{{"AGENT_STEP_DELAY", "0.25"}}, "agent.loop_delay_ms", "250 from AGENT_STEP_DELAY"},
      {{{"AGENT_DUMP_DIR", "dumps"}}, "agent.dump_dir", "dumps from AGENT_DUMP_DIR"},
      {{{"AGENT_MAX_STEPS", ""}}, "agent.max_steps", "0 from default"},
      // Ours override them.
      {{{"FRANZ_MODEL_NAME", "ours"}, {"LMSTUDIO_MODEL", "theirs"}},
       "model.name",
       "ours from FRANZ_MODEL_NAME"},
      {{{"FRANZ_SURFACE_PICTURE", "640x360"}, {"AGENT_IMAGE_H", "720"}},
       "surface.picture",
       "640x360 from FRANZ_SURFACE_PICTURE"},
  };
  for (const auto& row : rows) {
    const ResolvedSettings resolved = with(row.variables);
    EXPECT_EQ(in_force(resolved, row.key), row.expected) << row.variables[0].name;
    EXPECT_TRUE(resolved.notices.empty()) << row.variables[0].name;
  }
}

TEST(EnvironmentSets, RefuseASideOfAFittedPicture) {
  SettingLayers layers;
  layers.profile = SettingsFile{
      "toolcall.ini", "[agent]\nenvironment = lmstudio\n[surface]\npicture = fit 1327104 grid 32\n",
      ""};
  layers.environment = {{"AGENT_IMAGE_W", "1280"}};
  const ResolvedSettings resolved = resolve_settings(layers, nullptr);
  EXPECT_EQ(in_force(resolved, "surface.picture"), "fit 1327104 grid 32 from toolcall.ini:4");
  ASSERT_EQ(resolved.notices.size(), 1U);
  EXPECT_EQ(resolved.notices[0].problem,
            "AGENT_IMAGE_W: \"1280\" is a side of [surface] picture, which is fit 1327104 grid 32: "
            "name a size there");
}

TEST(EnvironmentSets, CountOnlyForAProfileThatUsesThem) {
  const Variables variables = {{"LMSTUDIO_MODEL", "m"}, {"AGENT_MAX_STEPS", "many"}};
  for (const char* profile : {"", "[agent]\nenvironment = none\n"}) {
    const ResolvedSettings resolved = with(variables, profile);
    EXPECT_EQ(in_force(resolved, "agent.max_steps"), "0 from default");
    EXPECT_TRUE(resolved.notices.empty());
  }
  SettingLayers layers;
  layers.config = SettingsFile{"config.ini", "[agent]\nenvironment = lmstudio\n", ""};
  layers.environment = variables;
  EXPECT_EQ(in_force(resolve_settings(layers, nullptr), "agent.max_steps"), "0 from default");
}

TEST(EnvironmentSets, RefuseAnInvalidValueByTheVariablesName) {
  const struct {
    const char* variable;
    const char* value;
    const char* expected;
  } rows[] = {
      {"AGENT_STEP_DELAY", "soon",
       "AGENT_STEP_DELAY: \"soon\" is not a number of seconds from 0 to 3600"},
      {"AGENT_STEP_DELAY", "-1",
       "AGENT_STEP_DELAY: \"-1\" is not a number of seconds from 0 to 3600"},
      {"AGENT_IMAGE_W", "wide",
       "AGENT_IMAGE_W: \"wide\" is not a size like 512x288 or fit 1327104 grid 32, sides 16 to "
       "8192"},
      {"LMSTUDIO_TIMEOUT", "0",
       "LMSTUDIO_TIMEOUT: \"0\" is not a number from 0.1 to 86400 seconds"},
      {"LMSTUDIO_ENDPOINT", "http://me:secret@host",
       "LMSTUDIO_ENDPOINT: the value has a user or password; put a key into the variable of "
       "api_key_env"},
  };
  for (const auto& row : rows) {
    SettingLayers layers;
    layers.profile = SettingsFile{"toolcall.ini", kTaking, ""};
    layers.environment = {{row.variable, row.value}};
    const auto started = start_settings(layers, BadFile::keep_going);
    ASSERT_FALSE(started.ok()) << row.variable;
    EXPECT_EQ(started.error().message, row.expected);
  }
}

TEST(EnvironmentSets, NameExistingSettingsAndVariablesThatAreRead) {
  const std::vector<std::string> names = environment_names();
  for (const EnvironmentSet& set : all_environment_sets()) {
    for (const TakenVariable& variable : set.variables) {
      EXPECT_NE(find_setting(variable.section, variable.key), nullptr) << variable.name;
      EXPECT_EQ(std::ranges::count(names, variable.name), 1) << variable.name;
    }
  }
}
}  // namespace franz
