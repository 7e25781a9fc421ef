#include "common/settings/settings_reader_app.h"
#include <gtest/gtest.h>
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/settings/scenario_files_app.h"
#include "tests/support/system_words.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
// A config folder of the test, with a profile of the default's name.
struct ConfigFolder {
  std::string folder = join_path(kTestOut, "settings-" + random_hex(8));
  std::string config = join_path(folder, "config.ini");

  ConfigFolder() {
    EXPECT_TRUE(make_folders(join_path(folder, "profiles")).ok());
    EXPECT_TRUE(make_folders(join_path(folder, "prompts")).ok());
    write("profiles/franz.ini", "[model]\ntemperature = 0.7\n");
    write("prompts/franz.txt", "Draw.");
    write("config.ini", "");
  }
  void write(const std::string& name, const std::string& text) const {
    EXPECT_TRUE(replace_file(join_path(folder, name), text, Durability::buffered).ok());
  }
};

std::vector<std::string> texts(const std::vector<SettingsNotice>& notices) {
  std::vector<std::string> list;
  list.reserve(notices.size());
  for (const SettingsNotice& notice : notices) list.push_back(notice.text);
  return list;
}
using Lines = std::vector<std::string>;
}  // namespace

TEST(SettingsReader, ReportsEachChangeAndEachMistakeOnce) {
  const ConfigFolder files;
  SettingsReader reader(files.config, {});
  ASSERT_TRUE(reader.start(BadFile::refuse).ok());
  EXPECT_EQ(reader.read_system_prompt().value(), "Draw.");

  files.write("config.ini", "[model]\ntemperature = 0.2\n");
  SettingsReader::Update update = reader.read_again();
  EXPECT_EQ(update.changes, Lines{"config.ini:2: [model] temperature: 0.7 -> 0.2"});
  EXPECT_EQ(texts(update.notices), Lines{});

  files.write("config.ini", "[model]\ntemperature = hot\n");
  update = reader.read_again();
  EXPECT_EQ(update.changes, Lines{});
  EXPECT_EQ(
      texts(update.notices),
      Lines{"config.ini:2: [model] temperature: \"hot\" is not a number from 0 to 2; 0.2 stays "
            "in force"});
  EXPECT_EQ(reader.read_again().notices.size(), 0U);
  EXPECT_EQ(reader.current().settings.model.temperature, 0.2);

  ASSERT_TRUE(remove_file(files.config).ok());
  update = reader.read_again();
  EXPECT_EQ(update.notices.size(), 1U);
  EXPECT_EQ(reader.current().settings.model.temperature, 0.2);
}

// Editors truncate a file before they write it.
TEST(SettingsReader, UsesAnEmptyFileAtItsSecondReading) {
  const ConfigFolder files;
  files.write("config.ini", "[model]\ntemperature = 0.2\n");
  SettingsReader reader(files.config, {});
  ASSERT_TRUE(reader.start(BadFile::refuse).ok());
  EXPECT_EQ(reader.read_system_prompt().value(), "Draw.");

  for (const char* name : {"config.ini", "profiles/franz.ini", "prompts/franz.txt"})
    files.write(name, "");
  SettingsReader::Update update = reader.read_again();
  EXPECT_EQ(update.changes, Lines{});
  EXPECT_EQ(texts(update.notices), Lines{});
  EXPECT_EQ(reader.current().settings.model.temperature, 0.2);
  EXPECT_EQ(reader.read_system_prompt().value(), "Draw.");

  files.write("config.ini", "[model]\ntemperature = 0.3\n");  // what the editor wrote
  update = reader.read_again();
  EXPECT_EQ(update.changes, Lines{"config.ini:2: [model] temperature: 0.2 -> 0.3"});
  EXPECT_EQ(reader.read_system_prompt().value(), "");  // still empty: it is meant so

  files.write("config.ini", "");
  EXPECT_EQ(reader.read_again().changes, Lines{});
  EXPECT_EQ(reader.read_again().changes, Lines{"[model] temperature: 0.3 -> 0.7 (default)"});
}

TEST(SettingsReader, AnotherProfileWaitsForARestart) {
  const ConfigFolder files;
  files.write("profiles/other.ini", "[model]\ntemperature = 1.5\n");
  SettingsReader reader(files.config, {});
  ASSERT_TRUE(reader.start(BadFile::refuse).ok());
  files.write("config.ini", "[agent]\nprofile = other\n");
  const SettingsReader::Update update = reader.read_again();
  EXPECT_EQ(update.notices.size(), 1U);
  EXPECT_EQ(reader.current().settings.model.temperature, 0.7);
}

