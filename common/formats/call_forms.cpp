#include "common/formats/call_forms.h"
#include <algorithm>
#include <array>
#include <utility>
#include "common/base/ascii.h"
#include "common/formats/ascii_characters.h"
#include "common/formats/call_payload.h"
#include "common/formats/dialect.h"
#include "common/wire/reply.h"

namespace franz {
namespace {
// Limit for marks without a readable call, so that a text of nothing but marks takes linear time.
constexpr int kMaxMarkTries = 20;
constexpr std::size_t kMaxBefore = 40;  // bytes that may precede a call without marks on its line

using ReadCall = PayloadRead (*)(std::string_view text, std::size_t at,
                                 const Vocabulary& vocabulary);

// After "Action:": NAME, and on the next line "Action Input:".
PayloadRead read_react(std::string_view text, std::size_t at, const Vocabulary& vocabulary) {
  constexpr std::string_view kInput = "Action Input:";
  const std::size_t line_end = std::min(text.find('\n', at), text.size());
  const std::string_view name = trimmed(text.substr(at, line_end - at), " \t\r`*");
  const std::size_t input = text.find_first_not_of(" \t\r\n*", line_end);
  if (name.empty() || name.find_first_of(" (") != name.npos || input == text.npos ||
      !text.substr(input).starts_with(kInput))
    return {{}, at};
  const std::size_t after = input + kInput.size();
  const std::size_t rest = std::min(text.find_first_not_of(" \t\r\n*`", after), text.size());
  const std::size_t object = text.substr(rest).starts_with("json") ? text.find('{', rest) : rest;
  if (rest == text.size() && word_named(vocabulary, name) != nullptr)
    return {{{std::string(name), "{}"}}, rest};
  return read_named_object(name, text, object, vocabulary);
}

// In a ```tool_code block: print(default_api.NAME(…)).
PayloadRead read_tool_code(std::string_view text, std::size_t at, const Vocabulary& vocabulary) {
  constexpr std::string_view kPrint = "print(";
  std::size_t begin = std::min(text.find_first_not_of(kAsciiBlanks, at), text.size());
  if (text.substr(begin).starts_with(kPrint)) begin += kPrint.size();
  PayloadRead read = read_payload(text, begin, vocabulary);
  if (read.calls.empty()) read.end = at;
  return read;
}

PayloadRead read_named(std::string_view text, std::size_t at, const Vocabulary& vocabulary) {
  PayloadRead read = read_bracket_call(text, at, vocabulary);
  return read.calls.empty() ? read_brace_call(text, at, vocabulary) : read;
}

// Where a form may appear, and what counts as a call.
enum class Where {
  anywhere,       // if no call follows the mark, it is text
  with_payload,   // the same, but an unreadable call after the mark also counts
  line,           // only blanks and signs may precede the mark on its line
  alone_on_line,  // the mark belongs to the call; elsewhere the call is in a sentence
};

struct CallForm {
  std::string_view code, said, mark;
  ReadCall read;
  Where where;
};

constexpr std::array kCallForms{
    CallForm{"tool_call_tags", "<tool_call>", "<tool_call>", read_payload, Where::with_payload},
    CallForm{"tool_call_tags", "<tool_calls>", "<tool_calls>", read_payload, Where::with_payload},
    CallForm{"tool_call_tags", "<|tool_call|>", "<|tool_call|>", read_payload, Where::with_payload},
    CallForm{"kimi_tokens", "Kimi's tool call tokens", "<|tool_call_begin|>", read_token_call,
             Where::anywhere},
    CallForm{"deepseek_tokens", "DeepSeek's tool call tokens",
             "<\xEF\xBD\x9Ctool\xE2\x96\x81"
             "call\xE2\x96\x81"
             "begin\xEF\xBD\x9C>",
             read_token_call, Where::anywhere},
    CallForm{"gemma_call", "Gemma's call:NAME{...}", "<|tool_call>", read_payload,
             Where::with_payload},
    CallForm{"gemma_call", "Gemma's call:NAME{...}", "call:", read_brace_call, Where::line},
    CallForm{"calling_tool", "[Calling tool: ...]", "[Calling tool:", read_payload,
             Where::with_payload},
    CallForm{"calling_tool", "[Calling tool: ...]", "[Tool call:", read_payload,
             Where::with_payload},
    CallForm{"calling_tool", "[Calling tool: ...]", "[Tool Call:", read_payload,
             Where::with_payload},
    CallForm{"calling_tool", "[Calling tool: ...]", "[tool_call:", read_payload,
             Where::with_payload},
    CallForm{"calling_tool", "[Calling tool: ...]", "[Calling function:", read_payload,
             Where::with_payload},
    CallForm{"python_tag", "Llama's <|python_tag|>", "<|python_tag|>", read_payload,
             Where::with_payload},
    CallForm{"mistral_calls", "Mistral's [TOOL_CALLS]", "[TOOL_CALLS]", read_payload,
             Where::with_payload},
    CallForm{"harmony", "harmony's channels", "to=functions.", read_token_call, Where::anywhere},
    CallForm{"function_tags", "<function=NAME>", "<function", read_tag_call, Where::anywhere},
    CallForm{"invoke_tags", "<invoke name=\"NAME\">", "<invoke", read_tag_call, Where::anywhere},
    CallForm{"react", "Action: NAME, Action Input: {...}", "Action:", read_react, Where::line},
    CallForm{"tool_code", "a ```tool_code block", "```tool_code", read_tool_code, Where::anywhere},
    CallForm{"object", "{\"name\":...,\"arguments\":{...}}", "{", read_call_object,
             Where::alone_on_line},
    CallForm{"object", "{\"name\":...,\"arguments\":{...}}", "[", read_call_object,
             Where::alone_on_line},
};

constexpr CallForm named_form(std::string_view name) {
  return {"brackets", "NAME(...)", name, read_named, Where::alone_on_line};
}

constexpr std::string_view kModules[] = {"default_api.", "functions.", "tools."};

bool ends_with_module(std::string_view text) {
  return std::ranges::any_of(kModules, [&](std::string_view each) { return text.ends_with(each); });
}

bool is_sign(char c) {
  return std::string_view(" \t\r`*_>#-+.)(|[").find(c) != std::string_view::npos;
}

// Whether only signs, list numbers, a word that introduces a call, or code before a call precede
// `at` on its line.
bool begins_line(std::string_view text, std::size_t at) {
  const std::size_t from = at - std::min(at, kMaxBefore);
  const std::string_view near = text.substr(from, at - from);
  const std::size_t line = near.rfind('\n');
  if (line == near.npos && from > 0) return false;
  std::string_view before = near.substr(line == near.npos ? 0 : line + 1);
  if (before.starts_with("```")) return trimmed(before).find(' ') == before.npos;
  for (const std::string_view each : kModules)
    if (before.ends_with(each)) before.remove_suffix(each.size());
  constexpr std::string_view kPrint = "print(";
  if (before.ends_with(kPrint)) before.remove_suffix(kPrint.size());
  while (!before.empty() &&
         (is_sign(before.front()) || (before.front() >= '0' && before.front() <= '9')))
    before.remove_prefix(1);
  while (!before.empty() && is_sign(before.back())) before.remove_suffix(1);
  if (before.empty()) return true;
  const std::string label = ascii_lower(before);
  constexpr std::string_view kLabels[] = {
      "action:",    "next action:", "tool:",     "call:",
      "tool call:", "tool_call:",   "function:", "function call:"};
  return std::ranges::find(kLabels, label) != std::end(kLabels);
}

// Whether only signs and special tokens follow on the line.
bool ends_line(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] != '\n') {
    if (text[at] == '<') {
      const std::size_t close = text.substr(0, at + kMaxBefore).find('>', at);
      if (close == text.npos) return false;
      at = close + 1;
    } else if (std::string_view(" \t\r`*_)].,;:|").find(text[at]) != std::string_view::npos) {
      ++at;
    } else {
      return false;
    }
  }
  return true;
}

