#include "proxy/supervisor/upstream_probe.h"
#include "common/wire/api/model_list.h"

namespace franz::proxy {
using Transport = ServerAnswer::Transport;

// For an answer whose type or first character indicates HTML.
static bool is_web_page(const ModelsAnswer& answer) {
  if (answer.content_type.find("html") != std::string::npos) return true;
  const std::size_t ink = answer.body.find_first_not_of(" \t\r\n");
  return ink != std::string::npos && answer.body[ink] == '<';
}

ProbeVerdict judge_probe(const ModelsAnswer& answer, const Upstream& upstream, int timeout_s) {
  const std::string url = to_string(upstream);
  switch (answer.transport) {
    case Transport::refused: return {false, "nothing listens at " + url};
    case Transport::no_answer:
    case Transport::went_silent:
      return {false, url + " gives no answer: nothing came in " + std::to_string(timeout_s) + " s"};
    case Transport::not_sent: return {false, url + " cannot be asked: " + answer.why};
    case Transport::unreachable:
    case Transport::no_tls:
    case Transport::stopped: return {false, url + " " + answer.did};
    case Transport::broken:
    case Transport::no_http:
      if (answer.status == 0) return {false, url + " " + answer.did};
      break;
    case Transport::whole: break;
  }
  const std::string status = std::to_string(answer.status);
  if (is_web_page(answer))
    return {false, url + " answers with a web page (status " + status + "): it is no model server"};
  return {true, url + " answers with status " + status};
}

bool is_model_list(const ModelsAnswer& answer) {
  return answer.transport == Transport::whole && parse_model_list(answer.body).ok();
}
}  // namespace franz::proxy
