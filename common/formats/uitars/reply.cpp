#include "common/formats/uitars/reply.h"
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include "common/base/ascii.h"
#include "common/base/json_string.h"
#include "common/base/thoughts.h"
#include "common/base/utf8.h"
#include "common/formats/ascii_characters.h"
#include "common/formats/end_of_run.h"
#include "common/formats/function_tags.h"
#include "common/formats/item_plan.h"
#include "common/formats/lenient_object.h"
#include "common/formats/line_counter.h"
#include "common/formats/tagged_calls.h"
#include "common/formats/text_action.h"
#include "common/formats/uitars/verbs.h"

namespace franz {
namespace {
constexpr const char* kExpectedUitarsAction =
    "no action was found; expected \"Action: click(start_box='(x,y)')\" or another action";
constexpr std::string_view kAnswerOpen = "<answer>", kAnswerClose = "</answer>";
constexpr std::string_view kSeedCallOpen = "<seed:tool_call>", kSeedCallClose = "</seed:tool_call>";
constexpr std::size_t kMaxUitarsReason = 300;        // bytes
constexpr std::size_t kMaxSeedArgumentsShown = 200;  // bytes of a function's arguments

std::optional<std::string> first_line(std::string_view text) {
  text = trimmed(text);
  const std::string line = cut_text(trimmed(text.substr(0, text.find('\n'))), kMaxUitarsReason);
  return line.empty() ? std::nullopt : std::optional(line);
}

// The position of a label and of what follows; npos: none.
struct ActionLabel {
  std::size_t begin = std::string_view::npos, end = std::string_view::npos;
};

// The bytes of the label that begins at `at`; 0: none.
std::size_t label_length(std::string_view text, std::size_t at) {
  for (const std::string_view word : {"actions", "action", "动作"}) {
    if (!equal_ignoring_case(text.substr(at, word.size()), word)) continue;
    for (const std::string_view colon : {":", "：", "**:", "**："})
      if (text.substr(at + word.size(), colon.size()) == colon) return word.size() + colon.size();
  }
  return 0;
}

// A label inside a line is a quotation in a sentence.
bool begins_line(std::string_view text, std::size_t at) {
  const std::size_t before = at == 0 ? text.npos : text.find_last_not_of(" \t\r*#_->", at - 1);
  return before == text.npos || text[before] == '\n';
}

ActionLabel find_label(std::string_view text, std::size_t from, bool at_line_begin) {
  for (std::size_t at = text.find_first_of("aA\xE5", from); at != text.npos;
       at = text.find_first_of("aA\xE5", at + 1)) {
    const std::size_t length = label_length(text, at);
    const bool in_word = at > 0 && is_name_character(text[at - 1]);
    if (length > 0 && !in_word && (!at_line_begin || begins_line(text, at)))
      return {at, at + length};
  }
  return {};
}

// The last label inside a line.
ActionLabel last_label(std::string_view text) {
  ActionLabel last;
  for (ActionLabel next = find_label(text, 0, false); next.begin != text.npos;
       next = find_label(text, next.end, false))
    last = next;
  return last;
}

// The first line that begins with an action.
std::size_t first_action(std::string_view text) {
  for (std::size_t line = 0; line < text.size();) {
    const std::size_t end = std::min(text.find('\n', line), text.size());
    const std::size_t at = text.find_first_not_of(" \t`*-", line);
    if (at < end && begins_action(text, at, is_uitars_action)) return at;
    line = end + 1;
  }
  return text.npos;
}

std::optional<std::string> reason_in_sections(std::string_view text) {
  for (const std::string_view label : {"Action_Summary:", "Thought:", "Reflection:"}) {
    const std::size_t at = text.find(label);
    if (at == text.npos) continue;
    std::string_view section = text.substr(at + label.size());
    section = section.substr(0, find_label(section, 0, false).begin);
    if (auto line = first_line(section)) return line;
  }
  return std::nullopt;
}

// "Action:", as in the models' training; `text` ends with the label.
bool is_usual_label(std::string_view text) {
  constexpr std::string_view kUsual = "action:";
  return text.size() >= kUsual.size() &&
         equal_ignoring_case(text.substr(text.size() - kUsual.size()), kUsual);
}

class TextReader {
 public:
  TextReader(std::string_view text, ItemPlan& plan)
      : text_(text), plan_(plan), lines_(text), reason_(reason_in_sections(text)) {}

  int read() {
    std::size_t at = find_label(text_, 0, true).end;
    if (at == text_.npos) at = last_label(text_).end;
    if (at != text_.npos && !is_usual_label(text_.substr(0, at))) plan_.note_form("other_label");
    if (at == text_.npos && (at = first_action(text_)) != text_.npos)
      plan_.note_form("no_action_label");
    while (at != text_.npos && count_ < static_cast<int>(kMaxStatements)) {
      at = std::min(text_.find_first_not_of(" \t\r\n`*", at), text_.size());
      if (begins_action(text_, at)) at = read_actions(at);
      at = find_label(text_, at, true).end;
      if (at != text_.npos && count_ > 0) several_ = true;
    }
    return count_;
  }

