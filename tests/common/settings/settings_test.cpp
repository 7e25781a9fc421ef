#include "common/settings/settings.h"
#include <gtest/gtest.h>
#include <algorithm>
#include <string>
#include <vector>

namespace franz {
namespace {
using Texts = std::vector<std::string>;

SettingsFile config(const std::string& text) { return {"config.ini", text, ""}; }
SettingsFile profile(const std::string& text) { return {"franz.ini", text, ""}; }
SettingsFile unreadable() { return {"config.ini", "", "/home/me/config.ini: Permission denied"}; }

Texts notices(const ResolvedSettings& resolved) {
  Texts texts;
  for (const SettingsNotice& notice : resolved.notices) texts.push_back(notice.text);
  return texts;
}

// "0.2 from config.ini:2"
std::string in_force(const ResolvedSettings& resolved, const std::string& section,
                     const std::string& key) {
  for (const SettingInForce& each : resolved.keys) {
    if (each.section == section && each.key == key) return each.value + " from " + each.where;
  }
  return "no such key";
}

std::string temperature(const ResolvedSettings& resolved) {
  return in_force(resolved, "model", "temperature");
}

ResolvedSettings with_config(const std::string& text, const ResolvedSettings* last_good = nullptr) {
  return resolve_settings({.config = config(text)}, last_good);
}

TEST(Settings, EachLayerOverridesTheOneBelow) {
  SettingLayers layers;
  EXPECT_EQ(temperature(resolve_settings(layers, nullptr)), "0.7 from default");
  layers.profile = profile("[model]\ntemperature = 0.1\ntop_p = 0.5");
  EXPECT_EQ(temperature(resolve_settings(layers, nullptr)), "0.1 from franz.ini:2");
  layers.config = config("[model]\n\ntemperature = 0.2");
  EXPECT_EQ(temperature(resolve_settings(layers, nullptr)), "0.2 from config.ini:3");
  layers.environment = {{"FRANZ_MODEL_TEMPERATURE", "0.3"}};
  EXPECT_EQ(temperature(resolve_settings(layers, nullptr)), "0.3 from FRANZ_MODEL_TEMPERATURE");
  layers.flags = {{"--temperature", "model", "temperature", "0.4"}};
  const ResolvedSettings all = resolve_settings(layers, nullptr);
  EXPECT_EQ(temperature(all), "0.4 from --temperature");
  EXPECT_EQ(all.settings.model.temperature, 0.4);
  EXPECT_EQ(all.settings.model.top_p, 0.5);
}

// A program's choice for the served model is below a person's settings.
TEST(Settings, APersonOverridesWhatWasChosen) {
  SettingLayers layers;
  layers.profile = profile("[model]\nname = own");
  layers.flags = {{"--model auto", "model", "name", "served", true}};
  const auto name = [&] { return in_force(resolve_settings(layers, nullptr), "model", "name"); };
  EXPECT_EQ(name(), "served from --model auto");
  layers.config = config("[model]\nname = mine");
  EXPECT_EQ(name(), "mine from config.ini:2");
  layers.environment = {{"FRANZ_MODEL_NAME", "auto"}};
  EXPECT_EQ(name(), "served from --model auto") << "a person leaves the choice";
  layers.flags = {};
  EXPECT_EQ(name(), "own from franz.ini:2");
  layers.flags = {{"--model", "model", "name", "theirs"}};
  EXPECT_EQ(name(), "theirs from --model");
  layers = {};
  EXPECT_EQ(name(), "auto from default");
}

TEST(Settings, AFlagWithAnUnknownKeyIsRefusedWithASuggestion) {
  SettingLayers layers;
  layers.flags = {{"--set", "model", "temprature", "1"}};
  EXPECT_EQ(start_settings(layers, BadFile::refuse).error().message,
            "--set: no such setting as [model] temprature; did you mean temperature?");
  layers.flags = {{"--set", "modle", "top_p", "1"}};
  EXPECT_EQ(start_settings(layers, BadFile::refuse).error().message,
            "--set: no such setting as [modle] top_p; did you mean [model] top_p?");
}

TEST(Settings, TypedValuesEqualTheText) {
  const Settings settings =
      with_config(
          "[model]\nseed = 7\nextra = {\"top_k\": 40} ; few\n[marks]\ncursor = Yes\n"
          "[surface]\npicture = 640x360\nonly_windows = [\"Paint\"]\nkind = SANDBOX\n"
          "[limits]\ncapturer_s = 0.5\nmax_turns = 24\n[tools]\nleft_click = off")
          .settings;
  EXPECT_EQ(settings.model.seed, 7);
  EXPECT_EQ(settings.model.extra, "{\"top_k\": 40}");
  EXPECT_TRUE(settings.marks.cursor);
  EXPECT_EQ(settings.surface.picture.size, (Size{640, 360}));
  EXPECT_EQ(settings.surface.only_windows, Texts{"Paint"});
  EXPECT_EQ(settings.surface.kind, "sandbox");
  EXPECT_EQ(settings.limits.capturer_s, 0.5);
  EXPECT_EQ(settings.limits.max_turns, 24);
  const auto tool =
      std::ranges::find(settings.tools, "left_click", [](const auto& each) { return each.first; });
  ASSERT_NE(tool, settings.tools.end());
  EXPECT_FALSE(tool->second);
}

TEST(Settings, AnInvalidValueKeepsTheLastValidOneWithANotice) {
  const ResolvedSettings good = with_config("[model]\ntemperature = 0.2\ntop_p = 0.5");
  const ResolvedSettings bad = with_config("[model]\n\ntemperature = hot\ntop_p = 0.6", &good);
  EXPECT_EQ(temperature(bad), "0.2 from config.ini:2");
  EXPECT_EQ(bad.settings.model.temperature, 0.2);
  EXPECT_EQ(bad.settings.model.top_p, 0.6) << "the other keys are read as ever";
  EXPECT_EQ(notices(bad), Texts{"config.ini:3: [model] temperature: \"hot\" is not a number from 0 "
                                "to 2; 0.2 stays in force"});
  const ResolvedSettings again = with_config("[model]\n\ntemperature = hot\ntop_p = 0.6", &bad);
  EXPECT_EQ(notices(again), notices(bad)) << "the same text while its cause lasts";
  EXPECT_EQ(temperature(again), "0.2 from config.ini:2");
  EXPECT_EQ(temperature(with_config("[model]\ntemperature = 0.3", &again)),
            "0.3 from config.ini:2");
  EXPECT_EQ(temperature(with_config("", &again)), "0.7 from default") << "taken back";
}

TEST(Settings, AnInvalidLineKeepsItsKeysValue) {
  const ResolvedSettings good = with_config("[model]\ntemperature = 0.2");
  for (const char* line : {"temperature: 0.3", "temperature 0.3", "temperature"}) {
    const ResolvedSettings bad = with_config("[model]\n" + std::string(line), &good);
    EXPECT_EQ(temperature(bad), "0.2 from config.ini:2") << line;
    EXPECT_EQ(notices(bad), Texts{"config.ini:2: [model] temperature: expected key = value; 0.2 "
                                  "stays in force"})
        << line;
  }
}

TEST(Settings, AnUnreadableFileKeepsItsValues) {
  const ResolvedSettings good =
      with_config("[model]\ntemperature = 0.2\n[marks]\ncursor = on\n[limits]\nmax_turns = 5");
  SettingLayers layers{.profile = profile("[model]\ntemperature = 0.1\ntop_p = 0.5"),
                       .config = unreadable(),
                       .environment = {{"FRANZ_LIMITS_MAX_TURNS", "6"}}};
  const ResolvedSettings kept = resolve_settings(layers, &good);
  EXPECT_EQ(temperature(kept), "0.2 from config.ini:2");
  EXPECT_TRUE(kept.settings.marks.cursor);
  EXPECT_EQ(in_force(kept, "model", "top_p"), "0.5 from franz.ini:3");
  EXPECT_EQ(in_force(kept, "limits", "max_turns"), "6 from FRANZ_LIMITS_MAX_TURNS");
  ASSERT_FALSE(kept.notices.empty());
  EXPECT_EQ(kept.notices[0].text,
            "/home/me/config.ini: Permission denied; its last good values stay in force");
  layers.config = config(std::string("\xFF\xFE[\0m\0", 6));
  const ResolvedSettings no_text = resolve_settings(layers, &kept);
  EXPECT_EQ(temperature(no_text), "0.2 from config.ini:2");
  EXPECT_EQ(notices(no_text), Texts{"config.ini: the file is UTF-16; save it as UTF-8; its last "
                                    "good values stay in force"});
}

TEST(Settings, AMissingFileKeepsItsValues) {
  const ResolvedSettings good = with_config("[model]\ntemperature = 0.2");
  const ResolvedSettings gone = resolve_settings({}, &good);
  EXPECT_EQ(temperature(gone), "0.2 from config.ini:2");
  EXPECT_EQ(notices(gone),
            Texts{"config.ini: the file is gone; its last good values stay in force"});
  const ResolvedSettings plain = with_config("");
  EXPECT_EQ(notices(resolve_settings({}, &plain)), Texts{}) << "it gave nothing";
}

TEST(Settings, WithoutALastValidValueTheLayerBelowHolds) {
  const SettingLayers layers{.profile = profile("[model]\ntemperature = 0.1"),
                             .config = config("[model]\ntemperature = hot")};
  const ResolvedSettings start = resolve_settings(layers, nullptr);
  EXPECT_EQ(temperature(start), "0.1 from franz.ini:2");
  EXPECT_EQ(notices(start), Texts{"config.ini:2: [model] temperature: \"hot\" is not a number from "
                                  "0 to 2; 0.1 stays in force"});
}

TEST(Settings, AnInvalidValueBelowAValidOneIsReported) {
  const SettingLayers layers{.config = config("[model]\ntemperature = hot"),
                             .flags = {{"--temperature", "model", "temperature", "0.4"}}};
  const ResolvedSettings start = resolve_settings(layers, nullptr);
  EXPECT_EQ(temperature(start), "0.4 from --temperature");
  EXPECT_EQ(notices(start), Texts{"config.ini:2: [model] temperature: \"hot\" is not a number from "
                                  "0 to 2; 0.4 stays in force"});
}

TEST(Settings, AnEditWithoutEffectNamesTheLayerThatHoldsTheKey) {
  SettingLayers layers{.config = config("[model]\ntemperature = 0.5"),
                       .environment = {{"FRANZ_MODEL_TEMPERATURE", "0.3"}}};
  EXPECT_EQ(notices(resolve_settings(layers, nullptr)),
            Texts{"config.ini:2: [model] temperature: 0.5 has no effect; FRANZ_MODEL_TEMPERATURE "
                  "holds it at 0.3"});
  layers.flags = {{"--temperature", "model", "temperature", "0.4"}};
  const ResolvedSettings held = resolve_settings(layers, nullptr);
  EXPECT_EQ(notices(held), Texts{"config.ini:2: [model] temperature: 0.5 has no effect; "
                                 "--temperature holds it at 0.4"});
  ASSERT_EQ(held.notices.size(), 1U);
  EXPECT_EQ(held.notices[0].kind, SettingsNotice::Kind::held);
  layers.config = config("[model]\ntemperature = 0.40");
  EXPECT_EQ(notices(resolve_settings(layers, nullptr)), Texts{}) << "the same value";
}

TEST(Settings, AKeyThatWorksOnRestartKeepsItsValueWithANotice) {
  const ResolvedSettings start = with_config("[proxy]\nlisten = 127.0.0.1:5000");
  const ResolvedSettings edited = with_config("[proxy]\nlisten = 127.0.0.1:5001", &start);
  EXPECT_EQ(edited.settings.proxy.listen, "127.0.0.1:5000");
  EXPECT_EQ(in_force(edited, "proxy", "listen"), "127.0.0.1:5000 from config.ini:2");
  EXPECT_EQ(notices(edited), Texts{"config.ini:2: [proxy] listen: 127.0.0.1:5001 takes effect on "
                                   "restart; 127.0.0.1:5000 stays in force"});
  ASSERT_EQ(edited.notices.size(), 1U);
  EXPECT_EQ(edited.notices[0].kind, SettingsNotice::Kind::pending);
  EXPECT_EQ(changes(start, edited), Texts{});
  EXPECT_EQ(notices(with_config("", &edited)),
            Texts{"default: [proxy] listen: 127.0.0.1:1234 takes effect on restart; "
                  "127.0.0.1:5000 stays in force"});
  EXPECT_EQ(notices(with_config("[proxy]\nlisten = 127.0.0.1:5000", &edited)), Texts{});
}

TEST(Settings, UnknownNamesAreReportedWithASuggestion) {
  const ResolvedSettings resolved = with_config(
      "alone = 1\n[modle]\ntemperature = 1\n[model]\ntemprature = 1\nmax_turns = 1\n"
      "zzz = 1\n[zzz]\nx = 1\n[agent]\ndialect = steps\nwhat is this\n!!\n[marks\ncursor = on\n"
      "cursor = off");
  const std::string elsewhere =
      "config.ini:6: [model] max_turns: no such setting; did you mean [limits] max_turns?";
  EXPECT_EQ(
      notices(resolved),
      (Texts{"config.ini:2: [modle]: no such section; did you mean [model]?",
             "config.ini:8: [zzz]: no such section", "config.ini:14: [marks]: the ] is missing",
             "config.ini:1: alone: is before the first [section]",
             "config.ini:5: [model] temprature: no such setting; did you mean temperature?",
             elsewhere, "config.ini:7: [model] zzz: no such setting",
             "config.ini:11: [agent] dialect: only a profile can set this",
             "config.ini:12: expected key = value", "config.ini:13: expected key = value",
             "config.ini:16: [marks] cursor: replaces line 15"}));
  EXPECT_EQ(resolved.settings.agent.dialect, "python");
  EXPECT_EQ(temperature(resolved), "0.7 from default");
}

TEST(Settings, TheProblemsOfAFileAreLimited) {
  std::string rubbish;
  for (int i = 0; i < 10'000; ++i) rubbish += "?\n";
  for (int i = 0; i < 10'000; ++i) rubbish += "key" + std::to_string(i) + " = 1\n";
  const ResolvedSettings resolved = with_config("[model]\n" + rubbish + "temperature = 0.2");
  EXPECT_EQ(temperature(resolved), "0.2 from config.ini:20002");
  ASSERT_EQ(resolved.notices.size(), 21U);
  EXPECT_EQ(resolved.notices[0].text, "config.ini:2: expected key = value");
  EXPECT_EQ(resolved.notices[20].text, "config.ini: and 19980 more problems");
}

TEST(Settings, AProfileSetsWhatConfigMayNot) {
  const SettingLayers layers{.profile = profile("[agent]\ndialect = python\nmemory = sst\n"
                                                "coordinates = pixels\nprofile = other")};
  const ResolvedSettings resolved = resolve_settings(layers, nullptr);
  EXPECT_EQ(resolved.settings.agent.dialect, "python");
  EXPECT_EQ(resolved.settings.agent.memory, "sst");
  EXPECT_EQ(resolved.settings.agent.coordinates, "pixels");
  EXPECT_EQ(resolved.settings.agent.profile, "franz");
  EXPECT_EQ(notices(resolved), Texts{"franz.ini:5: [agent] profile: a profile cannot set this"});
}

TEST(Settings, TheProfileIsChosenByTheLayersAboveIt) {
  SettingLayers layers;
  EXPECT_EQ(chosen_profile(layers), "franz");
  layers.config = config("[agent]\nprofile = pilot");
  EXPECT_EQ(chosen_profile(layers), "pilot");
  layers.flags = {{"--profile", "agent", "profile", "window"}};
  EXPECT_EQ(chosen_profile(layers), "window");
  const ResolvedSettings running = resolve_settings({}, nullptr);
  EXPECT_EQ(chosen_profile(layers, &running), "franz") << "another one needs a restart";
}

TEST(Settings, TheEnvironmentIsReadByNames) {
  const SettingLayers layers{.environment = {{"FRANZ_RUN_DIR", "/tmp/x"},
                                             {"FRANZ_MODEL_TEMPRATURE", "1"},
                                             {"FRANZ_AGENT_DIALECT", "steps"},
                                             {"FRANZ_MODEL_SEED", ""},
                                             {"FRANZ_MARKS_CURSOR", "1"}}};
  const ResolvedSettings resolved = resolve_settings(layers, nullptr);
  EXPECT_EQ(notices(resolved), (Texts{"FRANZ_MODEL_TEMPRATURE: no such setting; did you mean "
                                      "FRANZ_MODEL_TEMPERATURE?",
                                      "FRANZ_AGENT_DIALECT: only a profile can set this"}));
  EXPECT_EQ(in_force(resolved, "model", "seed"), " from default") << "empty is not set";
  EXPECT_TRUE(resolved.settings.marks.cursor);
  const Texts names = environment_names();
  EXPECT_EQ(std::ranges::count(names, "FRANZ_MODEL_API_KEY_ENV"), 1);
  EXPECT_EQ(std::ranges::count(names, "FRANZ_AGENT_DIALECT"), 0);
}

TEST(Settings, NoNoticeShowsAPossibleSecret) {
  const SettingLayers layers{
      .config = config("[model]\napi_key_env = sk-secret\napi_key = sk-secret\ngsk_secret\n"
                       "[proxy]\nupstream = http://me:secret@host\n"
                       "[surface]\ndisplay = vnc://me:secret@host"),
      .environment = {{"FRANZ_MODEL_API_KEY_ENV", "sk-secret"}}};
  for (const SettingsNotice& notice : resolve_settings(layers, nullptr).notices) {
    EXPECT_EQ(notice.text.find("secret"), std::string::npos) << notice.text;
    EXPECT_EQ(notice.problem.find("secret"), std::string::npos) << notice.problem;
  }
  const Texts texts = notices(resolve_settings(layers, nullptr));
  ASSERT_EQ(texts.size(), 6U);
  EXPECT_EQ(texts[2],
            "config.ini:2: [model] api_key_env: the value is not the name of an "
            "environment variable, in capitals; \"\" stays in force");
}

TEST(Settings, LongAndOddValuesAreShortened) {
  const Texts texts =
      notices(resolve_settings({.environment = {{"FRANZ_MODEL_TOP_P", std::string(79, 'x') + "äx"},
                                                {"FRANZ_MARKS_BADGE", "a\nb\xFF"}}},
                               nullptr));
  EXPECT_EQ(texts, (Texts{"FRANZ_MODEL_TOP_P: \"" + std::string(79, 'x') +
                              "…\" is not a number from 0 to 1; 0.9 stays in force",
                          "FRANZ_MARKS_BADGE: \"a b\xEF\xBF\xBD\" is not on or off; on stays in "
                          "force"}));
}

TEST(StartSettings, AnInvalidValueIsRefusedWithItsPlace) {
  SettingLayers layers{.config = config("[model]\ntemperature = hot\nunknown = 1\n")};
  const Result<ResolvedSettings> refused = start_settings(layers, BadFile::refuse);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message,
            "config.ini:2: [model] temperature: \"hot\" is not a number from 0 to 2");
  EXPECT_TRUE(start_settings(layers, BadFile::keep_going).ok());

  layers.environment = {{"FRANZ_MARKS_BADGE", "maybe"}};
  layers.flags = {{"--turns", "limits", "max_turns", "many"}};
  const Result<ResolvedSettings> both = start_settings(layers, BadFile::keep_going);
  ASSERT_FALSE(both.ok());
  EXPECT_EQ(both.error().message,
            "FRANZ_MARKS_BADGE: \"maybe\" is not on or off\n"
            "--turns: \"many\" is not a whole number from 0 to 1000000 turns");
}

TEST(StartSettings, AnUnreadableFileIsRefusedByName) {
  const Result<ResolvedSettings> refused =
      start_settings({.config = unreadable()}, BadFile::refuse);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message, "/home/me/config.ini: Permission denied");
  EXPECT_TRUE(start_settings({.config = unreadable()}, BadFile::keep_going).ok());
}

TEST(StartSettings, AnUnknownNameIsOnlyReported) {
  const Result<ResolvedSettings> start =
      start_settings({.config = config("[model]\nunknown = 1\n[odd]\n")}, BadFile::refuse);
  ASSERT_TRUE(start.ok());
  EXPECT_EQ(start.value().notices.size(), 2U);
}
}  // namespace
}  // namespace franz