// As in an orchestrator that is restarted during a run.
TEST(SettingsReader, ContinuesWithSettingsThatTheProxyResolved) {
  const ConfigFolder files;
  files.write("config.ini", "[model]\ntemperature = 0.2\ntop_p = 0.5\n");
  SettingsReader proxy(files.config, {});
  ASSERT_TRUE(proxy.start(BadFile::refuse).ok());
  files.write("config.ini", "[model]\ntemperature = 0.3\ntop_p = 5\n[surface]\ncanvas = 640x480\n");
  SettingsReader reader(files.config, {}, proxy.current());
  ASSERT_TRUE(reader.start(BadFile::refuse).ok());
  EXPECT_EQ(reader.current().settings.model.temperature, 0.3);
  EXPECT_EQ(texts(reader.first_notices()),
            (Lines{"config.ini:3: [model] top_p: \"5\" is not a number from 0 to 1; 0.5 stays in "
                   "force",
                   "config.ini:5: [surface] canvas: 640x480 takes effect on restart; 1920x1080 "
                   "stays in force"}));
  EXPECT_EQ(reader.read_again().notices.size(), 0U);

  ASSERT_TRUE(reader.start_with({{"--turns", "limits", "max_turns", "3"}}, BadFile::refuse).ok());
  EXPECT_EQ(reader.current().settings.limits.max_turns, 3);
  EXPECT_EQ(reader.first_notices().size(), 2U);
}

TEST(SettingsReader, ReadsTheProfilesFileForTheSurface) {
  const ConfigFolder files;
  const std::string added = "profiles/franz.desktop.ini";
  files.write(added, "[model]\ntemperature = 0.3\nmax_tokens = 500\n[surface]\nkind = sandbox\n");
  SettingsReader sandbox(files.config, {});
  ASSERT_TRUE(sandbox.start(BadFile::refuse).ok());
  EXPECT_EQ(sandbox.current().settings.model.temperature, 0.7);

  files.write("config.ini", "[model]\nmax_tokens = 400\n[surface]\nkind = desktop\n");
  EXPECT_EQ(sandbox.read_again().notices.size(), 1U);  // takes effect on restart
  EXPECT_EQ(sandbox.current().settings.model.temperature, 0.7);
  SettingsReader desktop(files.config, {});
  ASSERT_TRUE(desktop.start(BadFile::refuse).ok());
  EXPECT_EQ(desktop.current().settings.model.temperature, 0.3);
  EXPECT_EQ(desktop.current().settings.model.max_tokens, 400);
  EXPECT_EQ(texts(desktop.first_notices()),
            Lines{"franz.desktop.ini:5: [surface] kind: a profile cannot set this"});

  // One window is a part of a desktop.
  SettingsReader window(files.config, {{"--window", "surface", "kind", "window"}});
  ASSERT_TRUE(window.start(BadFile::refuse).ok());
  EXPECT_EQ(window.current().settings.model.temperature, 0.3);

  ASSERT_TRUE(remove_file(join_path(files.folder, added)).ok());
  EXPECT_EQ(texts(desktop.read_again().notices),
            Lines{"franz.desktop.ini: the file is gone; its last good values stay in force"});
  EXPECT_EQ(desktop.current().settings.model.temperature, 0.3);
}

TEST(SettingsReader, DoesNotStartWithoutItsFiles) {
  const ConfigFolder files;
  SettingsReader missing(join_path(files.folder, "nowhere.ini"), {});
  EXPECT_EQ(missing.start(BadFile::refuse).error().message,
            join_path(files.folder, "nowhere.ini") + ": " + words::missing_file());
  files.write("profiles/franz.desktop.ini", "");  // no profile of its own
  SettingsReader profile(files.config, {{"--profile", "agent", "profile", "dog"}});
  const std::string path = join_path(files.folder, "profiles/dog.ini");
  EXPECT_EQ(profile.start(BadFile::refuse).error().message,
            "no profile dog: " + path + ": " + words::missing_file() + "; there are: franz");
}

