#include "executor/dialect/json_arguments.h"
#include <gtest/gtest.h>
#include "tests/executor/dialect/steps_shown.h"

namespace franz::executor {
namespace {
struct Case {
  const char *tool, *args;
  std::string expected;
};

std::string malformed(const std::string& complaints) {
  return "? " + complaints + "\n! malformed_reply";
}

void expect(const std::vector<Case>& cases) {
  for (const Case& each : cases)
    EXPECT_EQ(shown_step(each.tool, each.args), each.expected) << each.tool << " " << each.args;
}

TEST(JsonArguments, OfTheMouse) {
  expect({
      {"mouse", R"({"x":10,"y":20})", "1 left_click(10, 40)"},
      {"mouse", R"({"x":10.0,"y":2e1})", "1 left_click(10, 40)"},
      {"mouse", R"({"y":20,"x":10,"why":"there","X":1})",
       "? steps[0].args.why: there is no such argument; it was ignored\n"
       "? steps[0].args.X: there is no such argument\n! malformed_reply"},
      {"mouse", R"({"x":0,"y":-0})", "1 left_click(0, 0)"},
      {"mouse", R"({"x":1000,"y":500})", "1 left_click(1000, 1000)"},
      {"mouse", R"({"x":10,"y":20,"button":null,"clicks":null,"action":null})",
       "1 left_click(10, 40)"},
      {"mouse", R"({"x":10,"y":20,"button":"right","clicks":1,"interval_ms":0,"action":"click"})",
       "1 right_click(10, 40)"},
      {"mouse", R"({"x":10})", malformed("steps[0].args.y: it is missing; expected an integer")},
      {"mouse", "{}",
       malformed("steps[0].args.x: it is missing; expected an integer\n"
                 "? steps[0].args.y: it is missing; expected an integer")},
      {"mouse", R"({"x":"12px","y":20})",
       malformed("steps[0].args.x: expected an integer, got \"12px\"")},
      {"mouse", R"({"x":12.5,"y":20})",
       malformed("steps[0].args.x: expected an integer, got 12.5")},
      {"mouse", R"({"x":true,"y":null})",
       malformed("steps[0].args.x: expected an integer, got true\n"
                 "? steps[0].args.y: expected an integer, got null")},
      {"mouse", R"({"x":[10,20],"y":{}})",
       malformed("steps[0].args.x: expected an integer, got [10,20]\n"
                 "? steps[0].args.y: expected an integer, got {}")},
      {"mouse", R"({"x":1e300,"y":-1e7})",
       malformed("steps[0].args.x: expected an integer near the picture, got 1e300\n"
                 "? steps[0].args.y: expected an integer near the picture, got -1e7")},
      {"mouse", R"({"x":1,"y":2,"button":"Left"})",
       malformed("steps[0].args.button: expected \"left\", \"right\" or \"middle\", got \"Left\"")},
      {"mouse", R"({"x":1,"y":2,"button":1})",
       malformed("steps[0].args.button: expected \"left\", \"right\" or \"middle\", got 1")},
      {"mouse", R"({"x":1,"y":2,"action":"hover"})",
       malformed(
           "steps[0].args.action: expected \"click\", \"move\", \"down\", \"up\" or \"drag\", "
           "got \"hover\"")},
      {"mouse", R"({"x":1,"y":2,"clicks":0})",
       malformed("steps[0].args.clicks: expected an integer from 1 to 3, got 0")},
      {"mouse", R"({"x":1,"y":2,"clicks":4,"interval_ms":1001})",
       malformed("steps[0].args.clicks: expected an integer from 1 to 3, got 4\n"
                 "? steps[0].args.interval_ms: expected an integer from 0 to 1000, got 1001")},
      {"mouse", R"({"x":1,"y":2,"clicks":1.5})",
       malformed("steps[0].args.clicks: expected an integer from 1 to 3, got 1.5")},
  });
}

TEST(JsonArguments, OfKeys) {
  std::string twenty, taps;
  for (int i = 0; i < 20; ++i) {
    twenty += (i == 0 ? "\"" : ",\"") + std::string("Tab\"");
    taps += (i == 0 ? "" : "\n") + std::string("1 press(\"tab\")");
  }
  const std::string most = "{\"keys\":[" + twenty + "]}";
  const std::string more = "{\"keys\":[" + twenty + ",\"a\"]}";
  expect({
      {"press", R"({"key":"Enter"})", "1 press(\"enter\")"},
      {"press", R"({"key":"A"})", "1 press(\"a\")"},
      {"press", R"({"key":" "})", "1 press(\"space\")"},
      {"press", R"({"key":"+","keys":null})", "1 press(\"+\")"},
      {"press", R"({"keys":["down","ArrowDown","F5"]})",
       "1 press(\"down\")\n1 press(\"down\")\n1 press(\"f5\")"},
      {"press", most.c_str(), taps},
      {"press", more.c_str(),
       malformed("steps[0].args.keys: expected a list of names of keys, from 1 to 20, got "
                 "[\"Tab\",\"Tab\",\"Tab\",\"Tab\",\"Tab\",\"Tab\",\"Tab\",\"Tab\",\"Tab\",\"T…")},
      {"press", "{}",
       malformed("steps[0].args.key: it is missing; expected the name of a key, or a list of them "
                 "in keys")},
      {"press", R"({"key":"a","keys":["b"]})",
       malformed("steps[0].args: expected key or keys, got both")},
      {"press", R"({"key":["a"]})",
       malformed("steps[0].args.key: expected the name of a key, got [\"a\"]")},
      {"press", R"({"key":"Strg"})", malformed("steps[0].args.key: no key is called \"Strg\"")},
      {"press", R"({"key":""})",
       malformed(
           "steps[0].args.key: the empty text was taken as left out\n"
           "? steps[0].args.key: it is missing; expected the name of a key, or a list of them "
           "in keys")},
      {"press", R"({"key":"ctrl+c"})",
       malformed("steps[0].args.key: expected one key, got \"ctrl+c\": keys that are held together "
                 "are those of hotkey")},
      {"press", R"({"keys":[]})",
       malformed("steps[0].args.keys: expected a list of names of keys, from 1 to 20, got []")},
      {"press", R"({"keys":["a",1,"b c"]})",
       malformed("steps[0].args.keys[1]: expected the name of a key, got 1\n"
                 "? steps[0].args.keys[2]: expected one key, got \"b c\": keys that are held "
                 "together are those of hotkey")},
      {"hotkey", R"({"keys":["Ctrl","Shift","T"]})", "1 hotkey(\"ctrl\", \"shift\", \"t\")"},
      {"hotkey", R"({"keys":["win"]})", "1 hotkey(\"win\")"},
      {"hotkey", R"({"keys":"ctrl+c"})",
       malformed("steps[0].args.keys: expected a list of names of keys, from 1 to 8, got "
                 "\"ctrl+c\"")},
      {"hotkey", R"({"keys":["a","b","c","d","e","f","g","h","i"]})",
       malformed("steps[0].args.keys: expected a list of names of keys, from 1 to 8, got "
                 "[\"a\",\"b\",\"c\",\"d\",\"e\",\"f\",\"g\",\"h\",\"i\"]")},
      {"hotkey", R"({"key":"a"})",
       malformed("steps[0].args.key: it is not known; did you mean keys?\n? "
                 "steps[0].args.keys: it is missing; expected a list of names of keys, from 1 to "
                 "8")},
  });
}

TEST(JsonArguments, OfTexts) {
  expect({
      {"write", R"({"text":"Grüße\n\"\u0000"})", "1 type(\"Grüße\\n\\\"\\u0000\")"},
      {"write", R"({"text":" ","interval_ms":12.0})", "1 type(\" \")"},
      {"type", R"({"text":"a"})", "1 type(\"a\")"},
      {"paste", R"({"text":"a","interval_ms":"x"})",
       "1 paste(\"a\")\n? steps[0].args.interval_ms: there is no such argument; it was ignored"},
      {"launch", R"({"command":"xterm -e top"})", "1 launch(\"xterm -e top\")"},
      {"focus_window", R"({"title":"Untitled"})", "1 focus_window(\"Untitled\")"},
      {"write", "{}",
       malformed("steps[0].args.text: it is missing; expected a text that is not empty")},
      {"write", R"({"text":""})",
       malformed("steps[0].args.text: expected a text that is not empty, got \"\"")},
      {"write", R"({"text":"a","interval_ms":-1})",
       malformed("steps[0].args.interval_ms: expected an integer from 0 to 1000, got -1")},
      {"paste", R"({"text":null})",
       malformed("steps[0].args.text: expected a text that is not empty, got null")},
      {"launch", R"({"title":"a"})",
       malformed("steps[0].args.title: there is no such argument\n? "
                 "steps[0].args.command: it is missing; expected a text that is not empty")},
      {"focus_window", R"({"title":["a"]})",
       malformed("steps[0].args.title: expected a text that is not empty, got [\"a\"]")},
  });
}

// A value of the wrong JSON type with only one possible meaning is converted, and the model gets a
// note.
TEST(JsonArguments, OfAnotherTypeAreConvertedAndNoted) {
  const auto noted = [](const std::string& call, const std::string& note) {
    return "1 " + call + "\n? steps[0]." + note;
  };
  expect({
      {"mouse", R"({"x":"12","y":20})",
       noted("left_click(12, 40)", "args.x: \"12\" was taken as the number 12")},
      {"mouse", R"({"x":" 12.0 ","y":"-0"})",
       "1 left_click(12, 0)\n"
       "? steps[0].args.x: \" 12.0 \" was taken as the number 12.0\n"
       "? steps[0].args.y: \"-0\" was taken as the number -0"},
      {"mouse", R"({"x":1,"y":2,"clicks":"2"})",
       noted("double_left_click(1, 4)", "args.clicks: \"2\" was taken as the number 2")},
      {"mouse", R"({"x":1,"y":2,"clicks":"","button":""})",
       "1 left_click(1, 4)\n"
       "? steps[0].args.button: the empty text was taken as left out\n"
       "? steps[0].args.clicks: the empty text was taken as left out"},
      {"sleep", R"({"secs":"0.25"})",
       noted("sleep(0.25)", "args.secs: \"0.25\" was taken as the number 0.25")},
      {"write", R"({"text":42})",
       noted("type(\"42\")", "args.text: 42 was taken as the text \"42\"")},
      {"write", R"({"text":1e2})",
       noted("type(\"1e2\")", "args.text: 1e2 was taken as the text \"1e2\"")},
      {"press", R"({"key":5})", noted("press(\"5\")", "args.key: 5 was taken as the text \"5\"")},
      {"press", R"({"key":"","keys":"[\"a\",\"Tab\"]"})",
       "1 press(\"a\")\n1 press(\"tab\")\n"
       "? steps[0].args.key: the empty text was taken as left out\n"
       R"(? steps[0].args.keys: "[\"a\",\"Tab\"]" was taken as the list ["a","Tab"])"},
      {"hotkey", R"({"keys":"win"})",
       noted("hotkey(\"win\")", R"(args.keys: "win" was taken as the list ["win"])")},
      {"sleep", R"("{\"secs\":\"1\"}")",
       "1 sleep(1)\n"
       R"(? steps[0].args: "{\"secs\":\"1\"}" was taken as the object {"secs":"1"})"
       "\n? steps[0].args.secs: \"1\" was taken as the number 1"},

      // Ambiguous and out-of-range values are refused as sent.
      {"mouse", R"({"x":"","y":20})", malformed("steps[0].args.x: expected an integer, got \"\"")},
      {"mouse", R"({"x":"12.5","y":20})",
       malformed("steps[0].args.x: expected an integer, got \"12.5\"")},
      {"mouse", R"({"x":"0x10","y":20})",
       malformed("steps[0].args.x: expected an integer, got \"0x10\"")},
      {"mouse", R"({"x":"[12]","y":20})",
       malformed("steps[0].args.x: expected an integer, got \"[12]\"")},
      {"mouse", R"({"x":1,"y":2,"clicks":"4"})",
       malformed("steps[0].args.clicks: expected an integer from 1 to 3, got \"4\"")},
      {"mouse", R"({"x":1,"y":2,"clicks":true})",
       malformed("steps[0].args.clicks: expected an integer from 1 to 3, got true")},
      {"write", R"({"text":true})",
       malformed("steps[0].args.text: expected a text that is not empty, got true")},
      {"press", R"({"keys":"ctrl+c"})",
       malformed("steps[0].args.keys: expected a list of names of keys, from 1 to 20, got "
                 "\"ctrl+c\"")},
      {"press", R"({"keys":"[\"Strg\"]"})",
       malformed("steps[0].args.keys[0]: no key is called \"Strg\"\n"
                 R"(? steps[0].args.keys: "[\"Strg\"]" was taken as the list ["Strg"])")},
      {"sleep", R"("[1]")", malformed("steps[0].args: expected an object, got \"[1]\"")},
  });
  EXPECT_TRUE(shown_step("sleep", R"("{\"secs\":1,\"secs\":2}")")
                  .ends_with("steps[0].args/secs: it is given twice\n! malformed_reply"));
}

TEST(JsonArguments, OfSleep) {
  expect({
      {"sleep", R"({"secs":2})", "1 sleep(2)"},
      {"sleep", R"({"secs":0})", "1 sleep(0)"},
      {"sleep", R"({"secs":0.25})", "1 sleep(0.25)"},
      {"sleep", R"({"secs":1e-400})", "1 sleep(0)"},
      {"sleep", R"({"secs":5.01})",
       malformed("steps[0].args.secs: expected a number from 0 to 5, got 5.01")},
      {"sleep", R"({"secs":-1})",
       malformed("steps[0].args.secs: expected a number from 0 to 5, got -1")},
      {"sleep", R"({"seconds":1})",
       malformed("steps[0].args.seconds: there is no such argument\n? "
                 "steps[0].args.secs: it is missing; expected a number from 0 to 5")},
  });
}
}  // namespace
}  // namespace franz::executor
