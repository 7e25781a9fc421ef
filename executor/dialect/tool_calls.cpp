#include "executor/dialect/tool_calls.h"
#include <algorithm>
#include <utility>
#include "common/base/ascii.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/thoughts.h"
#include "common/base/utf8.h"
#include "common/formats/call_forms.h"
#include "common/formats/end_of_run.h"
#include "common/formats/feedback_lines.h"
#include "common/run/run_files.h"
#include "common/tools/suggestions.h"
#include "common/tools/vocabulary.h"
#include "executor/dialect/word_arguments.h"

namespace franz::executor {
namespace {
constexpr std::size_t kMaxToolName = 80;  // bytes of an unknown name that an answer quotes
constexpr std::size_t kMaxTyped = 200;    // bytes of a text or label that an answer quotes
constexpr std::size_t kMaxMessage = 500;  // bytes of an error or a note
constexpr std::string_view kAskForTool = "Call a tool, or say that the task is done.";

const Vocabulary& tool_calls_vocabulary() {
  static const Vocabulary& row = *find_vocabulary("tool_calls");
  return row;
}

// The text of the reply as shown to people.
std::string trimmed_reply_text(const Reply& reply) {
  const std::string text = decode_json_string(without_thoughts(reply.text, LineEnds::dropped));
  std::string_view rest = text;
  if (rest.starts_with(kByteOrderMark)) rest.remove_prefix(kByteOrderMark.size());
  return std::string(trimmed(rest));
}

CallError unknown_tool_error(std::string_view name, const Toolset& tools) {
  std::vector<std::string_view> names;
  std::string list;
  for (const Word* word : words_of(tool_calls_vocabulary(), tools)) {
    names.push_back(word->name);
    list += (list.empty() ? "" : ", ") + std::string(word->name);
  }
  const std::string_view near = nearest_name(name, names);
  return error_without_line("unknown_tool",
                            "there is no tool " + quote_json(cut_text(name, kMaxToolName)) +
                                (near.empty() ? "." : "; did you mean " + std::string(near) + "?") +
                                " The tools are: " + list);
}

class ToolCallsReader {
 public:
  ToolCallsReader(const Source& source, const Toolset& tools) : source_(source), tools_(tools) {}

  // `id`: the model's own, decoded; nothing: the call was in the text.
  void add(const ReplyCall& call, std::optional<std::string> id) {
    Item item;
    const std::string name = decode_json_string(call.name);
    item.written = name + "(" + shown_arguments(call.arguments) + ")";
    item.id = std::move(id);
    if (!items_.empty()) {
      item.error = error_without_line("too_many_tool_calls",
                                      "one call a reply is performed; call " + name +
                                          " again when you have seen what the first one did");
    } else if (const Word* word = find_word(tool_calls_vocabulary(), name, tools_)) {
      read(*word, call.arguments, item);
    } else {
      item.error = unknown_tool_error(name, tools_);
    }
    items_.push_back(std::move(item));
  }

  void add_unreadable(std::string written) {
    Item item;
    item.written = std::move(written);
    item.error = error_without_line(
        items_.empty() ? "invalid_json" : "too_many_tool_calls",
        R"j(the tool call in your text could not be read: expected {"name":"…","arguments":{…}})j");
    items_.push_back(std::move(item));
  }

  std::vector<Item> take() && { return std::move(items_); }

 private:
  void read(const Word& word, std::string_view arguments, Item& item) const {
    Result<WordCall, WordError> made =
        read_word_call(word, arguments, source_.coordinates, source_.seen, tools_);
    if (!made.ok()) {
      item.error = error_without_line(made.error().type, made.error().message);
      item.other_scale = made.error().other_scale;
      return;
    }
    WordCall call = std::move(made).value();
    item.call = std::move(call.call);
    item.note = std::move(call.label);
    item.clamped = call.clamped;
    item.answer = std::move(call.note);
  }

