#pragma once
// The dashboard's HTTP as a function: what a request may ask, and what answers it
// (docs/http-api.md). Nothing here touches files or sockets, and no part of a path from outside
// ever becomes part of a path of ours: ids are numbers.
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>
#include "common/base/result.h"
#include "common/wire/control_messages.h"
#include "proxy/dashboard/assets.h"
#include "proxy/dashboard/run_view.h"
#include "proxy/dashboard/turn_query.h"
#include "proxy/supervisor/supervisor.h"

namespace franz::proxy {
// Nothing: the header did not come. Who sends one of them twice is refused before.
struct ApiRequest {
  std::string method, target, body;
  std::optional<std::string> host, origin, fetch_site, control;
};

// Where the server listens, which decides whom it answers.
struct ApiContext {
  int port = 8080;
  bool exposed = false;  // --expose: IP addresses in `Host` are ours too
  std::span<const Asset> assets;
  RunKind run = RunKind::live;  // recorded: `proxy replay`, the run is the folder's
  bool has_screen = false;      // the live run acts on a real screen, which can be looked at
};

struct ApiAnswer {
  int status = 200;
  std::string type = "application/json";
  std::shared_ptr<const std::string> body;
  std::string note;  // the header X-Franz-Cut, see api_search_answer; empty: none
};
// A file of the run folder; missing: 404.
struct ApiFile {
  // Its name in the folder. A retry may have sent the picture, and shown the plan, of an earlier
  // attempt, whose file is answered with then.
  std::string name, type;
};
struct ApiStream {};  // the server-sent events begin
struct ApiRuns {};    // the list of runs
struct ApiSearch {    // rows from..to that the query selects
  TurnQuery query;
  int from = 0, to = 0;
};
struct ApiExport {  // the run as one page
  bool redact = false;
};
struct ApiControl {  // for the supervisor, which decides: api_control_answer()
  ControlCommand command;
};
struct ApiLook {};  // the screen as it is now
// The question is about a recorded run: decide_of_run() with its view answers it.
struct ApiOfRun {
  int run = 0;  // a number from /api/runs; 0: the run that is replayed
};
using ApiDecision = std::variant<ApiAnswer, ApiFile, ApiStream, ApiRuns, ApiSearch, ApiExport,
                                 ApiControl, ApiLook, ApiOfRun>;

// Refusals: 403 for a Host that is not ours, a foreign Origin or Sec-Fetch-Site, and a POST without
// X-Franz-Control: 1; 404, 405, 400 with {"error":"…"}; 409 for a command to a recorded run.
// No preflight is ever granted: OPTIONS is a 405 like any other method.
// `view` is not looked at in the context of a replay.
ApiDecision decide(const ApiRequest& request, const ApiContext& context, const RunView& view);

// The same for a GET that decide() answered with ApiOfRun, whatever `run` the target names.
ApiDecision decide_of_run(const ApiRequest& request, const RunView& view);

// The rows that a search found. `searched_to`: the last turn that was looked at, when there was no
// time for the rest: the header X-Franz-Cut says it, and the same question from the turn after it
// goes on.
ApiAnswer api_search_answer(std::span<const TurnRow> rows, std::optional<int> searched_to);

// What the supervisor said of a command. 200 {"ok":true}: it was taken. Refusals, {"error":"why"}:
// 409 it makes no sense as things are (the run is over, nothing runs that could make a step),
// 429 there is no room for one more note until a turn takes those that wait.
ApiAnswer api_control_answer(const std::optional<ControlRefusal>& refusal);

// What a look at the screen found: a PNG, or 503 with why there is none.
ApiAnswer api_look_answer(Result<std::string> png);

// On every answer: what a browser may do with it.
std::span<const std::pair<std::string_view, std::string_view>> security_headers();

ApiAnswer api_error(int status, std::string_view text);
}  // namespace franz::proxy