 private:
  // Reads consecutive actions; returns where the last one ends.
  std::size_t read_actions(std::size_t at) {
    if (several_) plan_.note_form("several_sections");
    for (;;) {
      const std::size_t end = end_of(at);
      const TextAction action = read_text_action(text_.substr(at, end - at));
      // Even if nothing was readable, search for the next one after this name.
      const std::size_t behind = at + std::max(action.call.end, action.call.name.size());
      plan_.begin(trimmed(text_.substr(at, action.problem.empty() ? behind - at : end - at)),
                  lines_.of(at), std::nullopt, std::exchange(reason_, std::nullopt));
      add(action);
      ++count_;
      at = behind;
      const std::size_t next = std::min(text_.find_first_not_of(" \t\r\n`;,", at), text_.size());
      if (!begins_action(text_, next, is_uitars_action) ||
          count_ >= static_cast<int>(kMaxStatements))
        return at;
      const std::string_view gap = text_.substr(at, next - at);
      if (std::ranges::count(gap, '\n') < 2) plan_.note_form("not_separated");
      at = next;
    }
  }

  std::size_t end_of(std::size_t at) {
    if (has_content(text_, at)) return end_of_action(text_, at, is_uitars_action);
    if (at >= end_) end_ = end_of_action(text_, at, is_uitars_action);
    return end_;
  }

  void add(const TextAction& action) {
    const Literal& named = action.call.named;
    const bool has_point = named.find("point") != nullptr || named.find("start_point") != nullptr ||
                           named.find("end_point") != nullptr;
    plan_.note_form(has_point ? "point_call" : "box_call");
    for (const std::string_view form : action.forms) plan_.note_form(form);
    if (action.problem.empty()) {
      add_call(kUitarsVerbs, action.call, plan_);
    } else {
      plan_.refuse("invalid_call", "the action could not be read: " + action.problem);
    }
  }

