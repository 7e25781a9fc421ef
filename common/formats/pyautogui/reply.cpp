#include "common/formats/pyautogui/reply.h"
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include "common/base/ascii.h"
#include "common/base/json_string.h"
#include "common/base/thoughts.h"
#include "common/base/utf8.h"
#include "common/formats/item_plan.h"
#include "common/formats/literal_call.h"
#include "common/formats/pyautogui/verbs.h"
#include "common/formats/python_block.h"
#include "common/formats/unknown_action.h"
#include "common/tools/call_grammar.h"

namespace franz {
namespace {
constexpr const char* kExpectedPyautoguiCode =
    "no code was found; expected a block ```python with calls like pyautogui.click(x=1, y=2)";
constexpr std::string_view kActionTagOpen = "<action>", kActionTagClose = "</action>";
constexpr std::string_view kPyautoguiBlanks = " \t\r\f\v";
constexpr std::array<std::string_view, 6> kLanguages{"python", "python3", "py", "py3", "code", ""};

enum class CodeForm { block, tags, bare };

struct WrittenCode {
  CodeForm form = CodeForm::block;
  std::string text;
  int line = 1;  // line on which it begins
  int blocks = 1;
};

// Python statements that are not performed, and what to write instead.
struct StatementRow {
  std::string_view word, said;
};
constexpr StatementRow kStatements[] = {
    {"for", "for loops are not performed: write each call"},
    {"while", "while loops are not performed: write each call"},
    {"if", "conditions are not performed: decide by the picture, and write the calls"},
    {"elif", "conditions are not performed: decide by the picture, and write the calls"},
    {"else", "conditions are not performed: decide by the picture, and write the calls"},
    {"def", "definitions are not performed: write each call"},
    {"class", "definitions are not performed: write each call"},
    {"async", "definitions are not performed: write each call"},
    {"with", "with statements are not performed: write keyDown and keyUp"},
    {"try", "try statements are not performed: write each call"},
    {"except", "try statements are not performed: write each call"},
    {"finally", "try statements are not performed: write each call"},
    {"return", "return statements are not performed: write each call"},
    {"raise", "raise statements are not performed: write each call"},
    {"assert", "assert statements are not performed: write each call"},
    {"del", "del statements are not performed: write each call"},
    {"global", "global statements are not performed: write each call"},
    {"pass", "pass statements are not performed: write each call"},
    {"match", "conditions are not performed: decide by the picture, and write the calls"},
    {"lambda", "definitions are not performed: write each call"},
};

// Whether `text` begins with an f-string: f'', rf"".
bool begins_f_string(std::string_view text) {
  const std::size_t quote = text.find_first_of("'\"");
  if (quote == text.npos || quote == 0 || quote > 2) return false;
  const std::string prefix = ascii_lower(text.substr(0, quote));
  return prefix == "f" || prefix == "rf" || prefix == "fr";
}

// Why an argument is not a literal.
std::string why_no_literal(std::string_view code, std::size_t stopped) {
  std::string_view rest = code.substr(std::min(stopped, code.size()));
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n[({"), rest.size()));
  if (rest.empty()) return "the call is cut off";
  if (begins_f_string(rest)) return "f-strings are not performed: write the text as it is";
  if (const std::string_view name = dotted_name(rest, 0); !name.empty())
    return "the value of " + quote_json(cut_text(name, kMaxNameShown)) +
           " is not known here: write the value itself";
  if (rest.find_first_of("+-*/%<>=&|^.") == 0)
    return "nothing is calculated: write the result as an argument";
  return "the arguments could not be read: write numbers and texts";
}

class Statements {
 public:
  Statements(const WrittenCode& code, std::optional<std::string> reason, ItemPlan& plan)
      : form_(code.form),
        text_(code.text),
        line_(code.line),
        reason_(std::move(reason)),
        plan_(plan) {}

  void read() {
    for (std::size_t count = 0; count < kMaxStatements && go_to_statement(); ++count)
      if (!statement()) return;
  }

 private:
  // Moves to the next byte that is not a blank, comment or semicolon. False: there is none.
  bool go_to_statement() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#') {
        at_ = line_end();
      } else if (c == '\n' || c == ';' || kPyautoguiBlanks.find(c) != kPyautoguiBlanks.npos) {
        ++at_;
      } else {
        return true;
      }
    }
    return false;
  }

  std::size_t line_end() const { return std::min(text_.find('\n', at_), text_.size()); }

  int line() {
    const auto from = text_.begin() + static_cast<std::ptrdiff_t>(counted_);
    const auto to = text_.begin() + static_cast<std::ptrdiff_t>(at_);
    line_ += static_cast<int>(std::count(from, to, '\n'));
    counted_ = at_;
    return line_;
  }

  void begin(std::size_t end) {
    plan_.begin(trimmed(text_.substr(at_, end - at_)), line(), std::nullopt,
                std::exchange(reason_, std::nullopt));
  }

  // The rest of the code is not read.
  bool refuse(const std::string& why) {
    begin(line_end());
    plan_.refuse("not_performed", why);
    return false;
  }

  // Returns false to stop reading.
  bool statement() {
    const std::string_view name = dotted_name(text_, at_);
    if (form_ == CodeForm::bare && !name.starts_with("pyautogui.") &&
        !name.starts_with("computer.") && name != "time.sleep")
      return false;
    if (name == "import" || name == "from") return import();
    const auto row = std::ranges::find(kStatements, name, &StatementRow::word);
    if (row != std::end(kStatements)) return refuse(std::string(row->said));
    if (name.empty()) return refuse("there is no call: write calls like pyautogui.click(x=1, y=2)");
    std::size_t stopped = 0;
    const std::optional<LiteralCall> call = read_literal_call(text_, at_, &stopped);
    if (!call) return refuse(why_no_call(name, stopped));
    if (!ends_behind(call->end))
      return refuse("there is more than a call: write one call a line, and nothing else");
    if (form_ != CodeForm::tags && name.find('.') == name.npos) plan_.note_form("no_module");
    begin(call->end);
    add_pyautogui_call(*call, plan_);
    at_ = call->end;
    return true;
  }

  bool ends_behind(std::size_t at) const {
    const std::size_t next = text_.find_first_not_of(kPyautoguiBlanks, at);
    return next == text_.npos || text_[next] == '\n' || text_[next] == ';' || text_[next] == '#';
  }

  std::string why_no_call(std::string_view name, std::size_t stopped) const {
    const std::size_t behind = text_.find_first_not_of(kPyautoguiBlanks, at_ + name.size());
    const char next = behind == text_.npos ? '\0' : text_[behind];
    if (next == '(') return why_no_literal(text_, stopped);
    const bool assigns = std::string_view("=:+-*/%").find(next) != std::string_view::npos &&
                         text_.substr(behind, line_end() - behind).find('=') != text_.npos;
    if (assigns) return "assignments are not performed: write the values into the calls";
    return "there is no call: write calls like pyautogui.click(x=1, y=2)";
  }

  // Skips to the end of the line, or past the bracket that opens on it.
  bool import() {
    std::size_t end = std::min(text_.find_first_of("\n;#(", at_), text_.size());
    if (end < text_.size() && text_[end] == '(')
      end = std::min(text_.find(')', end), text_.size() - 1) + 1;
    plan_.note_form("imports");
    at_ = end;
    return true;
  }

  CodeForm form_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t counted_ = 0;
  int line_;  // line of counted_
  std::optional<std::string> reason_;
  ItemPlan& plan_;
};

int line_at(std::string_view text, std::size_t at) {
  return 1 + static_cast<int>(
                 std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

// A tag must be at the beginning of a line or follow another tag.
bool stands_as_tag(std::string_view text, std::size_t at) {
  const std::size_t before = at == 0 ? text.npos : text.find_last_not_of(kPyautoguiBlanks, at - 1);
  return before == text.npos || text[before] == '\n' || text[before] == '>';
}

std::optional<WrittenCode> code_between_tags(std::string_view text, ItemPlan& plan) {
  std::optional<std::size_t> open;
  int count = 0;
  for (std::size_t at = text.find(kActionTagOpen); at != text.npos;
       at = text.find(kActionTagOpen, at + 1)) {
    if (!stands_as_tag(text, at)) continue;
    open = at;
    ++count;
  }
  if (!open || text.find("```") < *open) return std::nullopt;
  const std::size_t begin = *open + kActionTagOpen.size();
  const std::size_t end = text.rfind(kActionTagClose);
  const bool closed = end != text.npos && end >= begin;
  plan.note_form("action_tags");
  if (!closed) plan.note_form("unclosed_tag");
  const std::string_view inside = text.substr(begin, closed ? end - begin : text.npos);
  return WrittenCode{CodeForm::tags, std::string(inside), line_at(text, begin), count};
}

std::optional<WrittenCode> code_in_block(std::string_view text, ItemPlan& plan) {
  CodeBlocks found = find_code_blocks(text, kLanguages, TakenBlock::last_filled);
  if (found.count == 0) return std::nullopt;
  plan.note_form("code_block");
  if (!found.taken.is_closed) plan.note_form("unclosed_block");
  return WrittenCode{CodeForm::block, std::move(found.taken.code), found.taken.line, found.count};
}

std::optional<WrittenCode> bare_code(std::string_view text, ItemPlan& plan) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t first = std::min(text.find_first_not_of(kPyautoguiBlanks, at), text.size());
    const std::string_view line = text.substr(first);
    if (line.starts_with("pyautogui.") || line.starts_with("computer.")) {
      plan.note_form("no_fence");
      return WrittenCode{CodeForm::bare, std::string(line), line_at(text, first), 1};
    }
    const std::size_t newline = text.find('\n', first);
    at = newline == text.npos ? text.size() : newline + 1;
  }
  return std::nullopt;
}

// These models make no tool calls, but each one must be answered.
void refuse_tool_calls(const Reply& reply, ItemPlan& plan) {
  for (const ReplyCall& each : reply.calls) {
    plan.begin(decode_json_string(each.name) + "(" + each.arguments + ")", 0,
               decode_json_string(each.id));
    plan.refuse("unknown_action", "tool calls are not performed: write code in a ```python block");
  }
}
}  // namespace

Reading read_pyautogui(const Source& source, const Toolset& tools) {
  ItemPlan plan(source, tools);
  if (!source.reply) return std::move(plan).take_silence();
  const std::string& token = source.reply->text;
  const std::string text = decode_json_string(without_thoughts(token, LineEnds::kept));
  refuse_tool_calls(*source.reply, plan);
  std::optional<WrittenCode> code = code_between_tags(text, plan);
  if (!code) code = code_in_block(text, plan);
  if (!code) code = bare_code(text, plan);
  if (code) Statements(*code, reason_in(token), plan).read();
  return std::move(plan).take(code ? code->blocks : 0, {"no_call", kExpectedPyautoguiCode, 0, ""});
}
}  // namespace franz
