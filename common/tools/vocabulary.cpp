#include "common/tools/vocabulary.h"
#include <algorithm>
#include <array>

namespace franz {
namespace {
constexpr bool kRequired = true, kOptional = false;

constexpr WordParameter kLabel{"label", WordType::label, kRequired,
                               "what is there, in a few words"};
constexpr WordParameter kBox{"box", WordType::box, kRequired,
                             "the place: [x, y], or [x1, y1, x2, y2] for its centre"};
constexpr WordParameter kElement[]{kLabel, kBox};
constexpr WordParameter kFromTo[]{
    kLabel,
    {"from", WordType::box, kRequired, "where the button is pressed: [x, y]"},
    {"to", WordType::box, kRequired, "where it is released: [x, y]"},
};
constexpr WordParameter kText[]{{"text", WordType::text, kRequired, "the text, in any language"}};
constexpr WordParameter kKey[]{
    {"key", WordType::key, kRequired, "one key, or several held together: enter, f5, ctrl+c"}};
constexpr WordParameter kScroll[]{
    {"box", WordType::box, kOptional, "where the pointer is: [x, y]; left out: the middle"},
    {"amount", WordType::integer, kOptional,
     "notches of the wheel, positive is up; left out: one notch down"},
};

constexpr std::array kToolCalls{
    Word{"observe_screen",
         ToolId::screenshot,
         {},
         "Take a new picture of the screen.",
         "Take a new picture of the canvas."},
    Word{"click_element", ToolId::left_click, kElement, "Click an element with the left button.",
         "Draw a white dot; text is typed there."},
    Word{"double_click", ToolId::double_left_click, kElement,
         "Click an element twice with the left button.", "Draw a white dot; text is typed there."},
    Word{"right_click", ToolId::right_click, kElement, "Click an element with the right button.",
         "Draw a small white square."},
    Word{"drag", ToolId::drag, kFromTo, "Hold the left button from one place to another.",
         "Draw a straight white line from one place to another."},
    Word{"type_text", ToolId::type, kText, "Type text where the focus is.",
         "Write text at the place clicked last."},
    Word{"paste_text", ToolId::paste, kText, "Insert text through the clipboard.", ""},
    Word{"press_key", ToolId::press, kKey, "Press and release a key or a combination of keys.", ""},
    Word{"scroll_at_position", ToolId::scroll, kScroll, "Turn the mouse wheel.", ""},
};

constexpr std::array kVocabularies{
    Vocabulary{"python", {}},
    Vocabulary{"actions", {}},
    Vocabulary{"tool_calls", kToolCalls, true},
};
}  // namespace

std::span<const Vocabulary> all_vocabularies() { return kVocabularies; }

const Vocabulary* find_vocabulary(std::string_view dialect) {
  const auto row = std::ranges::find(kVocabularies, dialect, &Vocabulary::name);
  return row == kVocabularies.end() ? nullptr : &*row;
}

const Word* find_word(const Vocabulary& vocabulary, std::string_view name, const Toolset& tools) {
  const auto word = std::ranges::find(vocabulary.words, name, &Word::name);
  return word == vocabulary.words.end() || !tools.has(word->tool) ? nullptr : &*word;
}

std::vector<const Word*> words_of(const Vocabulary& vocabulary, const Toolset& tools) {
  std::vector<const Word*> words;
  for (const Word& each : vocabulary.words)
    if (tools.has(each.tool)) words.push_back(&each);
  return words;
}

std::string_view help_of(const Word& word, HelpFor where) {
  if (where == HelpFor::real_screen) return word.help;
  return word.sandbox_help.empty() ? "It has no effect in the sandbox." : word.sandbox_help;
}

std::string vocabulary_help(const Vocabulary& vocabulary, const Toolset& tools, HelpFor where) {
  if (vocabulary.words.empty()) return tools_help(tools, where);
  std::string help;
  for (const Word* word : words_of(vocabulary, tools)) {
    help += "  " + std::string(word->name) + "(";
    for (const WordParameter& each : word->parameters) {
      if (help.back() != '(') help += ", ";
      help += each.name;
      if (!each.required) help += '?';
    }
    help += ") -- " + std::string(help_of(*word, where)) + "\n";
  }
  return help;
}
}  // namespace franz