  std::string_view text_;
  ItemPlan& plan_;
  LineCounter lines_;
  std::optional<std::string> reason_;
  int count_ = 0;
  std::size_t end_ = 0;  // end of earlier actions without content
  bool several_ = false;
};

// Sets `function.problem` if its arguments cannot be read.
LiteralCall literal_call_of(TaggedFunction& function) {
  LiteralCall call;
  call.name = ascii_lower(function.name);
  Literal::Members members;
  for (auto& [key, value] : function.parameters)
    members.push_back({std::move(key), Literal{std::move(value)}});
  call.named.value = std::move(members);
  if (!function.object.empty()) {
    std::vector<std::string_view> forms;
    const auto object = read_object(function.object, forms);
    if (object) call.named = *object;
    if (!object) function.problem = "the arguments are not JSON";
  }
  return call;
}

int add_functions(std::string_view text, std::optional<std::string> reason, ItemPlan& plan) {
  LineCounter lines(text);
  const std::size_t open = text.find(kSeedCallOpen), close = text.rfind(kSeedCallClose);
  plan.note_form("seed_tool_call");
  if (open == text.npos) plan.note_form("no_tags");
  if (open != text.npos && (close == text.npos || close < open)) plan.note_form("unclosed_tag");
  // The text after the last block is not a call.
  if (close != text.npos && close > (open == text.npos ? 0 : open)) text = text.substr(0, close);
  int count = 0;
  // The text before the first block is not a call.
  for (std::size_t at = find_function_tag(text, open == text.npos ? 0 : open);
       at != text.npos && count < static_cast<int>(kMaxStatements);) {
    const std::size_t next = find_function_tag(text, at + 1);
    TaggedFunction function =
        read_tagged_function(text.substr(at, next == text.npos ? next : next - at));
    const bool unclosed = function.unclosed();
    const LiteralCall call = literal_call_of(function);
    const std::string problem = function.problem;
    plan.begin(call.name + "(" + shown(call.named, kMaxSeedArgumentsShown) + ")", lines.of(at),
               std::nullopt, std::exchange(reason, std::nullopt));
    if (unclosed) plan.note_form("unclosed_tag");
    if (unclosed && plan.is_cut()) {
      plan.refuse_cut();
    } else if (problem.empty()) {
      add_call(kUitarsVerbs, call, plan);
    } else {
      plan.refuse("invalid_call", "the call could not be read: " + problem);
    }
    ++count;
    at = next;
  }
  return count;
}

void add_uitars_tool_calls(const Reply& reply, ItemPlan& plan) {
  std::optional<std::string> reason = first_line(first_thought(reply.text));
  for (const ReplyCall& each : reply.calls) {
    const std::string name = decode_json_string(each.name);
    const std::string raw =
        each.arguments.starts_with('"') ? decode_json_string(each.arguments) : each.arguments;
    plan.begin(std::string(name).append("(").append(raw).append(")"), 0,
               decode_json_string(each.id), std::exchange(reason, std::nullopt));
    plan.note_form("tool_calls");
    std::vector<std::string_view> forms;
    const std::optional<Literal> arguments = read_arguments(each.arguments, forms);
    for (const std::string_view form : forms) plan.note_form(form);
    const bool is_unfinished =
        arguments &&
        (arguments->is_null() || std::ranges::find(forms, "unclosed_json") != forms.end());
    if (is_unfinished && plan.is_cut()) {
      plan.refuse_cut();
    } else if (arguments && (arguments->members() != nullptr || arguments->is_null())) {
      LiteralCall call;
      call.name = ascii_lower(name);
      call.named = *arguments;
      add_call(kUitarsVerbs, call, plan);
    } else {
      plan.refuse("invalid_json", "the arguments are not a JSON object");
    }
  }
}

// JSON calls, as left by servers of other models.
int add_json_calls(std::string_view text, ItemPlan& plan) {
  int count = 0;
  for (const TaggedCall& each : tagged_calls(text)) {
    LiteralCall call;
    call.name = ascii_lower(each.function);
    if (!is_uitars_action(call.name) || each.arguments.members() == nullptr) continue;
    call.named = each.arguments;
    plan.begin(each.written, each.line);
    plan.note_form("json_call");
    add_call(kUitarsVerbs, call, plan);
    ++count;
  }
  return count;
}

// "click>point>point>942 255" is what remains of a function's tags if a server removed their
// beginnings as tokens: the action, the name of its only argument, and the value.
int add_stripped_tags(std::string_view text, ItemPlan& plan) {
  const std::size_t bracket = text.find('>');
  const std::size_t before = bracket == text.npos ? bracket : text.find_last_of(" \t\r\n", bracket);
  const std::size_t begin = before == text.npos ? 0 : before + 1;
  LiteralCall call;
  call.name = ascii_lower(text.substr(begin, std::min(bracket, text.size()) - begin));
  if (bracket == text.npos || !is_uitars_action(call.name)) return 0;
  std::string_view rest = text.substr(bracket + 1);
  const std::size_t key_end = rest.find('>');
  if (key_end == rest.npos) return 0;
  const std::string_view key = rest.substr(0, key_end);
  rest.remove_prefix(key_end + 1);
  if (rest.starts_with("point>")) rest.remove_prefix(std::string_view("point>").size());
  const std::string_view value = trimmed(rest.substr(0, rest.find_first_of("<\n")));
  call.named.value = Literal::Members{{std::string(key), Literal{std::string(value)}}};
  plan.begin(trimmed(text.substr(begin)), LineCounter(text).of(begin));
  plan.note_form("stripped_tags");
  plan.is_cut() ? plan.refuse_cut() : add_call(kUitarsVerbs, call, plan);
  return 1;
}

int add_uitars_calls_in_text(const Reply& reply, ItemPlan& plan) {
  const std::string decoded = decode_json_string(without_thoughts(reply.text, LineEnds::kept));
  std::string_view text = decoded;
  // Only around the whole text; elsewhere the tag may be in a sentence or a typed text.
  const std::string_view all = trimmed(text);
  const bool is_answer = all.starts_with(kAnswerOpen) && all.ends_with(kAnswerClose);
  if (is_answer) {
    text = all.substr(kAnswerOpen.size());
    text.remove_suffix(kAnswerClose.size());
  }
  const std::size_t seed = text.find(kSeedCallOpen);
  const bool has_functions =
      (seed != text.npos && find_function_tag(text, seed) != text.npos) ||
      (last_label(text).begin == text.npos && find_function_tag(text) != text.npos);
  if (has_functions) return add_functions(text, first_line(first_thought(reply.text)), plan);
  int count = TextReader(text, plan).read();
  if (count == 0) count = add_json_calls(text, plan);
  if (count == 0) count = add_stripped_tags(text, plan);
  // An answer without an action answers a question.
  if (count == 0 && is_answer && !is_garbage(text) && text.find_first_of("{(") == text.npos &&
      !trimmed(text).empty())
    plan.finish(std::string(trimmed(text)));
  return count;
}
}  // namespace

Reading read_uitars(const Source& source, const Toolset& tools) {
  ItemPlan plan(source, tools);
  if (!source.reply) return std::move(plan).take_silence();
  add_uitars_tool_calls(*source.reply, plan);
  const int blocks =
      source.reply->calls.empty() ? add_uitars_calls_in_text(*source.reply, plan) : 0;
  return std::move(plan).take(blocks, {"no_call", kExpectedUitarsAction, 0, ""});
}
}  // namespace franz
