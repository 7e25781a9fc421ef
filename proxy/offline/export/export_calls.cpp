#include "proxy/offline/export/export_calls.h"
#include <algorithm>
#include <string_view>

namespace franz::proxy {
namespace {
struct RowLook {
  std::string_view look;   // a class in export_style
  bool has_number;         // the plate on the picture has a number
  std::string_view plate;  // text instead of it; empty: the number
};
}  // namespace

static RowLook row_look(Outcome outcome) {
  switch (outcome) {
    case Outcome::done: return {"", true, ""};
    case Outcome::partial:
    case Outcome::refused: return {"failed", true, "!"};
    case Outcome::malformed: return {"failed", false, "!"};
    case Outcome::noted: return {"noted", false, "&#183;"};
    case Outcome::not_run: return {"noted", false, "&#8211;"};
  }
  return {};
}

static std::string why_text(const ShownAction& action) {
  const bool plain = action.outcome == Outcome::done || action.outcome == Outcome::noted;
  if (plain) return action.why;
  std::string outcome(outcome_name(action.outcome));
  std::ranges::replace(outcome, '_', ' ');
  return action.why.empty() ? outcome : outcome + ": " + action.why;
}

static std::string left_out(std::size_t count, const char* thing) {
  if (count == 0) return "";
  return "<p class=\"cut\">Left out here, to keep this file small: " + grouped(count) + " " +
         thing + (count == 1 ? "" : "s") + ".</p>";
}

static std::size_t shown_size(const ShownJson& json) {
  std::size_t size = json.text.text.value_or("").size() + json.text.instead.size();
  for (const ShownFact& field : json.fields) size += field.name.size() + field.value.size() + 30;
  return size;
}

static std::string json_html(const ShownJson& json, const char* none) {
  if (!json.fields.empty()) {
    std::string html = "<dl class=\"given\">";
    for (const ShownFact& field : json.fields)
      html += "<dt>" + html_text(field.name) + "</dt><dd>" + html_text(field.value) + "</dd>";
    return html + "</dl>";
  }
  const std::string text = json.text.text.value_or("");
  if (text.empty() || text == "{}")
    return "<p class=\"said\">" + html_text(json.text.instead.empty() ? none : json.text.instead) +
           "</p>";
  return "<p class=\"given\">" + html_text(text) + "</p>";
}

static std::string id_html(const std::string& id) {
  return id.empty() ? "" : "<span class=\"id\">" + html_text(id) + "</span>";
}

std::string call_list(const std::vector<ShownCall>& calls, TextLimit limit) {
  if (calls.empty()) return "";
  std::string html = "<ol class=\"asked\">";
  std::size_t bytes = 0, shown = 0;
  for (const ShownCall& call : calls) {
    bytes += call.name.size() + shown_size(call.arguments) + 100;
    if (bytes > limit.bytes) break;
    ++shown;
    html += "<li><b>" + html_text(call.name.empty() ? "a call" : call.name) + "</b>" +
            id_html(call.id) + json_html(call.arguments, "no arguments") + "</li>";
  }
  return html + "</ol>" + left_out(calls.size() - shown, "call");
}

static std::string answer_html(const ShownAnswer& answer) {
  return "<div class=\"answer\">" + json_html(answer.text, "an empty answer") +
         (answer.picture ? "<p class=\"said\">answered with the picture of this turn</p>" : "") +
         "</div>";
}

static std::size_t shown_size(const ShownAction& action) {
  const std::size_t answer = action.answer ? shown_size(action.answer->text) + 100 : 0;
  return action.call.size() + action.why.size() + action.note.size() + answer + 100;
}

static std::string action_html(const ShownAction& action, const std::string& plate,
                               std::string_view look) {
  std::string html = look.empty() ? "<li>" : "<li class=\"" + std::string(look) + "\">";
  html += "<span class=\"number\">" + plate + "</span>";
  const bool wide = !action.note.empty() || action.answer;
  if (wide) html += "<div>";
  html += "<code>" + html_text(action.call);
  const std::string why = why_text(action);
  if (!why.empty()) html += " <span class=\"dim\">" + html_text(why) + "</span>";
  html += "</code>";
  if (!wide) return html + "</li>";
  html += id_html(action.id);
  if (!action.note.empty()) html += "<p class=\"said\">note: " + html_text(action.note) + "</p>";
  if (action.answer) html += answer_html(*action.answer);
  return html + "</div></li>";
}

std::string action_list(const ShownTurn& turn, TextLimit limit) {
  const bool told = std::ranges::any_of(turn.actions, [](const ShownAction& action) {
    return action.answer || !action.note.empty();
  });
  if (turn.actions.empty() && turn.answers.empty()) return "";
  std::string html =
      told || !turn.answers.empty() ? "<ol class=\"calls told\">" : "<ol class=\"calls\">";
  int number = 0;
  std::size_t bytes = 0, shown = 0;
  for (const ShownAction& action : turn.actions) {
    bytes += shown_size(action);
    if (bytes > limit.bytes) break;
    ++shown;
    const auto [look, has_number, plate] = row_look(action.outcome);
    if (has_number) ++number;
    html += action_html(action, plate.empty() ? std::to_string(number) : std::string(plate), look);
  }
  std::size_t answers = 0;
  for (const ShownAnswer& answer : turn.answers) {
    bytes += shown_size(answer.text) + 100;
    if (bytes > limit.bytes) break;
    ++answers;
    html += "<li class=\"noted\"><span class=\"number\">&#8211;</span><div>" +
            std::string("<code>a call that was not performed</code>") + id_html(answer.id) +
            answer_html(answer) + "</div></li>";
  }
  return html + "</ol>" + left_out(turn.actions.size() - shown, "action") +
         left_out(turn.answers.size() - answers, "answer");
}

std::string result_block(const ShownResult& result, TextLimit limit) {
  std::string reason = result.reason;
  std::ranges::replace(reason, '_', ' ');
  return "<div class=\"result " + std::string(result.code == 0 ? "good" : "warn") +
         "\"><p><b>Finished: " + html_text(reason) + "</b><span>exit code " +
         std::to_string(result.code) + "</span></p>" +
         (result.text.empty() ? "" : html_lines(result.text, limit)) + "</div>\n";
}
}  // namespace franz::proxy
