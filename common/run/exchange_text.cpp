#include "common/run/exchange_text.h"
#include "common/base/utf8.h"

namespace franz {
std::string outcome_text(const HttpExchange& exchange, const ModelReply& reply,
                         const std::string& problem) {
  if (exchange.own_answer)
    return reply.error.text.empty() ? "the upstream could not be reached" : reply.error.text;
  if (exchange.response.status == 0) {
    const std::string what = exchange.reply_unread              ? "the reply could not be read"
                             : exchange.response.wire_bytes > 0 ? "the reply's head was incomplete"
                                                                : "no response";
    return problem.empty() ? what : what + ": " + problem;
  }
  std::string text = "status " + std::to_string(exchange.response.status);
  if (!problem.empty()) return text + ", " + problem;
  if (reply.kind == ModelReply::Kind::error) return text + ": " + reply.error.text;
  return text + ", the reply is incomplete";
}

std::string foreign_text(const HttpExchange& exchange) {
  const HttpRequest& request = *exchange.request;
  std::string text = "foreign request: " + request.method + " " + request.target + ": ";
  text += exchange.response.status == 0 ? std::string("no answer")
                                        : "status " + std::to_string(exchange.response.status);
  if (exchange.own_answer && !request.other_site)
    text += " from the proxy itself: the upstream could not be reached";
  if (request.other_site) {
    text += " from the proxy itself (asked by a web page of another site)";
  } else if (request.has_origin) {
    text += " (asked by a web page: it has an Origin header)";
  }
  return to_valid_utf8(text);
}
}  // namespace franz