  const Source& source_;
  const Toolset& tools_;
  std::vector<Item> items_;
};

// The calls in the text, or the result of a text without a call.
void read_reply_text(const Source& source, ToolCallsReader& reader, Reading& reading) {
  const std::string text = trimmed_reply_text(*source.reply);
  const auto note_form = [&reading](std::string_view code) {
    if (std::ranges::find(reading.forms, code) == reading.forms.end())
      reading.forms.emplace_back(code);
  };
  for (const TextCall& each : find_text_calls(text, tool_calls_vocabulary())) {
    if (each.in_sentence) continue;
    reading.blocks = 1;
    note_form("calls_in_text");
    note_form(each.form);
    if (each.arguments.empty()) {
      reader.add_unreadable(each.written);
    } else {
      reader.add({kNoText.data(), quote_json(each.name), each.arguments}, std::nullopt);
    }
  }
  if (reading.blocks > 0) return;
  if (text.empty())
    reading.error =
        error_without_line("empty_reply", "your reply has neither a tool call nor a text");
  TextEnd end = end_by_text(source, text, EndBy::any_text, kAskForTool);
  reading.done = std::move(end.done);
  if (end.error) reading.error = std::move(end.error);
}

std::string error_json(std::string_view type, std::string_view message) {
  JsonObject error;
  error.text("type", type).text("message", cut_text(message, kMaxMessage));
  JsonObject answer;
  answer.boolean("ok", false).raw("error", std::move(error).finish());
  return std::move(answer).finish();
}

std::string place_list_json(const Call& call, std::size_t first) {
  return "[" + json_number(number_at(call, first)) + "," + json_number(number_at(call, first + 1)) +
         "]";
}

// What was done, in the tool's terms.
void add_action(JsonObject& answer, const Item& item) {
  const Call& call = *item.call;
  const std::string label = cut_text(item.note.value_or(""), kMaxTyped);
  switch (call.tool) {
    case ToolId::left_click: answer.text("clicked", label); break;
    case ToolId::double_left_click: answer.text("double_clicked", label); break;
    case ToolId::right_click: answer.text("right_clicked", label); break;
    case ToolId::drag:
      answer.text("dragged", label);
      answer.raw("from", place_list_json(call, 0)).raw("to", place_list_json(call, 2));
      return;
    case ToolId::type: answer.text("typed", cut_text(text_at(call, 0), kMaxTyped)); return;
    case ToolId::paste: answer.text("pasted", cut_text(text_at(call, 0), kMaxTyped)); return;
    case ToolId::press:
    case ToolId::hotkey: {
      std::string keys;
      for (std::size_t i = 0; i < call.arguments.size(); ++i)
        keys += (i > 0 ? "+" : "") + text_at(call, i);
      answer.text("pressed", cut_text(keys, kMaxTyped));
      return;
    }
    case ToolId::scroll:
    case ToolId::hscroll:
      answer.raw("scrolled", json_number(number_at(call, 2)))
          .raw("position", place_list_json(call, 0));
      return;
    case ToolId::middle_click: answer.text("middle_clicked", label); break;
    case ToolId::triple_click: answer.text("triple_clicked", label); break;
    case ToolId::launch: answer.text("launched", cut_text(text_at(call, 0), kMaxTyped)); return;
    case ToolId::focus_window:
      answer.text("focused", cut_text(text_at(call, 0), kMaxTyped));
      return;
    case ToolId::screenshot:
    case ToolId::move:
    case ToolId::sleep:
    case ToolId::mouse_down:
    case ToolId::mouse_up:
    case ToolId::key_down:
    case ToolId::key_up:
    case ToolId::hold_key: return;
  }
  answer.raw("click_position", place_list_json(call, 0));
}

std::string success_json(const Item& item, const ItemResult& result, const TurnFacts& facts) {
  JsonObject answer;
  answer.boolean("ok", true);
  if (item.call->tool == ToolId::screenshot) {
    answer.text("file", facts.dump_file.empty() ? picture_file(facts.turn, 1) : facts.dump_file);
    answer.number("screen_width", static_cast<long long>(facts.screen.width));
    answer.number("screen_height", static_cast<long long>(facts.screen.height));
  } else {
    add_action(answer, item);
  }
  std::string note = item.clamped ? "the place was moved into the picture" : "";
  const auto add_note = [&note](const std::string& text) {
    if (!text.empty()) note += (note.empty() ? "" : "; ") + text;
  };
  add_note(item.answer);
  if (result.outcome == Outcome::done) add_note(result.why);
  if (result.unchanged()) add_note("no visible change after it");
  if (!note.empty()) answer.text("note", cut_text(note, kMaxMessage));
  return std::move(answer).finish();
}

std::string tool_answer_json(const Item& item, const ItemResult& result, const TurnFacts& facts) {
  switch (result.outcome) {
    case Outcome::done: return success_json(item, result, facts);
    case Outcome::noted:
      if (result.why.empty()) return success_json(item, result, facts);
      return error_json("no_effect", result.why);
    case Outcome::partial:
      return error_json("not_confirmed", result.why + "; it may be done in part");
    case Outcome::unknown: return error_json("unknown", result.why);
    case Outcome::refused:
      return error_json("refused", result.lacks_place
                                       ? "nothing was typed: click the place to type at first"
                                       : result.why);
    case Outcome::malformed:
    case Outcome::not_run: break;
  }
  return error_json(item.error ? item.error->kind : "refused",
                    item.error ? item.error->text : result.why);
}

// The answer to a call after the budget is used up.
std::string short_answer_json(const Item& item, const ItemResult& result) {
  if (result.outcome == Outcome::done) return R"({"ok":true})";
  return error_json(item.error ? item.error->kind : "refused", "not performed");
}
}  // namespace

Reading read_tool_calls(const Source& source, const Toolset& tools) {
  Reading reading;
  if (!source.reply) return reading;
  ToolCallsReader reader(source, tools);
  for (const ReplyCall& each : source.reply->calls) reader.add(each, decode_json_string(each.id));
  if (source.reply->calls.empty()) read_reply_text(source, reader, reading);
  reading.items = std::move(reader).take();
  return reading;
}

TurnReport report_tool_calls(const Reading& reading, std::span<const ItemResult> results,
                             const TurnFacts& facts) {
  TurnReport report;
  FeedbackBudget budget;
  FeedbackLines in_text(budget), lines(budget);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Item& item = reading.items[i];
    std::string answer = to_valid_utf8(tool_answer_json(item, results[i], facts));
    if (item.id) {
      if (!budget.take(answer.size())) answer = short_answer_json(item, results[i]);
      report.answers.push_back(
          {quote_json(*item.id), quote_json(answer), facts.picture && asks_for_picture(item)});
    } else {
      in_text.add(answer);
    }
    if (item.error && !report.error)
      report.error = CallFailure{item.error->kind, item.error->text, 0};
  }
  std::string feedback;
  if (!in_text.empty())
    feedback =
        "The tool call in your text was read as a call; the answer to it:\n" + in_text.take();
  if (reading.error) {
    report.error = CallFailure{reading.error->kind, reading.error->text, 0};
    lines.add(reading.error->kind == kAskedBack
                  ? reading.error->text
                  : "ERROR: " + reading.error->text +
                        ". Call a tool to go on, or answer with the result if you have finished.");
  }
  report.feedback = finished_feedback(feedback + lines.take() + capture_lines(facts));
  return report;
}
}  // namespace franz::executor
