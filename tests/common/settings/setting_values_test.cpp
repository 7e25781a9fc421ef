#include "common/settings/setting_values.h"
#include <gtest/gtest.h>
#include <string>
#include "common/tools/vocabulary.h"

namespace franz {
namespace {
const SettingRow& row_of(const std::string& name) {
  const std::size_t dot = name.find('.');
  const SettingRow* row = find_setting(name.substr(0, dot), name.substr(dot + 1));
  EXPECT_NE(row, nullptr) << name;
  return row == nullptr ? setting_rows().front() : *row;
}

// A setting's value after reading a text, or the refusal.
std::string stored(const std::string& name, const std::string& text) {
  const SettingRow& row = row_of(name);
  Settings settings;
  const std::string before = print_setting(row, settings);
  const Status status = store_setting(row, text, settings);
  if (status.ok()) return print_setting(row, settings);
  EXPECT_EQ(print_setting(row, settings), before) << "a refused text changed the field";
  return "! " + status.error().message;
}

struct Case {
  std::string name, text, expected;
};

void expect_all(const std::vector<Case>& cases) {
  for (const Case& each : cases) {
    EXPECT_EQ(stored(each.name, each.text), each.expected)
        << each.name << " = " << each.text.substr(0, 80);
  }
}

TEST(SettingValues, Numbers) {
  const std::string whole = "! is not a whole number from 1 to 1000000 tokens";
  const std::string real = "! is not a number from 0 to 2";
  const std::string seed = "! is not a whole number from 0 to 4294967295 or empty";
  expect_all({
      {"model.max_tokens", "1", "1"},
      {"model.max_tokens", "1000000", "1000000"},
      {"model.max_tokens", "0", whole},
      {"model.max_tokens", "1000001", whole},
      {"model.max_tokens", "99999999999999999999", whole},
      {"model.max_tokens", "", whole},
      {"model.max_tokens", "9 00", whole},
      {"model.max_tokens", "900.0", whole},
      {"model.max_tokens", "0x10", whole},
      {"model.temperature", "0", "0"},
      {"model.temperature", "-0", "0"},
      {"model.temperature", "2", "2"},
      {"model.temperature", "0.70", "0.7"},
      {"model.temperature", ".5", "0.5"},
      {"model.temperature", "1e-1", "0.1"},
      {"model.temperature", "5e-324", "0." + std::string(323, '0') + "5"},
      {"model.temperature", "2.0001", real},
      {"model.temperature", "-0.1", real},
      {"model.temperature", "hot", real},
      {"model.temperature", "nan", real},
      {"model.temperature", "inf", real},
      {"model.temperature", "1e999", real},
      {"model.temperature", "0,7", real},
      {"model.temperature", "0.7f", real},
      {"model.seed", "", ""},
      {"model.seed", "4294967295", "4294967295"},
      {"model.seed", "-1", seed},
      {"model.seed", "x", seed},
      {"limits.capturer_s", "0.1", "0.1"},
      {"limits.capturer_s", "0", "! is not a number from 0.1 to 86400 seconds"},
  });
}

TEST(SettingValues, SwitchesInEveryUsualSpelling) {
  for (const char* text : {"on", "ON", "true", "True", "yes", "1"}) {
    EXPECT_EQ(stored("marks.cursor", text), "on") << text;
  }
  for (const char* text : {"off", "Off", "false", "no", "NO", "0"}) {
    EXPECT_EQ(stored("marks.classic", text), "off") << text;
  }
  for (const char* text : {"", "2", "onn", "o n", "enabled"}) {
    EXPECT_EQ(stored("marks.classic", text), "! is not on or off") << text;
  }
}

TEST(SettingValues, SizesAndChoices) {
  std::string dialects;
  for (const std::string& each : agent_dialects()) {
    EXPECT_NE(each, "mcp");
    dialects += (dialects.empty() ? "" : ", ") + each;
  }
  const std::string picture =
      "! is not a size like 512x288 or fit 1327104 grid 32, sides 16 to 8192";
  expect_all({
      {"surface.picture", "640x360", "640x360"},
      {"surface.picture", "640 X 360", "640x360"},
      {"surface.picture", "16x8192", "16x8192"},
      {"surface.picture", "15x100", picture},
      {"surface.picture", "100x8193", picture},
      {"surface.picture", "640", picture},
      {"surface.picture", "640x", picture},
      {"surface.picture", "x360", picture},
      {"surface.picture", "640x360x2", picture},
      {"surface.picture", "-640x360", picture},
      {"surface.picture", "fit 1327104 grid 32", "fit 1327104 grid 32"},
      {"surface.picture", " Fit  1016064  Grid 28 ", "fit 1016064 grid 28"},
      {"surface.picture", "fit 1024 grid 32", "fit 1024 grid 32"},
      {"surface.picture", "fit 1023 grid 32", picture},
      {"surface.picture", "fit 255 grid 1", picture},
      {"surface.picture", "fit 67108864 grid 1024", "fit 67108864 grid 1024"},
      {"surface.picture", "fit 67108865 grid 32", picture},
      {"surface.picture", "fit 1327104 grid 1025", picture},
      {"surface.picture", "fit 1327104 grid 0", picture},
      {"surface.picture", "fit 1327104 grid", picture},
      {"surface.picture", "fit 1327104", picture},
      {"surface.picture", "fit 1e6 grid 32", picture},
      {"surface.picture", "fit grid 32", picture},
      {"surface.picture", "fit 1327104 grid 32 28", picture},
      {"surface.picture", "fit -1 grid 32", picture},
      {"surface.picture", "Within 1327104 grid 1", "within 1327104 grid 1"},
      {"surface.picture", "within 1023 grid 32", picture},
      {"surface.picture", "in 1327104 grid 1", picture},
      {"surface.followup_picture", "", ""},
      {"surface.followup_picture", "fit 500000 grid 16", "fit 500000 grid 16"},
      {"surface.canvas", "fit 500000 grid 16",
       "! is not a size like 512x288, each side from 16 to 16384 pixels"},
      {"surface.followup_picture", "640x360", "640x360"},
      {"surface.slow_picture", "640", picture + ", or empty"},
      {"surface.slow_picture", "none", picture + ", or empty"},
      {"surface.canvas", "16384x16384", "16384x16384"},
      {"surface.kind", "Sandbox", "sandbox"},
      {"agent.coordinates", "Pixels 28", "pixels 28"},
      {"agent.coordinates", "percent",
       "! is not one of 0-1000, 0-999, 0-1, pixels, pixels 28, pixels 32"},
      {"agent.dialect", "PROSE", "! is not one of " + dialects},
      {"model.api", "responses", "responses"},
      {"model.api", "pigeons", "! is not one of chat, responses"},
  });
}

TEST(SettingValues, Texts) {
  expect_all({
      {"agent.objective", "", ""},
      {"agent.objective", "draw a cat; then # rest", "draw a cat; then # rest"},
      {"agent.objective", "tab\tis fine", "tab\tis fine"},
      {"agent.objective", "bell\a", "! has a control character"},
      {"agent.objective", std::string(65537, 'x'), "! is longer than 65536 bytes"},
      {"model.name", "", "! is empty"},
      {"agent.profile", "my-agent_2", "my-agent_2"},
      {"agent.profile", "../etc", "! is not a name of letters, digits, - and _"},
      {"agent.profile", "", "! is not a name of letters, digits, - and _"},
  });
}

TEST(SettingValues, AKeyIsNotAVariableName) {
  const std::string refusal = "! is not the name of an environment variable, in capitals";
  expect_all({
      {"model.api_key_env", "OPENAI_API_KEY", "OPENAI_API_KEY"},
      {"model.api_key_env", "", ""},
      {"model.api_key_env", "sk-abcdef", refusal},
      {"model.api_key_env", "gsk_abcdef", refusal},
      {"model.api_key_env", "1KEY", refusal},
  });
}

TEST(SettingValues, Addresses) {
  const std::string display = "! is not private, own, :5, wayland-1, or vnc://HOST:PORT";
  const std::string address = "! is not an address and port like 127.0.0.1:1234";
  const std::string url = "! is not a URL like http://127.0.0.1:1235, or demo";
  const std::string collector = "! is not a URL like http://127.0.0.1:4318, or empty";
  const std::string hotkey = "! is not keys like ctrl+alt+pause, or empty";
  expect_all({
      {"proxy.listen", "127.0.0.1:0", "127.0.0.1:0"},
      {"proxy.listen", "localhost:65535", "localhost:65535"},
      {"proxy.listen", "[::1]:1234", "[::1]:1234"},
      {"proxy.listen", "1234", address},
      {"proxy.listen", ":1234", address},
      {"proxy.listen", "::1:1234", address},
      {"proxy.listen", "[::1]", address},
      {"proxy.listen", "host:65536", address},
      {"proxy.listen", "host:", address},
      {"proxy.listen", "a b:1", address},
      {"surface.display", "private", "private"},
      {"surface.display", "own", "own"},
      {"surface.display", ":5", ":5"},
      {"surface.display", ":5.0", ":5.0"},
      {"surface.display", "", display},
      {"surface.display", ":", display},
      {"surface.display", ":x", display},
      {"surface.display", ":5.", display},
      {"surface.display", ":-1", display},
      {"surface.display", "host:5", display},
      {"surface.display", "wayland-0", "wayland-0"},
      {"surface.display", "wayland-", display},
      {"surface.display", "wayland-/x", display},
      {"surface.display", "vnc://box", "vnc://box"},
      {"surface.display", "vnc://[::1]:5901", "vnc://[::1]:5901"},
      {"surface.display", "vnc://box:0", "! is not a VNC server like vnc://127.0.0.1:5901"},
      {"surface.display", "vnc://me:secret@box",
       "! has a user or password, which every program could read; put them into the file of "
       "[surface] vnc_password_file"},
      {"safety.panic_key", "Ctrl+Alt+F12", "Ctrl+Alt+F12"},
      {"safety.panic_key", "", ""},
      {"safety.panic_key", "ctrl+nokey", hotkey},
      {"safety.panic_key", "pause", hotkey},
      {"safety.panic_key", "ctrl+alt", hotkey},
      {"safety.panic_key", "shift+f12", hotkey},
      {"safety.panic_key", "shift+win+f12", "shift+win+f12"},
      {"safety.panic_key", "ctrl+a+b", hotkey},
      {"safety.panic_key", "a+ctrl", hotkey},
      {"proxy.upstream", "demo", "demo"},
      {"proxy.upstream", "https://api.example.com/v1", "https://api.example.com/v1"},
      {"proxy.upstream", "http://[::1]:1235", "http://[::1]:1235"},
      {"proxy.upstream", "http://host", "http://host"},
      {"proxy.upstream", "host:1235", "http://host:1235"},
      {"proxy.upstream", "ftp://host", url},
      {"proxy.upstream", "http://", url},
      {"proxy.upstream", "http:///v1", url},
      {"proxy.upstream", "http://host:99999", url},
      {"proxy.upstream", "http://me:secret@host:1235",
       "! has a user or password; put a key into the variable of api_key_env"},
      {"proxy.upstream", "http://host/v1?key=secret", url},
      {"telemetry.otlp", "", ""},
      {"telemetry.otlp", "localhost:4318", "http://localhost:4318"},
      {"telemetry.otlp", "https://example.com/otlp", "https://example.com/otlp"},
      {"telemetry.otlp", "http://host?key=secret", collector},
      {"telemetry.otlp", "http://host/v1/traces",
       "! is the URL of one signal; leave out /v1/traces"},
      {"telemetry.otlp", "host:4318/otlp/v1/logs/",
       "! is the URL of one signal; leave out /v1/logs"},
      {"telemetry.otlp", "http://me:secret@host",
       "! has a user or password; put headers into OTEL_EXPORTER_OTLP_HEADERS"},
  });
}

TEST(SettingValues, ExtraFieldsNeverChangeWhichDataIsSentWhere) {
  const std::string no_object = "! is not a JSON object like {\"top_k\": 40}";
  std::string deep = "{\"a\":";
  for (int i = 0; i < 10'000; ++i) deep += "[";
  expect_all({
      {"model.extra", "", "{}"},
      {"model.extra", "{\"top_k\": 40, \"stop\": [\"]\"]}", "{\"top_k\": 40, \"stop\": [\"]\"]}"},
      {"model.extra", "{\"top_k\": 40", no_object},
      {"model.extra", "{\"top_k\": 40} x", no_object},
      {"model.extra", "{\"a\": 1e999}", no_object},
      {"model.extra", "[1]", no_object},
      {"model.extra", "null", no_object},
      {"model.extra", deep, no_object},
      {"model.extra", deep + std::string(10'000, ']') + "}", no_object},
      {"model.extra", "{\"messages\": []}", "! has \"messages\", which the loop depends on"},
      {"model.extra", "{\"a\": 1, \"str\\u0065am\": false}",
       "! has \"stream\", which the loop depends on"},
      {"model.extra", "{\"tools\": []}", "! has \"tools\", which the loop depends on"},
      // The pause and `doctor` suggest this for a server with another name of the limit.
      {"model.extra", "{\"max_tokens\":null,\"max_completion_tokens\":900}",
       "{\"max_tokens\":null,\"max_completion_tokens\":900}"},
  });
}

TEST(SettingValues, Lists) {
  const std::string refusal = "! is not a JSON list of texts like [\"Paint\", \"Notes\"]";
  expect_all({
      {"surface.only_windows", "[\"Paint\",\"a \\\"b\\\"\"]", "[\"Paint\", \"a \\\"b\\\"\"]"},
      {"surface.only_windows", "[]", "[]"},
      {"surface.only_windows", "", "[]"},
      {"surface.only_windows", "Paint", refusal},
      {"surface.only_windows", "[1]", refusal},
      {"surface.only_windows", "{}", refusal},
      {"safety.risky", "[\"launch\", \"text sudo\"]", "[\"launch\", \"text sudo\"]"},
      {"safety.risky", "", "[]"},
      {"safety.risky", "[\"launch\", \"key strg\"]", "! has \"key strg\", which names no key"},
      {"safety.risky", "[\"fly\"]",
       "! has \"fly\", which is not a rule: expected a tool's name, \"key NAME\", \"TOOL over "
       "NUMBER\", \"text PART\", \"window PART\" or \"line in PART\""},
  });
}

TEST(SettingValues, WhatIsPrintedIsReadBack) {
  for (const SettingRow& row : setting_rows()) {
    Settings settings;
    const std::string text = print_setting(row, settings);
    EXPECT_TRUE(store_setting(row, text, settings).ok()) << row.section << "." << row.key;
    EXPECT_EQ(print_setting(row, settings), text) << row.section << "." << row.key;
  }
}
}  // namespace
}  // namespace franz
