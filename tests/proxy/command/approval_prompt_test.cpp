#include "proxy/command/approval_prompt.h"
#include <gtest/gtest.h>

namespace franz::proxy {
namespace {
ActionPlan plan() {
  ActionPlan plan;
  plan.turn = 7;
  plan.items = {
      {0, 1, "left_click(1, 2)", "left_click(1, 2)", 1, {}, {}, "0f", ""},
      {1, 2, "launch(\"xterm \u202e\u200b\x1b[2J\")", "", 2, "to see\nmore", "launch", "w", ""},
      {3, std::nullopt, std::nullopt, "fly()", 3, {}, {}, {}, "NameError: fly"},
      {4, 3, "type(\"ls\\n\")", "", 4, {}, "line in terminal", "w", ""},
  };
  return plan;
}

const std::string kSha(64, 'a');

std::string answer(const std::string& line) {
  const Result<ControlCommand> command = read_prompt_answer(line, plan(), kSha);
  return command.ok() ? to_json(command.value()) : "! " + command.error().message;
}
}  // namespace

TEST(ApprovalPrompt, ListsTheActionsAndEscapesControlCharacters) {
  EXPECT_EQ(prompt_lines(plan(), "2026-01-31T12:05:00Z", "http://127.0.0.1:8080"),
            (std::vector<std::string>{
                ("approval   turn 7 waits for your consent until 2026-01-31T12:05:00Z; its "
                 "picture: http://127.0.0.1:8080"),
                "       left_click(1, 2)",
                "  [2]  launch(\"xterm \\u202e\\u200b\\u001b[2J\")   needs consent: launch",
                "         the model: to see\\u000amore", "       fly()   NameError: fly",
                "  [3]  type(\"ls\\n\")   needs consent: line in terminal",
                ("a: all, n: none, or their numbers (1 3), then Enter; a note to the model after "
                 "a colon")}));
  ActionPlan placed = plan();
  placed.items = {{0,
                   1,
                   "left_click(559.812, 578.581)",
                   "",
                   1,
                   {},
                   {},
                   {},
                   "",
                   "left_click(716, 416)",
                   Point{1075, 624}},
                  {1,
                   2,
                   "drag(0, 0, 9.5, 9.5)",
                   "",
                   2,
                   {},
                   {},
                   {},
                   "",
                   "drag(0, 0, 12, 7)",
                   Point{0, 0},
                   Point{18, 10}}};
  const std::vector<std::string> with_places = prompt_lines(placed, std::nullopt, "page");
  EXPECT_EQ(with_places.at(1), "       left_click(716, 416) at 1075, 624 on the screen");
  EXPECT_EQ(with_places.at(2), "       drag(0, 0, 12, 7) from 0, 0 to 18, 10 on the screen");
  ActionPlan large = plan();
  large.items = {{0, 1, "type(\"" + std::string(5000, 'x') + "\")", "", 1, {}, "r", "w", ""}};
  const std::string line = prompt_lines(large, std::nullopt, "page").at(1);
  EXPECT_LT(line.size(), 2100U);
  EXPECT_NE(line.find("… (5008 bytes)"), std::string::npos) << line.substr(1990);
}

TEST(ApprovalPrompt, ParsesAnswers) {
  const std::string head = "\"turn\":7,\"plan_sha256\":\"" + kSha + "\"";
  const std::string how =
      "! a: all, n: none, or their numbers (1 3), then Enter; a note to the model after a colon";
  const std::pair<std::string, std::string> cases[] = {
      {"a", R"({"command":"approve",)" + head + R"(,"note":null})"},
      {" A ", R"({"command":"approve",)" + head + R"(,"note":null})"},
      {"n", R"({"command":"refuse",)" + head + R"(,"note":null})"},
      {"n: use the menu: now",
       R"({"command":"refuse",)" + head + R"(,"note":"use the menu: now"})"},
      {"2", R"({"command":"approve",)" + head + R"(,"items":[1],"note":null})"},
      {"3, 2 3", R"({"command":"approve",)" + head + R"(,"items":[1,4],"note":null})"},
      {"3: ok", R"({"command":"approve",)" + head + R"(,"items":[4],"note":"ok"})"},
      {"1", "! no action with the number 1 needs consent"},
      {"2 9", "! no action with the number 9 needs consent"},
      {"yes", how},
      {"2 x", how},
      {",", how},
      {":", how},
      {"99999999999", how},
      {"a:" + std::string(20000, 'x'), "! the note to the model is longer than 16384 bytes"},
  };
  for (const auto& [line, expected] : cases)
    EXPECT_EQ(answer(line), expected) << line.substr(0, 40);
}
}  // namespace franz::proxy