struct Mark {
  CallForm form;
  std::size_t next = 0;  // its next occurrence
  int tries = 0;         // without a readable call
};

class TextCallFinder {
 public:
  TextCallFinder(std::string_view text, const Vocabulary& vocabulary)
      : text_(text), vocabulary_(vocabulary) {
    for (const CallForm& form : kCallForms) marks_.push_back({form});
    for (const Word& word : vocabulary.words) {
      marks_.push_back({named_form(word.name)});
      if (!word.alias.empty()) marks_.push_back({named_form(word.alias)});
    }
    for (Mark& mark : marks_) mark.next = text.find(mark.form.mark);
  }

  std::vector<TextCall> find() && {
    for (std::size_t at = 0; calls_.size() < kMaxCalls;) {
      for (Mark& mark : marks_)
        if (mark.next < at) mark.next = text_.find(mark.form.mark, at);
      Mark& first = *std::ranges::min_element(marks_, {}, &Mark::next);
      if (first.next == text_.npos) break;
      at = take(first);
      if (first.tries >= kMaxMarkTries) first.next = text_.npos;
    }
    return std::move(calls_);
  }

 private:
  // Reads at a mark; returns where to continue.
  std::size_t take(Mark& mark) {
    const std::size_t at = mark.next, after = at + mark.form.mark.size();
    const bool is_alone = mark.form.where == Where::alone_on_line;
    const std::size_t begin = is_alone ? at : after;
    const bool is_on_line = begins_line(text_, at);
    if (mark.form.where == Where::line && !is_on_line) return after;
    if (is_alone && !may_begin(mark.form.mark, at)) return after;
    const bool is_tag = mark.form.read == read_tag_call;
    PayloadRead read = mark.form.read(text_, is_tag ? at : begin, vocabulary_);
    if (read.calls.empty()) {
      ++mark.tries;
      if (mark.form.where == Where::with_payload && begins_payload(text_, after))
        return add_unreadable(mark.form, after);
      // The object was readable but is not a call of ours; skip it with its contents.
      if (!is_alone || read.end <= at) return after;
      --mark.tries;
      return read.end;
    }
    const bool in_sentence = is_alone && !(is_on_line && ends_line(text_, read.end));
    for (NamedCall& call : read.calls) {
      if (call.arguments.empty()) ++mark.tries;
      const bool is_mention =
          in_sentence && (call.arguments.empty() || word_named(vocabulary_, call.name) == nullptr);
      if (is_mention || calls_.size() == kMaxCalls) continue;
      calls_.push_back({mark.form.code, mark.form.said, std::move(call.name),
                        std::move(call.arguments), written(begin, read.end), in_sentence});
    }
    return std::max(read.end, after);
  }

