#include "common/memory/objective.h"
#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <utility>
#include "common/base/base64.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/utf8.h"

namespace franz {
namespace {
// Maximum bytes repeated in each turn.
constexpr std::size_t kMaxActionText = 1000;
constexpr std::size_t kMaxReason = 300;

struct ListedAction {
  int turn = 0;  // of the reply that asked for it
  std::string step = "0", action, why, outcome, detail;
};

bool is_done(const ListedAction& action) {
  return action.outcome == outcome_name(Outcome::done) ||
         action.outcome == outcome_name(Outcome::noted);
}

// Adds the results of the reply to `turn`.
void add_actions(std::vector<ListedAction>& actions, int turn, std::string_view items) {
  const Result<JsonDocument> read = JsonDocument::read(items);
  if (!read.ok() || read.value().kind(JsonDocument::kRoot) != JsonDocument::Kind::list) return;
  const JsonDocument& json = read.value();
  for (std::size_t i = 0; i < json.size(JsonDocument::kRoot); ++i) {
    const std::string item = "/" + std::to_string(i);
    const auto value = [&](const char* name) { return json.at(item + name); };
    const auto text = [&](const char* name, std::size_t most) {
      const JsonDocument::Id id = value(name);
      const bool is_text = id != JsonDocument::kNone && json.kind(id) == JsonDocument::Kind::text;
      return is_text ? cut_text(json.text(id), most) : std::string();
    };
    ListedAction action;
    action.turn = turn;
    if (const JsonDocument::Id line = value("/line");
        line != JsonDocument::kNone && json.kind(line) == JsonDocument::Kind::number)
      action.step = json.compact(line);
    action.action = text("/written", kMaxActionText);
    action.why = text("/note", kMaxReason);
    action.outcome = text("/outcome", kMaxReason);
    action.detail = text("/why", kMaxReason);
    const bool is_same = !actions.empty() && actions.back().turn == turn && action.step != "0" &&
                         actions.back().step == action.step &&
                         actions.back().action == action.action;
    if (!is_same) {
      actions.push_back(std::move(action));
    } else if (is_done(actions.back()) && !is_done(action)) {
      actions.back() = std::move(action);
    }
  }
}

// In order: all of them, or at least one more than are shown.
std::vector<ListedAction> newest_actions(std::span<const Step> steps, const Now& now, int turn) {
  std::vector<std::vector<ListedAction>> newest_first(1);
  add_actions(newest_first[0], turn - 1, now.items);
  std::size_t count = newest_first[0].size();
  for (std::size_t i = steps.size(); i > 0 && count <= kMaxListedActions; --i) {
    add_actions(newest_first.emplace_back(), steps[i - 1].turn - 1, steps[i - 1].items);
    count += newest_first.back().size();
  }
  std::vector<ListedAction> actions;
  for (auto each = newest_first.rbegin(); each != newest_first.rend(); ++each)
    std::ranges::move(*each, std::back_inserter(actions));
  return actions;
}

std::string history_json(std::span<const ListedAction> actions) {
  std::string list = "[";
  for (const ListedAction& each : actions) {
    JsonObject action;
    action.number("turn", static_cast<long long>(each.turn)).raw("step", each.step);
    action.text("action", each.action).text("why", each.why).text("outcome", each.outcome);
    if (!each.detail.empty()) action.text("detail", each.detail);
    list += (list.size() > 1 ? "," : "") + action.finish();
  }
  return list + "]";
}

std::string lines_json(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return json_text_array(lines);
}

std::string overlays_json(const Overlays& overlays) {
  const std::array<std::pair<bool, const char*>, 4> all{{{overlays.grid, "grid"},
                                                         {overlays.crosshair, "crosshair"},
                                                         {overlays.inset, "inset"},
                                                         {overlays.banner, "banner"}}};
  std::vector<std::string> names;
  for (const auto& [on, name] : all)
    if (on) names.emplace_back(name);
  return json_text_array(names);
}

std::string context_json(std::span<const Step> steps, const Now& now) {
  const int turn = steps.empty() ? 1 : steps.back().turn + 1;
  const std::vector<ListedAction> actions = newest_actions(steps, now, turn);
  const std::size_t left_out = actions.size() - std::min(actions.size(), kMaxListedActions);

  JsonObject picture;
  picture.number("width", static_cast<long long>(now.facts.picture.width));
  picture.number("height", static_cast<long long>(now.facts.picture.height));
  JsonObject context;
  context.raw("picture", picture.finish()).number("turn", static_cast<long long>(turn));
  context.raw("turns_left", now.turns_left ? std::to_string(*now.turns_left) : "null");
  context.raw("overlays", overlays_json(now.facts.overlays));
  context.raw("actions_history", history_json(std::span(actions).subspan(left_out)));
  context.boolean("actions_left_out", left_out > 0);
  context.raw("complaints", lines_json(now.feedback));
  if (now.note) context.text("operator", *now.note);
  return context.finish();
}
}  // namespace

std::vector<Message> objective_messages(std::span<const Step> steps, const Now& now,
                                        const MemoryOptions&) {
  const auto own = [](const std::string& text) { return text_part(quote_json(text)); };
  std::vector<Message> messages = {
      {"system", {text_part(quote_json(now.system), Part::Source::system)}},
      {"user",
       {own(context_json(steps, now)), own("OBJECTIVE:\n" + now.objective),
        own("OBJECTIVE (UTF-8, Base64):\n" + base64_encode(now.objective))}}};
  if (now.picture) messages[1].parts.push_back(picture_part(*now.picture));
  return messages;
}
}  // namespace franz
