#pragma once
// The dashboard's HTTP as a function: which requests are allowed, and their answers
// (docs/http-api.md). Uses no files and sockets. No part of a path from outside becomes part of a
// path of ours: ids are numbers.
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>
#include "common/base/result.h"
#include "common/run/run_labels.h"
#include "common/wire/control_messages.h"
#include "common/wire/person_input.h"
#include "proxy/dashboard/assets.h"
#include "proxy/dashboard/changed_request.h"
#include "proxy/dashboard/run_view.h"
#include "proxy/dashboard/turn_query.h"
#include "proxy/supervisor/supervisor.h"

namespace franz::proxy {
// Nothing: the header is missing. A request with a repeated header is refused earlier.
struct ApiRequest {
  std::string method, target, body;
  std::optional<std::string> host, origin, fetch_site, control;
};

// Where the server listens, which determines the accepted hosts.
struct ApiContext {
  int port = 8080;
  bool exposed = false;  // --expose: IP addresses in `Host` are accepted too
  std::span<const Asset> assets;
  RunKind run = RunKind::live;  // recorded: `proxy replay`
  bool has_screen = false;      // the live run acts on a real screen, which can be viewed
  bool has_model = false;       // a model's server can be asked about recorded turns
  // /api/score of a score's page, whose runs are recorded ones; null: it is a run's page.
  std::shared_ptr<const std::string> score = nullptr;
  // Why no page may take the screen over, whatever the run does; empty: one may.
  std::string no_input = {};
};

struct ApiAnswer {
  int status = 200;
  std::string type = "application/json";
  std::shared_ptr<const std::string> body;
  std::string note;       // the header X-Franz-Cut, see api_search_answer; empty: none
  std::string etag = {};  // the header ETag, without quotes; empty: none
};
// A file of the run folder; 404 if it is missing.
struct ApiFile {
  // Its name in the folder. A retry may have used the picture or plan of an earlier attempt; then
  // that file is sent.
  std::string name, type;
};
struct ApiStream {};  // the server-sent events begin
struct ApiRuns {};    // the list of runs
struct ApiLabel {     // what a person calls a run; see api_label_answer()
  int run = 0;        // its number in /api/runs
  RunLabel label;
};
struct ApiSearch {  // rows from..to that the query selects
  TurnQuery query;
  int from = 0, to = 0;
};
struct ApiDiff {  // the run compared with another one
  int other = 0;  // a number from /api/runs
};
struct ApiExport {  // the run as one page
  bool redact = false;
};
struct ApiControl {  // for the supervisor, which decides; see api_control_answer()
  ControlCommand command;
};
struct ApiStopInput {  // for the program that writes a recorded run
  bool stop = true;    // false: it may continue
};
struct ApiModels {};  // the models of the server that ApiAsk would ask
struct ApiAsk {       // a recorded turn's request, with changes, for the model's server
  int turn = 0, attempt = 0;
  RequestChanges changes;
};
// What a page that uses the screen, or wants to, asks for.
//   {"do":"take_over"}   {"do":"input","lease":"…","events":[…]}   {"do":"hand_back","lease":"…"}
struct ApiPerson {
  enum class Kind { take_over, input, hand_back };
  Kind kind = Kind::take_over;
  std::string lease = {};  // from the answer to take_over; 1..kMaxLease bytes
  std::vector<PersonEvent> events = {};
};
inline constexpr std::size_t kMaxLease = 64;
struct ApiLook {      // the current screen
  std::string known;  // the ETag of the picture that the page has; empty: none
};
// The request is about a recorded run: decide_of_run() answers it with that run's view.
struct ApiOfRun {
  int run = 0;  // a number from /api/runs; 0: the replayed run
};
using ApiDecision =
    std::variant<ApiAnswer, ApiFile, ApiStream, ApiRuns, ApiLabel, ApiSearch, ApiDiff, ApiExport,
                 ApiControl, ApiPerson, ApiLook, ApiStopInput, ApiModels, ApiAsk, ApiOfRun>;

// Refusals: 403 for a foreign Host, Origin or Sec-Fetch-Site, and for a POST without
// X-Franz-Control: 1; 404, 405, 400 with {"error":"…"}; 409 for a command that a recorded run does
// not take, and for a question without a model's server. Preflight requests are not supported:
// OPTIONS gets 405 like any other method. `view` is not used for a replay.
ApiDecision decide(const ApiRequest& request, const ApiContext& context, const RunView& view);

// The same for a request that decide() answered with ApiOfRun, a GET, a question or a command; the
// target's `run` is ignored.
ApiDecision decide_of_run(const ApiRequest& request, const RunView& view);

// The rows found by a search. `searched_to`: the last searched turn if the time did not suffice.
// The header X-Franz-Cut contains it; the same query from the next turn on continues.
ApiAnswer api_search_answer(std::span<const TurnRow> rows, std::optional<int> searched_to);

// The supervisor's answer to a command: 200 {"ok":true} if it was accepted. Refusals,
// {"error":"why"}: 409 not possible in the current state (the run is over, no program runs that
// could make a step), 429 too many notes wait for a turn.
ApiAnswer api_control_answer(const std::optional<ControlRefusal>& refusal);

// 200 {"ok":true}, 404 if no such run exists, or 503 with the reason.
ApiAnswer api_label_answer(const Status& done);

// The models of the server that can be asked about recorded turns:
// {"server":"http://…","models":["…"],"why":null}; `why`: there is no server, or its list could not
// be read.
ApiAnswer api_models_answer(const std::optional<std::string>& server,
                            const Result<std::vector<std::string>>& models);

// 200: take_over {"ok":true,"lease":text}; input {"ok":true}, with "trouble":text if something
// could not be sent; hand_back {"ok":true}. Refusals as for a command.
ApiAnswer api_person_answer(ApiPerson::Kind kind, const std::optional<ControlRefusal>& refusal,
                            const std::string& text);

// The result of a look at the screen: a PNG with its ETag, or 503 with the reason.
ApiAnswer api_look_answer(Result<std::string> png, const std::string& etag);

// Sent with every answer: what a browser may do with it.
std::span<const std::pair<std::string_view, std::string_view>> security_headers();

ApiAnswer api_json(std::string body);
ApiAnswer api_error(int status, std::string_view text);
}  // namespace franz::proxy