TEST(SettingsReader, FindsAScenarioByNameOrNumber) {
  const ConfigFolder files;
  EXPECT_TRUE(make_folders(join_path(files.folder, "scenarios")).ok());
  files.write("profiles/other.ini", "[model]\ntemperature = 1.5\n");
  files.write("scenarios/cat.json", R"({"title":"A cat","prompt":"a cat","profile":"other"})");
  files.write("scenarios/cat-2.json", R"({"prompt":"two cats"})");
  files.write("scenarios/dog.json", "{\n\"title\":\"A dog\",\n\"prompt\":7,");
  files.write("scenarios/readme.txt", "");
  std::vector<FlagValue> flags = {{"--scenario", "agent", "scenario", "1"}};
  ASSERT_TRUE(name_scenarios(files.config, flags).ok());
  EXPECT_EQ(flags[0].value, "cat");
  SettingsReader reader(files.config, flags);
  ASSERT_TRUE(reader.start(BadFile::refuse).ok());
  EXPECT_EQ(reader.current().settings.agent.objective, "a cat");
  EXPECT_EQ(reader.current().settings.model.temperature, 1.5);

  files.write("scenarios/cat.json", R"({"prompt":"a tomcat","profile":"franz"})");
  EXPECT_EQ(reader.read_again().changes,
            Lines{"scenarios/cat.json:1: [agent] objective: a cat -> a tomcat"});
  EXPECT_EQ(reader.current().settings.agent.profile, "other");

  flags[0].value = "4";
  EXPECT_EQ(name_scenarios(files.config, flags).error().message,
            "--scenario 4: there are 3 scenarios: proxy scenarios lists them");
  flags[0].value = "bird";
  SettingsReader missing(files.config, flags);
  EXPECT_EQ(missing.start(BadFile::refuse).error().message,
            "no scenario bird: " + join_path(files.folder, "scenarios/bird.json") + ": " +
                words::missing_file() + "; there are: cat cat-2 dog");

  const auto listed = list_scenarios(files.config);
  ASSERT_TRUE(listed.ok());
  EXPECT_EQ(scenarios_table(listed.value()),
            "1  cat    franz  \n"
            "2  cat-2  -      \n"
            "3  dog    -      \n");
  EXPECT_EQ(listed.value()[0].problems, Lines{});
  EXPECT_EQ(listed.value()[2].problems, Lines{"scenarios/dog.json:3: no JSON at position 30"});
}

// People try each entry of the list.
TEST(ShippedScenarios, CanBeRun) {
  const std::string config = join_path(kSourceDir, "config/config.ini");
  const auto listed = list_scenarios(config);
  ASSERT_TRUE(listed.ok());
  EXPECT_GE(listed.value().size(), 3U);
  for (const ListedScenario& scenario : listed.value()) {
    EXPECT_EQ(scenario.problems, Lines{}) << scenario.name;
    EXPECT_FALSE(scenario.title.empty()) << scenario.name;
    EXPECT_FALSE(scenario.profile.empty()) << scenario.name;
    SettingsReader reader(config, {{"--scenario", "agent", "scenario", scenario.name}});
    EXPECT_TRUE(reader.start(BadFile::refuse).ok()) << scenario.name;
  }
}

// Users of another agent rely on its values.
TEST(ShippedProfiles, HaveTheirValues) {
  const struct {
    const char* profile;
    const char* key;
    const char* value;
  } rows[] = {
      {"franz", "agent.dialect", "python"},
      {"franz", "model.temperature", "0.7"},
      {"franz", "agent.environment", "none"},
      {"narrative", "agent.dialect", "actions"},
      {"narrative", "model.temperature", "0.3"},
      {"narrative", "model.max_tokens", "300"},
      {"toolcall", "agent.dialect", "tool_calls"},
      {"toolcall", "agent.memory", "history"},
      {"toolcall", "model.name", "qwen3-vl-4b-instruct"},
      {"toolcall", "model.temperature", "0.4"},
      {"toolcall", "model.max_tokens", "2048"},
      {"toolcall", "limits.first_byte_s", "240"},
      {"toolcall", "limits.idle_s", "240"},
      {"toolcall", "surface.picture", "1536x864"},
      {"toolcall", "agent.max_steps", "200"},
      {"toolcall", "agent.loop_delay_ms", "400"},
      {"toolcall", "agent.keep_pictures", "2"},
      {"toolcall", "agent.keep_thinks", "2"},
      {"toolcall", "agent.picture_after_action", "off"},
      {"toolcall", "agent.exchange_log", "on"},
      {"toolcall", "agent.environment", "lmstudio"},
  };
  const std::string config = join_path(kSourceDir, "config/config.ini");
  for (const auto& row : rows) {
    SettingsReader reader(config, {{"--profile", "agent", "profile", row.profile}});
    ASSERT_TRUE(reader.start(BadFile::refuse).ok()) << row.profile;
    EXPECT_TRUE(reader.first_notices().empty()) << row.profile;
    std::string value = "no such key";
    for (const SettingInForce& key : reader.current().keys)
      if (key.section + "." + key.key == row.key) value = key.value;
    EXPECT_EQ(value, row.value) << row.profile << " " << row.key;
  }
}
}  // namespace franz
