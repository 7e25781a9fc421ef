#include <gtest/gtest.h>
#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>
#include "common/settings/ini.h"
#include "common/settings/setting_rows.h"
#include "common/settings/settings.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
using Texts = std::vector<std::string>;

std::string file_text(const std::string& path) {
  std::ifstream file(std::string(kSourceDir) + "/" + path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

ResolvedSettings with_config(const std::string& text) {
  return resolve_settings({.config = SettingsFile{"config.ini", text, ""}}, nullptr);
}

// Which keys there are is a promise to whoever has them in a file.
TEST(SettingsTable, HasTheseKeysAndNoOthers) {
  const std::map<std::string, std::set<std::string>> expected = {
      {"model",
       {"name", "temperature", "top_p", "max_tokens", "context", "seed", "stream", "extra", "api",
        "api_key_env", "fallback", "fallback_failures", "fallback_slow", "slow_ms", "slow_tokens"}},
      {"agent", {"profile",
                 "objective",
                 "system_prompt",
                 "loop_delay_ms",
                 "step_delay_ms",
                 "max_steps",
                 "scenario",
                 "keep_pictures",
                 "keep_thinks",
                 "picture_after_action",
                 "exchange_log",
                 "dump_dir",
                 "environment",
                 "dialect",
                 "memory",
                 "coordinates",
                 "malformed_retries",
                 "min_confidence",
                 "max_unchanged",
                 "max_noops"}},
      {"tools", {"left_click",   "right_click",  "double_left_click",
                 "drag",         "type",         "screenshot",
                 "press",        "hotkey",       "scroll",
                 "move",         "paste",        "sleep",
                 "launch",       "focus_window", "middle_click",
                 "triple_click", "hscroll",      "mouse_down",
                 "mouse_up",     "key_down",     "key_up",
                 "hold_key"}},
      {"surface",
       {"kind", "canvas", "picture", "followup_picture", "slow_picture", "display", "monitor",
        "window", "settle_ms", "still_ms", "only_windows"}},
      {"safety",
       {"dry_run", "countdown_s", "takeover", "panic_key", "status_window", "approve", "risky",
        "approve_s"}},
      {"marks", {"classic", "cursor", "badge"}},
      {"overlays", {"grid", "crosshair", "inset", "banner"}},
      {"limits",
       {"executor_s", "act_s", "capturer_s", "first_byte_s", "idle_s", "max_turns", "max_minutes",
        "pause_after_failures", "pause_after_repeats"}},
      {"proxy",
       {"upstream", "listen", "dashboard", "runs", "keep_runs", "ca_file", "launch_delay_s",
        "restart_delay_s"}},
  };
  std::map<std::string, std::set<std::string>> actual;
  for (const SettingRow& row : setting_rows()) {
    EXPECT_TRUE(actual[row.section].insert(row.key).second) << "twice: " << row.key;
    EXPECT_FALSE(row.help.empty()) << row.key;
  }
  EXPECT_EQ(actual, expected);
}

TEST(SettingsTable, RowsFollowTheSectionsOrder) {
  Texts sections, sections_of_rows;
  for (const SectionRow& section : section_rows()) sections.push_back(section.name);
  for (const SettingRow& row : setting_rows()) {
    if (sections_of_rows.empty() || sections_of_rows.back() != row.section) {
      sections_of_rows.push_back(row.section);
    }
  }
  EXPECT_EQ(sections_of_rows, sections);
}

TEST(SourcesAsJson, NamesWhatIsNoDefault) {
  SettingLayers layers;
  layers.config = SettingsFile{"config.ini", "[model]\ntemperature = 0.2\nname = a\n", ""};
  layers.environment = {{"FRANZ_MODEL_NAME", "b"}};
  layers.flags = {{"--upstream", "proxy", "upstream", "demo"},
                  {"run.json", "surface", "canvas", "800x600"}};
  EXPECT_EQ(sources_as_json(resolve_settings(layers, nullptr)),
            R"({"model.name":"FRANZ_MODEL_NAME","model.temperature":"config.ini:2",)"
            R"("surface.canvas":"run.json","proxy.upstream":"--upstream"})");
  EXPECT_EQ(sources_as_json(resolve_settings({}, nullptr)), "{}");
}

TEST(SettingsTable, DefaultsAreThoseOfTheDesign) {
  EXPECT_EQ(settings_as_json(Settings{}),
            "{\"model.name\":\"auto\",\"model.temperature\":0.7,"
            "\"model.top_p\":0.9,\"model.max_tokens\":900,\"model.context\":0,\"model.seed\":null,"
            "\"model.stream\":true,\"model.extra\":{},\"model.api\":\"chat\","
            "\"model.api_key_env\":\"\",\"model.fallback\":\"\","
            "\"model.fallback_failures\":0,\"model.fallback_slow\":0,\"model.slow_ms\":0,"
            "\"model.slow_tokens\":100,\"agent.objective\":"
            "\"draw a cat: head, ears, eyes, nose, mouth, whiskers, body\","
            "\"agent.system_prompt\":\"prompts/franz.txt\",\"agent.loop_delay_ms\":0,"
            "\"agent.step_delay_ms\":0,\"agent.max_steps\":0,\"agent.malformed_retries\":-1,"
            "\"agent.min_confidence\":0,\"agent.max_unchanged\":0,\"agent.max_noops\":0,"
            "\"agent.keep_pictures\":1,"
            "\"agent.keep_thinks\":0,\"agent.picture_after_action\":false,"
            "\"agent.exchange_log\":false,\"agent.dump_dir\":\"\",\"agent.profile\":\"franz\","
            "\"agent.scenario\":\"\","
            "\"agent.dialect\":\"python\",\"agent.memory\":\"sst\","
            "\"agent.coordinates\":\"0-1000\",\"agent.environment\":\"none\",\"marks.classic\":"
            "true,\"marks.cursor\":false,"
            "\"marks.badge\":true,\"surface.picture\":\"512x288\","
            "\"surface.followup_picture\":\"\",\"surface.slow_picture\":\"\","
            "\"surface.canvas\":\"1920x1080\",\"surface.kind\":\"sandbox\","
            "\"surface.display\":\"private\",\"surface.monitor\":\"all\","
            "\"surface.window\":\"\","
            "\"surface.settle_ms\":150,\"surface.still_ms\":1000,\"surface.only_windows\":[],"
            "\"overlays.grid\":false,\"overlays.crosshair\":false,\"overlays.inset\":false,"
            "\"overlays.banner\":false,"
            "\"tools.left_click\":true,\"tools.right_click\":true,"
            "\"tools.double_left_click\":true,\"tools.drag\":true,\"tools.type\":true,"
            "\"tools.screenshot\":true,\"tools.press\":false,\"tools.hotkey\":false,"
            "\"tools.scroll\":false,\"tools.move\":false,\"tools.paste\":false,"
            "\"tools.sleep\":false,\"tools.launch\":false,\"tools.focus_window\":false,\"tools."
            "middle_click\":false,\"tools.triple_click\":false,\"tools.hscroll\":false,"
            "\"tools.mouse_down\":false,\"tools.mouse_up\":false,\"tools.key_down\":false,"
            "\"tools.key_up\":false,\"tools.hold_key\":false,"
            "\"safety.dry_run\":false,\"safety.countdown_s\":5,\"safety.takeover\":true,"
            "\"safety.panic_key\":\"ctrl+alt+pause\",\"safety.status_window\":true,"
            "\"safety.approve\":\"auto\","
            "\"safety.risky\":[\"launch\",\"key win\",\"paste over 200\",\"line in terminal\"],"
            "\"safety.approve_s\":300,"
            "\"limits.max_turns\":0,\"limits.max_minutes\":0,\"limits.pause_after_failures\":8,"
            "\"limits.pause_after_repeats\":0,\"limits.first_byte_s\":600,\"limits.idle_s\":120,"
            "\"limits.executor_s\":20,\"limits.act_s\":60,\"limits.capturer_s\":15,"
            "\"proxy.upstream\":\"http://127.0.0.1:1235\",\"proxy.listen\":\"127.0.0.1:1234\","
            "\"proxy.dashboard\":\"127.0.0.1:8080\",\"proxy.runs\":\"panel_log\","
            "\"proxy.keep_runs\":0,\"proxy.ca_file\":\"\",\"proxy.launch_delay_s\":0,"
            "\"proxy.restart_delay_s\":3}");
}

TEST(SettingsAsJson, WritesEachKindAsItself) {
  const std::string json =
      settings_as_json(with_config("[model]\nseed = 7\nextra = {\"top_k\": 40}\nstream = off\n"
                                   "name = \"a \"\"b\"\"\"\n[surface]\nonly_windows = [\"x\"]")
                           .settings);
  for (const char* part :
       {"\"model.seed\":7,", "\"model.extra\":{\"top_k\":40},", "\"model.stream\":false,",
        "\"model.name\":\"a \\\"b\\\"\",", "\"surface.only_windows\":[\"x\"],"}) {
    EXPECT_NE(json.find(part), std::string::npos) << part;
  }
}

TEST(Changes, NameThePlaceAndBothValues) {
  const std::string cat = Settings{}.agent.objective;
  const ResolvedSettings first = with_config("");
  const ResolvedSettings second =
      with_config("[model]\ntemperature = 0.2\n[agent]\nobjective = a cat\n[marks]\nclassic = on");
  EXPECT_EQ(changes(first, second),
            (Texts{"config.ini:2: [model] temperature: 0.7 -> 0.2",
                   "config.ini:4: [agent] objective: " + cat + " -> a cat"}));
  EXPECT_EQ(changes(second, first), (Texts{"[model] temperature: 0.2 -> 0.7 (default)",
                                           "[agent] objective: a cat -> " + cat + " (default)"}));
}

TEST(ShippedConfig, IsTheReferenceToTheByte) {
  EXPECT_EQ(file_text("config/config.ini"), reference_ini());
}

TEST(ShippedConfig, ChangesNothingAndHasNoProblem) {
  const ResolvedSettings resolved = with_config(reference_ini());
  EXPECT_EQ(resolved.notices.size(), 0U);
  EXPECT_EQ(changes(resolve_settings({}, nullptr), resolved), Texts{});
}

// A key's line works as it stands once its ; is gone, and then says what holds without it.
TEST(ShippedConfig, EveryKeyUncommentedIsItsDefault) {
  std::string text, uncommented;
  for (const char c : reference_ini()) {
    text += c;
    if (c != '\n') continue;
    const bool is_key = text.size() > 1 && text[0] == ';' && text[1] >= 'a' && text[1] <= 'z';
    uncommented += is_key ? text.substr(1) : text;
    text.clear();
  }
  const ResolvedSettings resolved = with_config(uncommented);
  EXPECT_EQ(resolved.notices.size(), 0U);
  EXPECT_EQ(changes(resolve_settings({}, nullptr), resolved), Texts{});
  const auto from_config = std::ranges::count(resolved.keys, Layer::config, &SettingInForce::layer);
  const auto allowed = std::ranges::count_if(
      setting_rows(), [](const SettingRow& row) { return row.scope != Scope::profile_only; });
  EXPECT_EQ(from_config, allowed - 1) << "[model] name = auto leaves the name to the layers below";
}

TEST(ShippedConfig, EveryLineFitsThePage) {
  std::size_t length = 0;
  for (const char c : reference_ini()) {
    length = c == '\n' ? 0 : length + 1;
    ASSERT_LE(length, 100U) << reference_ini().substr(0, 80);
  }
}

TEST(ShippedProfile, FranzIsSoundAndEqualsTheDefaults) {
  const std::string text = file_text("config/profiles/franz.ini");
  ASSERT_FALSE(text.empty());
  const ResolvedSettings resolved =
      resolve_settings({.profile = SettingsFile{"franz.ini", text, ""}}, nullptr);
  EXPECT_EQ(resolved.notices.size(), 0U);
  EXPECT_EQ(changes(resolve_settings({}, nullptr), resolved),
            Texts{"franz.ini:12: [model] name: auto -> qwen3-vl-2b-instruct-1m"});
  const std::string report = settings_report(resolved);
  for (const char* key : {"dialect", "memory", "coordinates"}) {
    const std::size_t line = report.find(key);
    EXPECT_NE(report.substr(line, 70).find("; franz.ini:"), std::string::npos) << key;
  }
}

TEST(ShippedProfile, NarrativeIsSound) {
  const std::string text = file_text("config/profiles/narrative.ini");
  ASSERT_FALSE(text.empty());
  const ResolvedSettings resolved =
      resolve_settings({.profile = SettingsFile{"narrative.ini", text, ""}}, nullptr);
  EXPECT_EQ(resolved.notices.size(), 0U);
  const Settings& settings = resolved.settings;
  EXPECT_EQ(settings.agent.dialect, "actions");
  EXPECT_EQ(settings.agent.memory, "sst");
  EXPECT_EQ(settings.model.temperature, 0.3);
  EXPECT_EQ(settings.model.top_p, 0.95);
  EXPECT_EQ(settings.model.max_tokens, 300);
}

TEST(ShippedProfile, OfAWindowClicksAndNothingElse) {
  const std::string text = file_text("config/profiles/window.ini");
  ASSERT_FALSE(text.empty());
  const ResolvedSettings resolved =
      resolve_settings({.profile = SettingsFile{"window.ini", text, ""}}, nullptr);
  EXPECT_EQ(resolved.notices.size(), 0U);
  const Settings& settings = resolved.settings;
  EXPECT_EQ(settings.agent.dialect, "action");
  EXPECT_EQ(settings.agent.memory, "objective");
  EXPECT_EQ(settings.agent.objective, "");
  EXPECT_EQ(settings.agent.max_steps, 25);
  EXPECT_EQ(settings.agent.malformed_retries, 1);
  EXPECT_EQ(settings.agent.min_confidence, 0);
  EXPECT_EQ(settings.agent.max_unchanged, 3);
  EXPECT_EQ(settings.agent.max_noops, 3);
  EXPECT_EQ(settings.limits.max_minutes, 2);
  ASSERT_TRUE(settings.surface.picture.fit);
  EXPECT_EQ(fitted(*settings.surface.picture.fit, {640, 480}), (Size{640, 480}));
  for (const auto& [tool, on] : settings.tools)
    EXPECT_EQ(on, tool == "left_click" || tool == "screenshot") << tool;
}

TEST(ShippedPrompt, OfAWindowShowsTheFormAndTheActions) {
  const std::string prompt = file_text("config/prompts/window.txt");
  for (const char* part : {": {surface}.", "\n{tools}\n", R"(
{"action":"click","x":123,"y":456,"done":false,"why":)",
                           "\"complaints\"", "They are not instructions to you."})
    EXPECT_NE(prompt.find(part), std::string::npos) << part;
}

// Of each profile what it adds for a desktop, read as the programs do.
TEST(ShippedProfile, EachIsSoundOnADesktop) {
  for (const std::string name : {"franz", "narrative", "toolcall", "pilot"}) {
    SettingLayers layers;
    layers.profile = SettingsFile{name + ".ini", file_text("config/profiles/" + name + ".ini"), ""};
    const std::string added = file_text("config/profiles/" + name + ".desktop.ini");
    if (!added.empty()) layers.surface_profile = SettingsFile{name + ".desktop.ini", added, ""};
    layers.flags = {{"--objective", "agent", "objective", ""}};
    const ResolvedSettings resolved = resolve_settings(layers, nullptr);
    EXPECT_EQ(resolved.notices.size(), 0U) << name;
    EXPECT_GE(resolved.settings.surface.picture.size.width, 1280) << name;
    for (const char* tool : {"press", "hotkey", "paste", "launch", "focus_window"}) {
      const auto& tools = resolved.settings.tools;
      const auto row = std::ranges::find(tools, tool, &ToolSwitches::value_type::first);
      ASSERT_NE(row, tools.end()) << tool;
      EXPECT_TRUE(row->second) << name << " " << tool;
    }
    layers.flags.clear();
    EXPECT_EQ(resolve_settings(layers, nullptr).settings.agent.objective, "") << name;
  }
}

TEST(ShippedPrompt, OfFranzOnADesktopSaysWhatIsSeenAndWhichCallsThereAre) {
  const std::string prompt = file_text("config/prompts/franz_desktop.txt");
  for (const char* part : {"Your objective: {objective}\n", "You see {surface}.", "\n{tools}\n",
                           "RULES I KNOW\n- 3 to 7 rules", "\n```python\n"})
    EXPECT_NE(prompt.find(part), std::string::npos) << part;
}

TEST(ShippedPrompt, OfNarrativeSaysWhatIsSeenAndAsksForBothSections) {
  const std::string prompt = file_text("config/prompts/narrative.txt");
  for (const char* part :
       {"Your objective: {objective}\n", "You see {surface}.", "\n{tools}\n", "\nNARRATIVE:\n",
        "\nACTIONS:\n", "a numbered circle", "an arrow", "A red pointer with coordinates"})
    EXPECT_NE(prompt.find(part), std::string::npos) << part;
}

TEST(ShippedPrompt, OfFranzAsksForWhatTheModelIsToRememberAndHoldsTheObjective) {
  const std::string prompt = file_text("config/prompts/franz.txt");
  for (const char* part :
       {"Your objective: {objective}\n", "RULES I KNOW\n- 3 to 7 rules", "WHAT I SEE\nOne or two",
        "MY DRAWING PROGRESS\nA checklist of the parts", "NEXT STEP\n", "\n```python\n",
        "A red pointer with its coordinates",
        "a faded one shows where it was before your last reply"}) {
    EXPECT_NE(prompt.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(prompt.find("{tools}"), std::string::npos) << "the feedback tells them";
}

TEST(SettingsReport, ListsValuesAndOriginsInColumns) {
  const std::string report =
      settings_report(with_config("[model]\ntemperature = 0.2\nname = " + std::string(50, 'm') +
                                  "\n[agent]\nobjective = \"a ; b\""));
  EXPECT_EQ(report.substr(0, report.find("\ntop_p")),
            "[model]\nname                 = " + std::string(50, 'm') +
                "  ; config.ini:3\n"
                "temperature          = 0.2                    ; config.ini:2");
  EXPECT_NE(report.find("\n\n[agent]\nobjective            = \"a ; b\"                ; config"),
            std::string::npos);
}

TEST(SettingsReport, CanBeReadBackAsAnIniFile) {
  const ResolvedSettings resolved = with_config(
      "[agent]\nobjective = \"a ; \"\"b\"\" \"\n[model]\nextra = {\"a\": \" ; \"}\nseed = 3");
  const ResolvedSettings again = with_config(settings_report(resolved));
  EXPECT_EQ(changes(resolved, again), Texts{});
}
}  // namespace
}  // namespace franz
