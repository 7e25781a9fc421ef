// Calls in a model's thoughts are not performed, in any dialect.
#include <gtest/gtest.h>
#include <string>
#include "executor/dialect/dialects.h"
#include "tests/common/formats/trained_reading.h"

namespace franz::executor {
namespace {
struct Marks {
  const char *open, *close;
};
constexpr Marks kMarks[] = {
    {"", "</think>"},
    {"<think>", "</think>"},
    {"<think effort=\"high\">", "</think>"},
    {"<think>", "</think>\nSo:\n</think>"},
    {"<thinking>", "</thinking>"},
    {"<thought>", "</thought>"},
    {"<Thought>", "</Thought>"},
    {"<THINK>", "</THINK>"},
    {"<thinkt>", "</thinkt>"},
    {"<gui_think>", "</gui_think>"},
    {"<seed:think>", "</seed:think>"},
    {"<think_never_used_51bce0c785ca2f68081bfa7d91973934>",
     "</think_never_used_51bce0c785ca2f68081bfa7d91973934>"},
    {"<reasoning>", "</reasoning>"},
    {"<reflection>", "</reflection>"},
    {"[THINK]", "[/THINK]"},
    {"◁think▷", "◁/think▷"},
    {"<|channel>thought\n", "<channel|>"},
    {"<|channel|>analysis<|message|>", "<|end|>"},
    {"<|channel|>analysis<|message|>", "<|end|><|start|>assistant<|channel|>final<|message|>"},
};

// For each dialect with calls in its text, a click at the place P.
constexpr struct {
  const char *dialect, *click;
} kClicks[] = {
    {"python", "```python\nleft_click(P, P)\n```"},
    {"actions", "ACTIONS:\nleft_click(P, P)"},
    {"qwen",
     "<tool_call>\n{\"name\": \"computer_use\", \"arguments\": {\"action\": \"left_click\", "
     "\"coordinate\": [P, P]}}\n</tool_call>"},
    {"uitars", "Action: click(start_box='(P,P)')"},
    {"uitars",
     "<seed:tool_call><function=click><parameter=point><point>P P</point></parameter></function>"
     "</seed:tool_call>"},
    {"glm", "<|begin_of_box|>left_click(start_box='[P,P]')<|end_of_box|>"},
    {"holo",
     R"({"note":"","thought":"t","tool_call":{"tool_name":"click","element":"e","x":P,"y":P}})"},
    {"tool_calls",
     "<tool_call>\n{\"name\":\"click_element\",\"arguments\":{\"label\":\"e\",\"box\":[P,P]}}\n"
     "</tool_call>"},
    {"pyautogui", "```python\npyautogui.click(P, P)\n```"},
    {"steps",
     R"({"steps":[{"tool":"mouse","args":{"x":P,"y":P},"human_readable_justification":"w"}]})"},
    {"action", R"({"action":"click","x":P,"y":P,"why":"w","confidence":1})"},
};

std::string at_place(std::string text, const std::string& place) {
  for (std::size_t at = text.find('P'); at != text.npos; at = text.find('P', at))
    text.replace(at, 1, place);
  return text;
}

std::string read_by(const char* dialect, const std::string& text) {
  return shown_reading(read_text(find_dialect(dialect)->read, text));
}
}  // namespace

TEST(Drafts, AreNotPerformed) {
  for (const auto& [dialect, click] : kClicks) {
    const std::string draft = at_place(click, "900"), real = at_place(click, "100");
    const std::string expected = read_by(dialect, real);
    EXPECT_TRUE(expected.starts_with("left_click(100")) << dialect << ": " << expected;
    for (const auto& [open, close] : kMarks)
      EXPECT_EQ(read_by(dialect, std::string(open) + "\nI could do this:\n" + draft +
                                     "\nNo, the other one.\n" + close + "\n\n" + real),
                expected)
          << dialect << " " << open << close;
  }
}

TEST(Drafts, AreNotPerformedIfCutOff) {
  for (const auto& [dialect, click] : kClicks) {
    const std::string draft = at_place(click, "900");
    for (const std::string open :
         {"<think>", "<think effort=\"low\">", "<thinking>", "<thought>", "<reasoning>", "[THINK]",
          "◁think▷", "<|channel>thought\n", "<|channel|>analysis<|message|>"}) {
      const std::string read = read_by(dialect, open + "\nI could do this:\n" + draft);
      EXPECT_EQ(read.find("left_click"), read.npos) << dialect << " " << open << ": " << read;
    }
  }
}

TEST(Drafts, AreNotMadeByAWordInASentence) {
  for (const auto& [dialect, click] : kClicks) {
    if (std::string_view(dialect) == "steps" || std::string_view(dialect) == "action") continue;
    const std::string real = at_place(click, "100");
    for (const std::string mention :
         {"I see the <reflection> element", "No `<think>` is needed", "The page says \"</think>\""})
      EXPECT_EQ(read_by(dialect, mention + ".\n" + real), read_by(dialect, real))
          << dialect << " " << mention;
  }
}
}  // namespace franz::executor
