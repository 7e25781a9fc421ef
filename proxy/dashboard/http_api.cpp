#include "proxy/dashboard/http_api.h"
#include <algorithm>
#include <array>
#include <charconv>
#include <climits>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/http/page_request.h"
#include "common/run/turn_record.h"
#include "common/wire/limits.h"

namespace franz::proxy {
static constexpr std::string_view kLivePicture = "/live.png";
static constexpr std::string_view kControl = "/api/control", kScreen = "/api/screen",
                                  kAsk = "/api/ask", kModels = "/api/models";

ApiAnswer api_json(std::string body) {
  return {200, "application/json", std::make_shared<const std::string>(std::move(body)), ""};
}

ApiAnswer api_error(int status, std::string_view text) {
  ApiAnswer answer = api_json(JsonObject().text("error", text).finish());
  answer.status = status;
  return answer;
}

std::span<const std::pair<std::string_view, std::string_view>> security_headers() {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kHeaders = {{
      {"Content-Security-Policy",
       "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
       "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
      {"X-Content-Type-Options", "nosniff"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Cache-Control", "no-cache"},
  }};
  return kHeaders;
}

static bool is_our_host(std::string_view host, const ApiContext& context) {
  const std::string port = ":" + std::to_string(context.port);
  if (host.ends_with(port)) {
    host.remove_suffix(port.size());
  } else if (context.port != 80) {
    return false;  // browsers omit only port 80
  }
  if (host == "127.0.0.1" || host == "localhost" || host == "[::1]") return true;
  return context.exposed && is_ip_literal(host);
}

// Why the request is refused; empty: it is allowed.
static std::string foreign(const ApiRequest& request, const ApiContext& context) {
  if (!request.host || !is_our_host(*request.host, context))
    return "this Host is not the dashboard's";
  return is_of_other_site(request.host, request.origin, request.fetch_site)
             ? "another site's page may not ask this"
             : "";
}

static std::optional<int> number(std::string_view digits) {
  int value = 0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool whole = failure == std::errc() && end == digits.data() + digits.size();
  const bool legal = whole && digits.front() != '-' && value <= kMaxTurn;
  return legal ? std::optional(value) : std::nullopt;
}

namespace {
// The target's parts. Our names need no escapes, so an escaped name is unknown.
struct Target {
  std::string_view path, query;
  bool bad_number = false;

  // The raw value of the first parameter with this name; empty: it is missing or empty.
  std::string_view find(std::string_view name) const {
    std::string_view rest = query;
    while (!rest.empty()) {
      const std::string_view pair = rest.substr(0, rest.find('&'));
      rest.remove_prefix(std::min(rest.size(), pair.size() + 1));
      if (pair.starts_with(name) && pair.size() > name.size() && pair[name.size()] == '=')
        return pair.substr(name.size() + 1);
    }
    return "";
  }

  // A numeric parameter; `fallback` if it is missing or empty.
  int parameter(std::string_view name, int fallback) {
    const std::string_view value = find(name);
    if (value.empty()) return fallback;
    const std::optional<int> read = number(value);
    if (!read) bad_number = true;
    return read.value_or(fallback);
  }
};

// Decodes a parameter: + is a blank, %XX a byte. Nothing: a % without two hex digits.
// Source: URL Standard, application/x-www-form-urlencoded parsing.
std::optional<std::string> decoded(std::string_view value) {
  std::string text;
  while (!value.empty()) {
    if (value.front() != '%') {
      text += value.front() == '+' ? ' ' : value.front();
      value.remove_prefix(1);
      continue;
    }
    int byte = 0;
    if (value.size() < 3) return std::nullopt;
    const auto [end, failure] = std::from_chars(value.data() + 1, value.data() + 3, byte, 16);
    if (failure != std::errc() || end != value.data() + 3 || value[1] == '-') return std::nullopt;
    text += static_cast<char>(byte);
    value.remove_prefix(3);
  }
  return text;
}

// The number in PREFIX<number>SUFFIX.
std::optional<int> number_in(std::string_view path, std::string_view prefix,
                             std::string_view suffix) {
  if (!path.starts_with(prefix) || !path.ends_with(suffix)) return std::nullopt;
  if (path.size() <= prefix.size() + suffix.size()) return std::nullopt;
  return number(path.substr(prefix.size(), path.size() - prefix.size() - suffix.size()));
}
}  // namespace

// Why a decision is too late or does not match; empty: it is valid. The orchestrator decides
// finally.
static std::string stale(const ControlCommand& command, const ApprovalAsked* asked) {
  if (!is_decision(command.kind)) return "";
  const std::string turn = "turn " + std::to_string(command.turn);
  if (asked == nullptr) return turn + ": nothing waits for a decision";
  if (asked->plan.turn != command.turn)
    return turn + ": it is turn " + std::to_string(asked->plan.turn) + " that waits for a decision";
  if (asked->plan_sha256 != command.plan_sha256)
    return turn + ": it has been planned again: decide on the current plan";
  const std::vector<int> may_be = items_to_approve(asked->plan);
  for (const int item : command.items.value_or(std::vector<int>()))
    if (!std::ranges::binary_search(may_be, item))
      return turn + ": item " + std::to_string(item) + " was not asked about";
  return "";
}

static ApiDecision control(const ApiRequest& request, const RunView& view) {
  const Result<ControlCommand> command = parse_control_command(request.body);
  if (!command.ok()) return api_error(400, command.error().message);
  if (const std::string why = stale(command.value(), view.approval()); !why.empty())
    return api_error(409, why);
  return ApiControl{command.value()};
}

static ApiDecision label(const ApiRequest& request) {
  Result<MessageFields> parsed = MessageFields::parse(request.body);
  if (!parsed.ok()) return api_error(400, parsed.error().message);
  MessageFields& fields = parsed.value();
  ApiLabel asked;
  asked.run = static_cast<int>(fields.integer("/id", 1, INT32_MAX));
  asked.label = read_run_label(fields, "");
  if (!fields.failure().empty()) return api_error(400, fields.failure());
  return asked;
}

static ApiDecision person(const ApiRequest& request, const ApiContext& context) {
  static const std::vector<std::string> kDeeds = {"take_over", "input", "hand_back"};
  if (!context.no_input.empty()) return api_error(403, context.no_input);
  Result<MessageFields> parsed = MessageFields::parse(request.body);
  if (!parsed.ok()) return api_error(400, parsed.error().message);
  MessageFields& fields = parsed.value();
  ApiPerson asked;
  const std::string deed = fields.choice("/do", kDeeds);
  asked.kind = static_cast<ApiPerson::Kind>(std::ranges::find(kDeeds, deed) - kDeeds.begin());
  if (asked.kind != ApiPerson::Kind::take_over) {
    asked.lease = fields.text("/lease");
    if (asked.lease.empty() || asked.lease.size() > kMaxLease)
      fields.fail("/lease", "1.." + std::to_string(kMaxLease) + " bytes of text");
  }
  if (asked.kind == ApiPerson::Kind::input) asked.events = read_person_events(fields);
  if (!fields.failure().empty()) return api_error(400, fields.failure());
  return asked;
}

ApiAnswer api_person_answer(ApiPerson::Kind kind, const std::optional<ControlRefusal>& refusal,
                            const std::string& text) {
  if (refusal) return api_control_answer(refusal);
  JsonObject object;
  object.boolean("ok", true);
  if (kind == ApiPerson::Kind::take_over) object.text("lease", text);
  if (kind == ApiPerson::Kind::input && !text.empty()) object.text("trouble", text);
  return api_json(object.finish());
}

ApiAnswer api_label_answer(const Status& done) {
  if (done.ok()) return api_json(R"({"ok":true})");
  return api_error(done.error().code == ErrorCode::missing ? 404 : 503, done.error().message);
}

ApiAnswer api_control_answer(const std::optional<ControlRefusal>& refusal) {
  if (!refusal) return api_json(R"({"ok":true})");
  return api_error(refusal->kind == ControlRefusal::Kind::too_many ? 429 : 409, refusal->why);
}

static ApiAnswer no_turn(int turn) {
  return api_error(404, "there is no turn " + std::to_string(turn));
}

static ApiDecision turn(int turn, const RunView& view) {
  if (const TurnOpened* opened = view.opened(turn); opened != nullptr && opened->record)
    return ApiAnswer{200, "application/json", opened->record, ""};
  const int attempt = view.attempt_of(turn);
  if (attempt == 0) return no_turn(turn);
  return ApiFile{record_file(turn, attempt), "application/json"};
}

static ApiDecision exchange(int turn, std::string_view side, Target& target, const RunView& view) {
  const int attempt = target.parameter("attempt", view.attempt_of(turn));
  if (target.bad_number) return api_error(400, "attempt: expected a number");
  if (attempt == 0 && view.opened(turn) != nullptr)
    return api_error(404, "turn " + std::to_string(turn) + " is not in the log yet");
  if (attempt == 0) return no_turn(turn);
  return ApiFile{exchange_file(turn, attempt, side), "application/octet-stream"};
}

static ApiDecision plan(int turn, const RunView& view) {
  const ApprovalAsked* asked = view.approval();
  if (asked != nullptr && asked->plan.turn == turn && asked->picture)
    return ApiAnswer{200, "image/png", asked->picture, ""};
  const int attempt = view.attempt_of(turn);
  if (attempt == 0) return no_turn(turn);
  return ApiFile{plan_file(turn, attempt), "image/png"};
}

static ApiDecision picture(int turn, const RunView& view) {
  if (const TurnOpened* opened = view.opened(turn); opened != nullptr && opened->picture)
    return ApiAnswer{200, "image/png", opened->picture, ""};
  const int attempt = view.attempt_of(turn);
  if (attempt == 0) return no_turn(turn);
  return ApiFile{picture_file(turn, attempt), "image/png"};
}

static ApiDecision turns(Target& target, const RunView& view) {
  const int from = target.parameter("from", 1), to = target.parameter("to", kMaxTurn);
  if (target.bad_number) return api_error(400, "from, to: expected numbers");
  const std::optional<std::string> text = decoded(target.find("q"));
  if (!text) return api_error(400, "q: expected two hex digits after each %");
  Result<TurnQuery> query = parse_turn_query(*text);
  if (!query.ok()) return api_error(400, "q: " + query.error().message);
  if (query.value().terms.empty()) return api_json(view.rows(from, to));
  return ApiSearch{std::move(query).value(), from, to};
}

static ApiDecision look(const Target& target, const ApiContext& context, const RunView& view) {
  if (!context.has_screen) return api_error(404, "this run is not on a real screen");
  if (view.is_over()) return api_error(404, "the run is over: its pictures are recorded");
  return ApiLook{std::string(target.find("known"))};
}

ApiAnswer api_look_answer(Result<std::string> png, const std::string& etag) {
  if (!png.ok()) return api_error(503, "the screen cannot be shown: " + png.error().message);
  return {200, "image/png", std::make_shared<const std::string>(std::move(png).value()), "", etag};
}

static ApiDecision get(Target target, const RunView& view) {
  const std::string_view path = target.path;
  if (path == "/health") return api_json(view.health());
  if (path == "/events") return ApiStream{};
  if (path == "/api/run") return api_json(view.run());
  if (path == "/api/log") {
    const int after = target.parameter("after", 0);
    if (target.bad_number) return api_error(400, "after: expected a number");
    return api_json(view.log_after(static_cast<std::uint64_t>(after)));
  }
  if (path == "/api/turns") return turns(target, view);
  if (path == "/api/outline") {
    const int from = target.parameter("from", 1);
    if (target.bad_number) return api_error(400, "from: expected a number");
    return api_json(view.outline(from));
  }
  if (path == "/api/diff") {
    const int other = target.parameter("with", 0);
    if (target.bad_number || other == 0)
      return api_error(400, "with: expected a number from /api/runs");
    return ApiDiff{other};
  }
  if (path == "/export.html") {
    const int redact = target.parameter("redact", 0);
    if (target.bad_number || redact > 1) return api_error(400, "redact: expected 1");
    return ApiExport{redact == 1};
  }
  if (const auto id = number_in(path, "/api/turns/", "")) return turn(*id, view);
  for (const std::string_view side : {"request", "response"})
    if (const auto id = number_in(path, "/api/turns/", "/" + std::string(side)))
      return exchange(*id, side, target, view);
  if (const auto id = number_in(path, "/turns/", "/plan.png")) return plan(*id, view);
  if (const auto id = number_in(path, "/turns/", ".png")) return picture(*id, view);
  if (path == kLivePicture)
    return api_error(404, "only the screen of the proxy's own run can be seen live");
  return api_error(404, "there is nothing here");
}

static ApiDecision question(const ApiRequest& request, const RunView& view) {
  Result<TurnQuestion> asked = parse_turn_question(request.body);
  if (!asked.ok()) return api_error(400, asked.error().message);
  TurnQuestion& question = asked.value();
  const int attempt = view.attempt_of(question.turn);
  if (attempt > 0) return ApiAsk{question.turn, attempt, std::move(question.changes)};
  if (view.opened(question.turn) == nullptr) return no_turn(question.turn);
  return api_error(409,
                   "turn " + std::to_string(question.turn) + " is in progress: wait for its reply");
}

static constexpr const char* kNoControl = "this is a recorded run: there is nothing to control";

// A server of MCP clients, whose run this is, can be stopped from here.
static ApiDecision stop_command(const ApiRequest& request, const RunView& view) {
  const Result<ControlCommand> command = parse_control_command(request.body);
  if (!command.ok()) return api_error(400, command.error().message);
  const bool stop = command.value().kind == ControlCommand::Kind::panic;
  const bool resume = command.value().kind == ControlCommand::Kind::resume;
  if (!view.takes_stop() || (!stop && !resume)) return api_error(409, kNoControl);
  return ApiStopInput{stop};
}

static Target target_of(std::string_view text) {
  const std::size_t mark = text.find('?');
  Target target;
  target.path = text.substr(0, mark);
  if (mark != std::string_view::npos) target.query = text.substr(mark + 1);
  return target;
}

static constexpr const char* kNoModel =
    "there is no model to ask: start the page with proxy replay RUN --upstream URL";

ApiAnswer api_models_answer(const std::optional<std::string>& server,
                            const Result<std::vector<std::string>>& models) {
  JsonObject json;
  json.text_or_null("server", server);
  json.raw("models", json_text_array(models.ok() ? models.value() : std::vector<std::string>()));
  json.text_or_null("why", models.ok() ? std::nullopt : std::optional(models.error().message));
  return api_json(json.finish());
}

static ApiDecision post(const ApiRequest& request, Target target, const ApiContext& context,
                        const RunView& view) {
  if (request.control != "1") return api_error(403, "the header X-Franz-Control: 1 is missing");
  if (target.path == "/api/runs") return label(request);
  if (target.path == kAsk) {
    if (!context.has_model) return api_error(409, kNoModel);
    const int run = target.parameter("run", 0);
    if (target.bad_number) return api_error(400, "run: expected a number from /api/runs");
    if (run != 0 || context.run == RunKind::recorded) return ApiOfRun{run};
    return question(request, view);
  }
  const bool is_person = target.path == kScreen;
  if (target.path != kControl && !is_person)
    return api_error(405, "this method does not work here");
  if (is_person && context.run == RunKind::recorded) return api_error(409, kNoControl);
  if (is_person) return person(request, context);
  const int run = target.parameter("run", 0);
  if (target.bad_number) return api_error(400, "run: expected a number from /api/runs");
  if (run != 0 || context.run == RunKind::recorded) return ApiOfRun{run};
  return control(request, view);
}

ApiDecision decide(const ApiRequest& request, const ApiContext& context, const RunView& view) {
  const std::string refusal = foreign(request, context);
  if (!refusal.empty()) return api_error(403, refusal);
  Target target = target_of(request.target);
  if (request.method == "POST") return post(request, target, context, view);
  const bool reads = request.method == "GET" || request.method == "HEAD";
  if (!reads || target.path == kControl || target.path == kScreen || target.path == kAsk)
    return api_error(405, "this method does not work here");
  if (target.path == "/api/score")
    return context.score ? ApiAnswer{200, "application/json", context.score, ""}
                         : api_error(404, "this is not the page of a score");
  // The page of a score lists its runs' pages, which have a number.
  if (context.score && target.path == "/" && target.parameter("run", 0) == 0)
    target.path = "/score.html";
  for (const Asset& asset : context.assets) {
    if (asset.path != target.path) continue;
    return ApiAnswer{200, std::string(asset.type), std::make_shared<const std::string>(asset.bytes),
                     ""};
  }
  if (target.path == "/api/runs") return ApiRuns{};
  if (target.path == kModels)
    return context.has_model ? ApiDecision(ApiModels{})
                             : ApiDecision(api_models_answer(std::nullopt, Error{kNoModel}));
  const int run = target.parameter("run", 0);
  if (target.bad_number) return api_error(400, "run: expected a number from /api/runs");
  if (run != 0 || context.run == RunKind::recorded) return ApiOfRun{run};
  if (target.path == kLivePicture) return look(target, context, view);
  return get(target, view);
}

ApiDecision decide_of_run(const ApiRequest& request, const RunView& view) {
  const Target target = target_of(request.target);
  if (request.method != "POST") return get(target, view);
  return target.path == kControl ? stop_command(request, view) : question(request, view);
}

ApiAnswer api_search_answer(std::span<const TurnRow> rows, std::optional<int> searched_to) {
  ApiAnswer answer = api_json(rows_to_json(rows));
  if (searched_to) answer.note = std::to_string(*searched_to);
  return answer;
}
}  // namespace franz::proxy
