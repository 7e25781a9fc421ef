#pragma once
// The dashboard's HTTP as a function: what a request may ask, and what answers it (DESIGN §3
// "Dashboard HTTP"). Nothing here touches files or sockets, and no part of a path from outside ever
// becomes part of a path of ours: ids are numbers.
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>
#include "common/wire/control_messages.h"
#include "proxy/dashboard/assets.h"
#include "proxy/dashboard/run_view.h"

namespace franz::proxy {
// Header values are those of the first such header; nothing: it did not come.
struct ApiRequest {
  std::string method, target, body;
  std::optional<std::string> host, origin, fetch_site, control;
};

// Where the server listens, which decides whom it answers.
struct ApiContext {
  int port = 8080;
  bool exposed = false;  // --expose: IP addresses in `Host` are ours too
  std::span<const Asset> assets;
};

struct ApiAnswer {
  int status = 200;
  std::string type = "application/json";
  std::shared_ptr<const std::string> body;
};
// A file of the run folder by its name there; missing: 404.
struct ApiFile {
  std::string name, type;
};
struct ApiStream {};  // the server-sent events begin
struct ApiRuns {};    // the list of runs
struct ApiControl {   // give it to the supervisor, answer 200
  ControlCommand command;
};
using ApiDecision = std::variant<ApiAnswer, ApiFile, ApiStream, ApiRuns, ApiControl>;

// Refusals: 403 for a Host that is not ours, a foreign Origin or Sec-Fetch-Site, and a POST without
// X-Franz-Control: 1; 404, 405, 400 with {"error":"…"}; 409 for a command that makes no sense now.
ApiDecision decide(const ApiRequest& request, const ApiContext& context, const RunView& view);

// On every answer: what a browser may do with it.
std::span<const std::pair<std::string_view, std::string_view>> security_headers();

ApiAnswer api_error(int status, std::string_view text);
}  // namespace franz::proxy