  // Whether an object, a list or a name may begin here: a text of brackets costs no tries.
  bool may_begin(std::string_view mark, std::size_t at) const {
    if (mark != "{" && mark != "[") {
      const bool inside_name = at > 0 &&
                               (is_name_character(text_[at - 1]) || text_[at - 1] == '.') &&
                               !ends_with_module(text_.substr(0, at));
      const std::size_t after = text_.find_first_not_of(kAsciiBlanks, at + mark.size());
      return !inside_name && after != text_.npos && (text_[after] == '(' || text_[after] == '{');
    }
    const std::size_t second = text_.find_first_not_of(kAsciiBlanks, at + 1);
    if (second == text_.npos) return false;
    return mark == "{" ? text_[second] == '"' || text_[second] == '\'' : text_[second] == '{';
  }

  std::string written(std::size_t begin, std::size_t end) const {
    return std::string(trimmed(text_.substr(begin, std::min(end - begin, kMaxWritten))));
  }

  // Adds an unreadable call that extends to a closing mark or to the next call.
  std::size_t add_unreadable(const CallForm& form, std::size_t begin) {
    std::size_t end = text_.size();
    for (const std::string_view each :
         std::array{std::string_view("</tool_call"), std::string_view("<|tool_call"), form.mark})
      end = std::min(end, text_.find(each, begin));
    calls_.push_back({form.code, form.said, "", "", written(begin, end), false});
    return end;
  }

  std::string_view text_;
  const Vocabulary& vocabulary_;
  std::vector<Mark> marks_;
  std::vector<TextCall> calls_;
};
}  // namespace

std::vector<TextCall> find_text_calls(std::string_view text, const Vocabulary& vocabulary) {
  std::vector<TextCall> calls = TextCallFinder(text, vocabulary).find();
  if (!calls.empty()) return calls;
  // The whole text is a single call, with any name.
  const std::string_view whole = trimmed(text, " \t\r\n`");
  if (whole.substr(0, whole.find('(')).find('.') != whole.npos) return calls;
  PayloadRead read = read_bracket_call(whole, 0, vocabulary);
  if (read.calls.size() == 1 && read.end == whole.size())
    calls.push_back({"brackets", "NAME(...)", std::move(read.calls.front().name),
                     std::move(read.calls.front().arguments),
                     std::string(whole.substr(0, kMaxWritten)), false});
  return calls;
}
}  // namespace franz
