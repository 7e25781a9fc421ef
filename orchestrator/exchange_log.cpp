#include "orchestrator/exchange_log.h"
#include "common/base/json.h"
#include "common/base/printable.h"
#include "common/base/readable_json.h"

namespace franz::orchestrator {
static std::string entry(std::string_view title, std::string_view text) {
  const std::string rule(80, '=');
  std::string made = rule;
  made.append("\n").append(title).append("\n").append(rule).append("\n").append(text);
  return made.append(made.ends_with('\n') ? "\n" : "\n\n");
}

std::string logged_request(std::string_view body) {
  return entry("REQUEST TO MODEL:", readable_json(body));
}

// A body that is no JSON may have any bytes.
static std::string readable(std::string_view body) {
  return JsonDocument::read(body).ok() ? readable_json(body) : printable_lines(body);
}

std::string logged_response(const Api& api, const ModelAnswer& answer) {
  const ModelReply& reply = answer.reply;
  const bool said = reply.content || reply.reasoning || !reply.calls.empty();
  std::string text;
  if (answer.status != 0 && answer.status != 200)
    text += "(status " + std::to_string(answer.status) + ")\n";
  if (answer.transport != ServerAnswer::Transport::whole)
    text += "(no whole answer: " + printable(answer.why) + ")\n";
  if (reply.streamed && (said || reply.kind != ModelReply::Kind::cut)) {
    text += readable_json(api.answer(reply));
  } else {
    text += readable(answer.body);
  }
  return entry("RESPONSE FROM MODEL:", text);
}
}  // namespace franz::orchestrator
