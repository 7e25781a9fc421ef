#include "proxy/dashboard/run_view.h"
#include <algorithm>
#include <utility>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/formats/formats.h"
#include "common/wire/message_fields.h"

namespace franz::proxy {
static constexpr std::size_t kKeptLines = 2000;
static constexpr std::size_t kMostOpened = 4;  // turns that are not in the log yet

// The same object with "type" as its first member.
static std::string typed(std::string_view type, const std::string& json) {
  return with_first_member("type", quote_json(type), json);
}

static std::string log_line_json(const LogLine& line, std::uint64_t id) {
  JsonObject object;
  object.number("id", static_cast<long long>(id)).text("time", line.time).text("level", line.level);
  object.text("source", line.source).text("text", line.text);
  return object.finish();
}

static std::string approval_json(const ApprovalAsked& asked) {
  JsonObject object;
  object.number("turn", static_cast<long long>(asked.plan.turn));
  add_plan_members(object, asked.plan);
  object.text("plan_sha256", asked.plan_sha256).text_or_null("until", asked.until);
  return object.finish();
}

void RunView::add_state(JsonObject& object) const {
  // While the loop runs, its own reason is shown.
  const bool loop_has_reason = program_.program == "running" && !loop_.state.empty();
  object.text("program", program_.program);
  object.raw("loop", loop_.state.empty() ? "null" : quote_json(loop_.state));
  object.text("why", loop_has_reason ? loop_.why : program_.why);
  object.text("since", loop_has_reason ? loop_.since : program_.since);
  object.text_or_null("until", loop_has_reason ? loop_.until : program_.until);
  const std::string_view cause = loop_has_reason ? pause_cause_name(loop_.cause) : "";
  object.raw("cause", cause.empty() ? "null" : quote_json(cause));
  object.raw("problem", loop_has_reason && loop_.problem ? to_json(*loop_.problem) : "null");
  if (!program_.launches) object.boolean("launch", false);
  if (!program_.unseen.empty()) object.text("unseen", program_.unseen);
  object.number("turn", static_cast<long long>(turn_));
  object.number("page_requests", static_cast<long long>(page_requests_));
  object.raw("not_recorded", folder_trouble_.empty() ? "null" : quote_json(folder_trouble_));
  object.raw("lost_turns", franz::to_json(run_.lost_turns));
  if (const auto& takeover = program_.takeover) {
    object.open("takeover").boolean("held", takeover->held);
    object.raw("refused", takeover->refused.empty() ? "null" : quote_json(takeover->refused));
    object.close();
  } else {
    object.null("takeover");
  }
  object.raw("approval", approval_ ? approval_json(*approval_) : "null");
}

std::string RunView::state_event() const {
  JsonObject object;
  object.text("type", "state");
  add_state(object);
  return object.finish();
}

bool RunView::is_over() const {
  return program_.program == "finished" || program_.program == "failed";
}

std::string RunView::connected() const {
  JsonObject object;
  object.text("type", "connected").text("run", run_.run);
  object.number("last_turn", static_cast<long long>(last_turn()));
  object.boolean("replay", kind_ == RunKind::recorded);
  add_state(object);
  return object.finish();
}

// How the run's model counts visual tokens, according to the settings in force; null: unknown, or
// the demo model answers.
static std::string token_rule(const RunFacts& run) {
  Result<MessageFields> settings = MessageFields::parse(run.in_force.settings);
  if (!settings.ok()) return "null";
  const auto text = [&](const char* name) {
    return settings.value().optional_text("/" + std::string(name)).value_or("");
  };
  const std::string model = text("model.name");
  const ResizeRule* const rule = resize_rule_of(model);
  if (model.empty() || text("proxy.upstream") == "demo" || rule == nullptr) return "null";
  JsonObject object;
  object.number("factor", static_cast<long long>(rule->factor));
  return object.number("min_pixels", rule->min_pixels)
      .number("max_pixels", rule->max_pixels)
      .finish();
}

static void add_run_members(JsonObject& object, const RunFacts& run) {
  const RunAddresses& addresses = run.addresses;
  object.text("run", run.run).text("name", run.name).text("started", run.started);
  object.text("version", run.version).text("profile", run.profile);
  object.text("upstream", addresses.upstream).text("relay", addresses.relay);
  object.text("dashboard", addresses.dashboard);
  if (!run.made_by.empty()) object.text("made_by", run.made_by);
  if (run.imported) object.raw("imported", franz::to_json(*run.imported));
  if (!addresses.display.empty())
    object.text("display", addresses.display).raw("program", json_text_array(addresses.program));
  object.number("restarts", static_cast<long long>(run.restarts));
  object.raw("settings", run.in_force.settings).raw("sources", run.in_force.sources);
  std::vector<std::string> changes;
  for (const RunChange& change : run.changes)
    changes.push_back(JsonObject().text("time", change.time).text("text", change.text).finish());
  object.raw("changes", json_array(changes));
  if (run.origin.empty()) {
    object.null("origin");
  } else {
    object.open("origin").text("run", run.origin);
    object.number("at", static_cast<long long>(run.origin_at)).close();
  }
  object.raw("finished", run.finish ? franz::to_json(*run.finish) : "null");
  object.raw("seal", run.seal.empty() ? "null" : quote_json(run.seal));
}

std::string RunView::run() const {
  JsonObject object;
  object.text("protocol", kRunProtocol);
  add_run_members(object, run_);
  object.text("folder", folder_).number("last_turn", static_cast<long long>(last_turn()));
  object.boolean("replay", kind_ == RunKind::recorded).raw("visual_tokens", token_rule(run_));
  add_state(object);
  return object.finish();
}

std::vector<std::string> RunView::apply(const ViewUpdate& update) {
  std::vector<std::string> events;
  if (const auto* program = std::get_if<ProgramUpdate>(&update)) {
    program_ = *program;
    events.push_back(state_event());
  } else if (const auto* loop = std::get_if<LoopUpdate>(&update)) {
    loop_ = *loop;
    approval_.reset();
    if (loop->turn > 0) turn_ = loop->turn;
    events.push_back(state_event());
  } else if (const auto* run = std::get_if<RunUpdate>(&update)) {
    const bool lost = run_.lost_turns != run->run.lost_turns;
    run_ = run->run;
    if (lost) events.push_back(state_event());
    if (!run->changes.empty()) {
      JsonObject event;
      event.text("type", "config").raw("settings", run_.in_force.settings);
      event.raw("sources", run_.in_force.sources);
      events.push_back(event.raw("changes", json_text_array(run->changes)).finish());
    }
  } else if (const auto* loaded = std::get_if<RowsLoaded>(&update)) {
    for (const TurnRow& row : loaded->rows) rows_.put(row);
  } else if (const auto* found = std::get_if<RowsFound>(&update)) {
    for (const TurnRow& row : found->rows) {
      rows_.put(row);
      turn_ = std::max(turn_, row.turn);
      events.push_back(typed("turn", to_json(row)));
    }
  } else if (const auto* opened = std::get_if<TurnOpened>(&update)) {
    open_turn(*opened);
    JsonObject event;
    event.text("type", "request").number("turn", static_cast<long long>(opened->turn));
    events.push_back(event.number("attempt", static_cast<long long>(opened->attempt)).finish());
  } else if (const auto* delta = std::get_if<ReplyDelta>(&update)) {
    JsonObject event;
    event.text("type", "delta").number("turn", static_cast<long long>(delta->turn));
    event.number("attempt", static_cast<long long>(delta->attempt)).text("text", delta->text);
    event.text("reasoning", delta->reasoning);
    events.push_back(event.number("offset", static_cast<long long>(delta->offset)).finish());
  } else if (const auto* asked = std::get_if<ApprovalAsked>(&update)) {
    approval_ = *asked;
    events.push_back(state_event());
  } else if (const auto* recorded = std::get_if<TurnRecorded>(&update)) {
    events.push_back(typed("turn", put_recorded(*recorded)));
  } else if (const auto* line = std::get_if<LogLine>(&update)) {
    log_.push_back(*line);
    if (log_.size() > kKeptLines) log_.pop_front();
    events.push_back(typed("log", log_line_json(*line, ++log_end_)));
  } else if (const auto* trouble = std::get_if<FolderTrouble>(&update)) {
    folder_trouble_ = trouble->text;
    events.push_back(state_event());
  } else if (const auto* page = std::get_if<PageRequests>(&update)) {
    page_requests_ += page->count;
    events.push_back(state_event());
  }
  return events;
}

void RunView::open_turn(const TurnOpened& opened) {
  turn_ = opened.turn;
  opened_[opened.turn] = opened;
  while (opened_.size() > kMostOpened) opened_.erase(opened_.begin());
}

// For a turn's attempts, the list contains the newest one that the run continues from, otherwise
// the newest. Returns the turn's row.
std::string RunView::put_recorded(const TurnRecorded& recorded) {
  const int turn = recorded.row.turn;
  turn_ = std::max(turn_, turn);
  opened_.erase(turn);
  if (recorded.is_story) story_turn_ = turn;
  const TurnRow* const known = rows_.find(turn);
  if (recorded.is_story || known == nullptr || turn != story_turn_) rows_.put(recorded.row);
  return to_json(*rows_.find(turn));
}

const TurnOpened* RunView::opened(int turn) const {
  const auto found = opened_.find(turn);
  return found == opened_.end() || rows_.find(turn) != nullptr ? nullptr : &found->second;
}

int RunView::attempt_of(int turn) const {
  const TurnRow* const row = rows_.find(turn);
  return row == nullptr ? 0 : row->attempt;
}

std::string rows_to_json(std::span<const TurnRow> rows) {
  std::string json = "[";
  for (const TurnRow& row : rows) json += (json.size() > 1 ? "," : "") + to_json(row);
  return json + "]";
}

std::string RunView::rows(int from, int to) const { return rows_to_json(rows_.from_to(from, to)); }

std::string RunView::outline(int from) const {
  const RowsOutline outline = rows_.outline(from);
  JsonObject object;
  object.raw("turns", franz::to_json(outline.turns)).text("outcomes", outline.outcomes);
  object.number("tokens", outline.tokens).number("latency_ms", outline.latency_ms);
  object.number("timed", static_cast<long long>(outline.timed));
  object.text("first_time", outline.first_time).text("last_time", outline.last_time);
  return std::move(object).finish();
}

std::string RunView::log_after(std::uint64_t id) const {
  std::vector<std::string> lines;
  std::uint64_t each = log_end_ - log_.size();
  for (const LogLine& line : log_)
    if (++each > id) lines.push_back(log_line_json(line, each));
  return JsonObject().raw("lines", json_array(lines)).finish();
}

std::string RunView::health() const {
  JsonObject object;
  object.text("status", "ok").text("run", run_.run).text("program", program_.program);
  return object.number("last_turn", static_cast<long long>(last_turn())).finish();
}
}  // namespace franz::proxy
