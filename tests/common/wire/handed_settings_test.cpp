#include "common/wire/handed_settings.h"
#include <gtest/gtest.h>

namespace franz {
TEST(HandedSettings, AreReadAsTheyWereWritten) {
  SettingLayers layers;
  layers.runs = "/home/ada/runs";
  layers.config = SettingsFile{"config.ini", "[model]\ntemperature = 0.2\nseed = 7\n", ""};
  layers.flags = {{"--upstream", "proxy", "upstream", "demo"},
                  {"--model auto", "model", "name", "qwen", true}};
  HandedSettings handed{layers.flags, resolve_settings(layers, nullptr)};
  hold(handed, {"run.jsonl", "surface", "canvas", "800x600"});
  const std::string json = to_json(handed);
  EXPECT_EQ(
      json,
      R"({"flags":[{"flag":"--upstream","section":"proxy","key":"upstream","value":"demo"},)"
      R"({"flag":"--model auto","section":"model","key":"name","value":"qwen","yields":true},)"
      R"({"flag":"run.jsonl","section":"surface","key":"canvas","value":"800x600"}],"in_force":[)"
      R"({"section":"model","key":"temperature","value":"0.2","layer":"config",)"
      R"("where":"config.ini:2"},)"
      R"({"section":"model","key":"seed","value":"7","layer":"config","where":"config.ini:3"},)"
      R"({"section":"proxy","key":"runs","value":"/home/ada/runs","layer":"default",)"
      R"("where":"default"}]})");
  const auto read = parse_handed_settings(json);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(to_json(read.value()), json);
  EXPECT_EQ(settings_as_json(read.value().in_force.settings),
            settings_as_json(handed.in_force.settings));
  EXPECT_EQ(sources_as_json(read.value().in_force), sources_as_json(handed.in_force));
}

TEST(HandedSettings, NameTheFirstWrongField) {
  const struct {
    const char *json, *failure;
  } rows[] = {
      {R"({"flags":[{"flag":7}]})", "/flags/0/flag: expected a text"},
      {R"({"in_force":[{"section":"model","key":"temper","value":"1","layer":"flag","where":""}]})",
       "/in_force/0: [model] temper: no such setting"},
      {R"({"in_force":[{"section":"model","key":"top_p","value":"2","layer":"flag","where":""}]})",
       "/in_force/0: [model] top_p: the value is not a number from 0 to 1"},
  };
  for (const auto& row : rows)
    EXPECT_EQ(parse_handed_settings(row.json).error().message, row.failure);
}
}  // namespace franz
