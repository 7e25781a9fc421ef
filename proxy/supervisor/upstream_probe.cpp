#include "proxy/supervisor/upstream_probe.h"
#include "common/wire/api/model_list.h"

namespace franz::proxy {
// Of an answer whose type or first character says HTML.
static bool is_web_page(const ProbeResult& result) {
  if (result.content_type.find("html") != std::string::npos) return true;
  const std::size_t ink = result.body.find_first_not_of(" \t\r\n");
  return ink != std::string::npos && result.body[ink] == '<';
}

ProbeVerdict judge_probe(const ProbeResult& result, const Upstream& upstream, int timeout_s) {
  const std::string url = to_string(upstream);
  switch (result.kind) {
    case ProbeResult::Kind::refused: return {false, "nothing listens at " + url};
    case ProbeResult::Kind::unreachable: return {false, url + " cannot be reached: " + result.why};
    case ProbeResult::Kind::no_answer:
      return {false, url + " gives no answer: nothing came in " + std::to_string(timeout_s) + " s"};
    case ProbeResult::Kind::not_http:
      return {false, url + " answers, but not in HTTP: it is no model server"};
    case ProbeResult::Kind::tls: return {false, url + " " + result.why};
    case ProbeResult::Kind::answered: break;
  }
  if (is_web_page(result)) {
    return {false, url + " answers with a web page (status " + std::to_string(result.status) +
                       "): it is no model server"};
  }
  return {true, url + " answers with status " + std::to_string(result.status)};
}

std::string probe_target(const Upstream& upstream) {
  return (upstream.path.empty() ? "/v1" : upstream.path) + "/models";
}

bool is_model_list(const ProbeResult& result) {
  return result.kind == ProbeResult::Kind::answered && parse_model_list(result.body).ok();
}
}  // namespace franz::proxy
