#include "proxy/offline/export/export_page.h"
#include <algorithm>
#include <map>
#include "common/base/base64.h"
#include "common/base/data_uri.h"
#include "proxy/offline/export/export_calls.h"
#include "proxy/offline/export/export_style.h"
#include "proxy/offline/export/redaction.h"

namespace franz::proxy {
// No text in the page may load, run or send anything.
static constexpr const char* kPolicy =
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; "
    "form-action 'none'";

static constexpr std::size_t kMostResult = 20'000;  // bytes in the head: its turn shows all

static std::string icon(const std::string& name) {
  return "<svg class=\"icon\" aria-hidden=\"true\"><use href=\"#i-" + name + "\"/></svg>";
}

static std::string number_of(std::size_t count, const std::string& thing) {
  return grouped(count) + " " + thing + (count == 1 ? "" : "s");
}

static std::string data_uri(const std::string& png) {
  return std::string(kPngUri) + base64_encode(png);
}

static std::string anchor(int turn) { return "turn-" + std::to_string(turn); }

static std::string turns_text(int first, int last) {
  return first == last ? "Turn " + std::to_string(first)
                       : "Turns " + std::to_string(first) + " to " + std::to_string(last);
}

// "2026-01-31T12:00:00.250Z" -> "2026-01-31 12:00:00 UTC"
static std::string time_for_people(const std::string& time) {
  if (time.size() < 20 || time[10] != 'T' || time.back() != 'Z') return time;
  return time.substr(0, 10) + " " + time.substr(11, 8) + " UTC";
}

static std::string fact(const std::string& name, const std::string& value) {
  if (value.empty()) return "";
  return "<div><dt>" + html_text(name) + "</dt><dd>" + html_text(value) + "</dd></div>";
}

static std::string table_of(const std::vector<ShownFact>& rows) {
  std::string html = "<table class=\"rows\">";
  for (const ShownFact& row : rows)
    html += "<tr><th scope=\"row\">" + html_text(row.name) + "</th><td>" + html_text(row.value) +
            "</td></tr>";
  return html + "</table>";
}

static std::string list_of(const std::vector<std::string>& lines, const std::string& kind) {
  std::string html = "<ul class=\"" + kind + "\">";
  for (const std::string& line : lines) html += "<li>" + html_text(line) + "</li>";
  return html + "</ul>";
}

static std::string fold(const std::string& title, const std::string& html) {
  return "<details class=\"fold\"><summary>" + title + "</summary>" + html + "</details>\n";
}

static std::string notice(const std::string& tone, const std::string& title,
                          const std::vector<std::string>& lines) {
  std::string html =
      "<div class=\"notice " + tone + "\">" + icon(tone == "plain" ? "info" : "alert");
  html += "<div><b>" + html_text(title) + "</b>";
  if (!lines.empty()) html += list_of(lines, "");
  return html + "</div></div>\n";
}

namespace {
// Text, tone and icon of a verdict's badge.
struct VerdictLook {
  const char* word;
  const char* tone;
  const char* icon;
};
}  // namespace

static VerdictLook verdict_look(Verdict verdict) {
  switch (verdict) {
    case Verdict::ok: return {"ok", "good", "check"};
    case Verdict::violation: return {"violation", "bad", "alert"};
    case Verdict::first: return {"first", "plain", "info"};
    case Verdict::superseded: return {"superseded", "warn", "info"};
    case Verdict::unverifiable: return {"unverifiable", "warn", "ask"};
    case Verdict::unwitnessed: return {"unwitnessed", "plain", "info"};
    case Verdict::not_applicable: break;
  }
  return {"not applicable", "plain", "info"};
}

static std::string badge(const std::string& tone, const std::string& icon_name,
                         const std::string& word) {
  return "<span class=\"badge " + tone + "\">" + icon(icon_name) + html_text(word) + "</span>";
}

std::string verdict_summary(const std::vector<PageEntry>& entries) {
  std::map<std::string, int> counts;
  for (const PageEntry& entry : entries)
    if (entry.kind == PageEntry::Kind::turn) ++counts[verdict_look(entry.verdict).word];
  std::vector<std::pair<int, std::string>> sorted;
  sorted.reserve(counts.size());
  for (const auto& [word, count] : counts) sorted.emplace_back(-count, word);
  std::sort(sorted.begin(), sorted.end());
  std::string text;
  for (const auto& [count, word] : sorted)
    text +=
        (text.empty() ? "" : ", ") + grouped(static_cast<unsigned long long>(-count)) + " " + word;
  return text.empty() ? "none" : text;
}

// A tick for each turn: height and shape show what happened, even without the colour.
static std::string ticks(const std::vector<PageEntry>& entries) {
  std::string html = "<nav class=\"strip\" aria-label=\"turns\"><div class=\"ticks\">\n";
  for (const PageEntry& entry : entries) {
    const bool turn = entry.kind == PageEntry::Kind::turn;
    const std::string outcome(turn ? turn_outcome_name(entry.outcome) : "missing");
    std::string title = turns_text(
        entry.turn, entry.kind == PageEntry::Kind::gap || entry.kind == PageEntry::Kind::dropped
                        ? entry.last
                        : entry.turn);
    if (turn) {
      title += ": " + number_of(static_cast<std::size_t>(std::max(entry.actions, 0)), "action") +
               ", " + verdict_look(entry.verdict).word;
      if (outcome == "degraded" || outcome == "error") title += ", " + outcome;
    } else {
      title += entry.kind == PageEntry::Kind::gap       ? ": not recorded"
               : entry.kind == PageEntry::Kind::dropped ? ": left out"
                                                        : ": cannot be read";
    }
    html += "<a class=\"" + outcome;
    if (turn && entry.actions > 0) html += " h" + std::to_string(std::min(entry.actions, 8));
    html += "\" href=\"#" + anchor(entry.turn) + "\" title=\"" + title + "\"><i></i></a>\n";
  }
  html += "</div><div class=\"legend\">";
  for (const auto& [kind, word] : {std::pair{"actions", "actions"},
                                   {"error", "error"},
                                   {"violation", "violation"},
                                   {"degraded", "degraded"},
                                   {"none", "no action"}})
    html += std::string("<span><i class=\"") + kind + "\"></i>" + word + "</span>";
  return html + "</div></nav>\n";
}

// The reader sees the run's result first.
static std::string opening_picture(const PageHead& head) {
  const std::string turn = std::to_string(head.last_png_turn);
  return "<a href=\"#turn-" + turn + "\"><img alt=\"the picture of turn " + turn + "\" src=\"" +
         data_uri(head.last_png) + "\"></a>";
}

static std::string lead(const PageHead& head) {
  std::size_t turns = 0, violations = 0, superseded = 0, unreadable = 0;
  for (const PageEntry& entry : head.entries) {
    turns += entry.kind == PageEntry::Kind::turn ? 1 : 0;
    violations +=
        entry.kind == PageEntry::Kind::turn && entry.verdict == Verdict::violation ? 1 : 0;
    superseded +=
        entry.kind == PageEntry::Kind::turn && entry.verdict == Verdict::superseded ? 1 : 0;
    unreadable += entry.kind == PageEntry::Kind::unreadable ? 1 : 0;
  }
  std::string html = "<div class=\"intro\"><p class=\"lead\"><b>" + number_of(turns, "turn") +
                     "</b>, memory verdicts: <b>" + verdict_summary(head.entries) + "</b>.";
  html +=
      "<span class=\"dim\">Each turn shows what came of the reply before, what the model was sent, "
      "and "
      "what it replied. <i>ok</i> means: the replies that the request holds are, byte for byte, "
      "those "
      "that the model gave. ";
  html += head.redacted ? "This page is redacted: it has no seal, and nothing on it can be "
                          "verified."
                        : "This page shows what was recorded; <code>proxy verify</code> on the run "
                          "folder checks it.";
  html += "</span></p>\n";
  if (!head.last_png.empty()) html += opening_picture(head);
  html += "</div>\n";
  if (violations > 0)
    html += notice(
        "bad", number_of(violations, "violation") + ": a story was not the reply before it", {});
  if (superseded > 0)
    html += notice("warn",
                   number_of(superseded, "turn") +
                       " went on from a recorded reply that a newer one had replaced: superseded",
                   {});
  if (unreadable > 0)
    html += notice("warn",
                   number_of(unreadable, "record") + " could not be read; reported in place", {});
  return html;
}

static std::string run_facts(const PageHead& head) {
  const ShownRun& run = head.run;
  std::string html = "<dl class=\"facts\">";
  html += fact("run id", run.run) + fact("profile", run.profile) + fact("model", run.model);
  html += fact("started", time_for_people(run.started)) + fact("FRANZ", run.version);
  for (const ShownFact& address : run.addresses) html += fact(address.name, address.value);
  html += fact("restarts", std::to_string(run.restarts)) + fact("origin", run.origin);
  if (!head.redacted)
    html += fact("seal (SHA-256 of the last line of run.jsonl)",
                 run.seal.empty() ? "none yet" : run.seal);
  return html + "</dl>\n";
}

std::string page_head(const PageHead& head) {
  const ShownRun& run = head.run;
  const std::string name = run.name.empty() ? "a run" : run.name;
  std::string html = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  html += std::string(kExportMark) + "\n<meta http-equiv=\"Content-Security-Policy\" content=\"" +
          kPolicy + "\">\n";
  html +=
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n";
  html += "<title>FRANZ: " + html_text(name, Unseen::plain) + "</title>\n<style>";
  html += std::string(kExportStyle) + "</style>\n</head>\n<body>\n" + kExportSymbols;
  html +=
      "<div class=\"page\">\n<header class=\"run\" id=\"top\">\n<div class=\"bar\"><span "
      "class=\"brand\">" +
      icon("franz") + "FRANZ</span><h1>" + html_text(name) + "</h1>";
  if (head.redacted) html += badge("warn", "info", "redacted");
  html += "<span class=\"dim\">a recorded run, in one file</span></div>\n";
  if (!run.problem.empty()) html += notice("bad", run.problem, {});
  html += lead(head);
  if (run.result) html += result_block(*run.result, {kMostResult});
  if (head.redacted)
    html += notice("plain", "Redacted: without what model and operator wrote", redaction_notes());
  if (!head.left_out.empty())
    html += notice("warn", "Left out, to keep this file small", head.left_out);
  html += run_facts(head);
  if (!run.settings.empty())
    html += fold("Settings in force (" + std::to_string(run.settings.size()) + ")",
                 "<div class=\"columns\">" + table_of(run.settings) + "</div>");
  if (!run.changes.empty()) {
    std::vector<ShownFact> rows;
    for (const RunChange& change : run.changes)
      rows.push_back({time_for_people(change.time), change.text});
    html += fold("Changes and restarts (" + std::to_string(rows.size()) + ")", table_of(rows));
  }
  html += "</header>\n" + ticks(head.entries);
  return html + "<main>\n";
}

// ---- One turn

static std::string shown_text_html(const ShownText& shown, const char* none, TextLimit limit) {
  if (shown.text) {
    return shown.text->empty() ? "<p class=\"said\">empty</p>" : html_lines(*shown.text, limit);
  }
  return "<p class=\"said\">" + html_text(shown.instead.empty() ? none : shown.instead) + "</p>";
}

static std::string part(const char* hue, const std::string& title, const std::string& note,
                        const std::string& html) {
  return std::string("<section class=\"") + hue + "\"><h3>" + title +
         (note.empty() ? "" : "<span class=\"dim\">" + note + "</span>") + "</h3>" + html +
         "</section>\n";
}

static std::string story_part(const ShownTurn& turn, TextLimit limit) {
  const std::string reply = turn.story_is_reply_of ? std::to_string(*turn.story_is_reply_of) : "";
  if (!reply.empty()) {
    return part("sst", "Story", "what the model was sent as its memory",
                "<p class=\"said\">the <a href=\"#turn-" + reply + "\">reply of turn " + reply +
                    "</a>, byte for byte</p>");
  }
  return part(
      "sst", "Story", "what the model was sent as its memory",
      shown_text_html(turn.story, turn.result ? "nothing was sent" : "not recorded", limit));
}

static std::string reply_html(const ShownTurn& turn, TextLimit limit) {
  std::string html;
  if (turn.reasoning.text || !turn.reasoning.instead.empty()) {
    html += "<details><summary class=\"said\">reasoning</summary>" +
            shown_text_html(turn.reasoning, "", limit) + "</details>";
  }
  if (turn.result)
    return part("response", "Result", "nothing was sent", result_block(*turn.result, limit));
  const bool only_calls = turn.reply.text && turn.reply.text->empty() && !turn.calls.empty();
  if (!only_calls) html += shown_text_html(turn.reply, "the reply could not be read", limit);
  html += call_list(turn.calls, limit);
  return part("response", "Response", turn.calls.empty() ? "the next turn's story" : "", html);
}

static std::string turn_picture_html(const ShownTurn& turn, const PagePicture& picture) {
  std::string size, html;
  if (turn.picture) {
    const RecordedPicture& known = *turn.picture;
    if (known.width > 0)
      size = std::to_string(known.width) + "&#215;" + std::to_string(known.height) + ", ";
    size += grouped(known.bytes) + " bytes";
  }
  if (!picture.png.empty()) {
    html = "<figure><img alt=\"the picture of turn " + std::to_string(turn.turn) + "\"";
    if (turn.picture && turn.picture->width > 0)
      html += " width=\"" + std::to_string(turn.picture->width) + "\" height=\"" +
              std::to_string(turn.picture->height) + "\"";
    html += " loading=\"lazy\" src=\"" + data_uri(picture.png) + "\"></figure>";
  } else {
    // The picture's place stays empty only after a failure.
    const bool small = turn.picture.has_value() || turn.degraded.empty();
    html = "<div class=\"gone" + std::string(small ? " small" : "") + "\">" +
           (turn.picture ? "Picture not shown" : "No picture this turn") + "<span>" +
           html_text(picture.instead) + "</span></div>";
  }
  if (!picture.warning.empty()) html += "<p class=\"cut\">" + html_text(picture.warning) + "</p>";
  return part("picture", "Picture", size, html);
}

// True if the feedback, just above, contains the error's line.
static bool is_reported(std::string error, const ShownText& feedback) {
  const std::size_t colon = error.find(": ");
  if (error.starts_with("line ") && colon != std::string::npos) error.erase(0, colon + 2);
  return feedback.text && feedback.text->find(error) != std::string::npos;
}

static std::string actions_part(const ShownTurn& turn, TextLimit limit) {
  std::string html;
  html += action_list(turn, limit);
  std::vector<std::string> errors;
  for (const std::string& error : turn.errors)
    if (!is_reported(error, turn.feedback)) errors.push_back(error);
  if (!errors.empty()) {
    std::string all;
    for (const std::string& error : errors) all += (all.empty() ? "" : "\n") + error;
    html += all.size() > limit.bytes ? html_lines(all, limit) : list_of(errors, "errors");
  }
  if (!turn.warnings.empty()) html += list_of(turn.warnings, "plainlist");
  if (!turn.done.empty() && !(turn.result && turn.result->text == turn.done))
    html += "<p class=\"said\">the model said that it is done: " + html_text(turn.done) + "</p>";
  if (html.empty()) return "";
  return part("picture", "Actions", "from the reply before; what the picture shows", html);
}

static std::string turn_head(const ShownTurn& turn, const PageLinks& links) {
  const std::string number = std::to_string(turn.turn);
  std::string html = "<div class=\"head " + std::string(turn_outcome_name(turn.outcome)) +
                     "\"><h2><a href=\"#turn-" + number + "\">Turn " + number + "</a></h2>";
  html += "<time>" + html_text(time_for_people(turn.time)) + "</time>";
  const VerdictLook look =
      turn.result ? VerdictLook{"finished", "plain", "check"} : verdict_look(turn.verdict);
  html += badge(look.tone, look.icon, look.word);
  if (!turn.degraded.empty()) html += badge("warn", "alert", "degraded");
  if (!turn.errors.empty()) html += badge("warn", "alert", "error");
  html += "<span>" +
          (turn.performed > 0 ? number_of(static_cast<std::size_t>(turn.performed), "action")
                              : std::string("no action")) +
          "</span><nav>";
  if (links.before > 0)
    html += "<a href=\"#" + anchor(links.before) + "\">&#8593; turn " +
            std::to_string(links.before) + "</a>";
  if (links.after > 0)
    html += "<a href=\"#" + anchor(links.after) + "\">&#8595; turn " + std::to_string(links.after) +
            "</a>";
  return html + "<a href=\"#top\">top</a></nav></div>\n";
}

static std::string turn_notices(const ShownTurn& turn) {
  std::string html;
  if (turn.verdict == Verdict::violation) {
    html += "<div class=\"notice bad\">" + icon("alert") +
            "<div><b>Violation: the story is not the reply before it</b>";
    if (!turn.verdict_text.empty()) html += "<p>" + html_text(turn.verdict_text) + "</p>";
    if (!turn.verdict_facts.empty()) html += table_of(turn.verdict_facts);
    html += "</div></div>\n";
  } else if (!turn.verdict_text.empty()) {
    html += notice(verdict_look(turn.verdict).tone, turn.verdict_text, {});
  }
  if (!turn.degraded.empty())
    html += notice("warn", "Degraded: a part failed, the loop went on", turn.degraded);
  return html;
}

// The model was informed only by the answers to its calls.
static bool is_reported_by_answers(const ShownTurn& turn) {
  const bool answered = std::ranges::any_of(
      turn.actions, [](const ShownAction& action) { return action.answer.has_value(); });
  return (answered || !turn.answers.empty()) && turn.feedback.text && turn.feedback.text->empty();
}

std::string page_turn(const ShownTurn& turn, const PagePicture& picture, const PageLinks& links,
                      TextLimit limit) {
  std::string html = "<article class=\"turn\" id=\"" + anchor(turn.turn) + "\">\n";
  html += turn_head(turn, links) + turn_notices(turn);
  html += "<div class=\"body\"><div class=\"mind\">\n" + story_part(turn, limit);
  if (turn.note.text || !turn.note.instead.empty())
    html += part("feedback", "Operator's note", "sent with the feedback",
                 shown_text_html(turn.note, "", limit));
  html += reply_html(turn, limit) + "</div><div class=\"world\">\n";
  html += turn_picture_html(turn, picture);
  if (!is_reported_by_answers(turn))
    html +=
        part("feedback", "Feedback", turn.result ? "no model is told" : "what the model was told",
             shown_text_html(turn.feedback, "not recorded", limit));
  html += actions_part(turn, limit) + "</div></div>\n<dl class=\"facts\">";
  for (const ShownFact& each : turn.facts) html += fact(each.name, each.value);
  return html + "</dl>\n</article>\n";
}

std::string page_hole(const PageEntry& entry, const std::string& why) {
  const bool several = entry.kind != PageEntry::Kind::unreadable;
  const std::string name = turns_text(entry.turn, several ? entry.last : entry.turn);
  std::string html = "<article class=\"turn\" id=\"" + anchor(entry.turn) +
                     "\"><div class=\"head missing\"><h2>" + name + "</h2><span>";
  switch (entry.kind) {
    case PageEntry::Kind::gap: html += "not recorded"; break;
    case PageEntry::Kind::dropped: html += "left out, to keep this file small"; break;
    default: html += "the record cannot be read"; break;
  }
  html += "</span><nav><a href=\"#top\">top</a></nav></div>";
  if (!why.empty()) html += notice("bad", why, {});
  return html + "</article>\n";
}

std::string page_foot(const std::string& version) {
  return "</main>\n<p class=\"end\">Written by <code>proxy export</code>, FRANZ " +
         html_text(version) +
         ". This file loads nothing and runs no script.</p>\n</div>\n</body>\n</html>\n";
}
}  // namespace franz::proxy
