#pragma once
// The table of APIs: one entry describes how to talk to a model server. Orchestrator, doctor and
// the demo model choose an entry by name; the proxy chooses it by the path of a request.
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/wire/api/model_reply.h"
#include "common/wire/api/request.h"
#include "common/wire/message.h"

namespace franz {
// A difference between a request and what `Api::body` writes for the same messages.
struct Departure {
  std::string field;  // "messages[2].content[1].type"
  std::string expected, got;
};

struct Api {
  std::string_view name;  // as in [model] api
  std::string_view path;  // of its requests, after the server's base address; begins with a slash
  // Advice for servers without this path, one sentence; empty: every server has it.
  std::string_view endpoint_advice = {};
  int least_max_tokens = 1;  // servers reject a smaller limit
  // The request must ask for the token counts of a stream (RequestParameters::ask_usage).
  bool usage_is_asked_for = false;
  // The request member that limits the reply's tokens, for servers that call a reply complete when
  // it ended at this limit, so that only its token count shows it (why_it_ended()). Empty: the
  // servers report it.
  std::string_view counted_limit = {};
  std::span<const std::string_view> reserved;  // ApiKind::reserved
  // The members of a body except those of [model] extra and the tools.
  std::span<const std::string_view> members;
  // The functions that the model may call, as a JSON list in the API's own form; empty: none.
  std::string (*tools)(std::span<const FunctionTool> tools);
  // The members that describe the tools, with their values. `tools`: as above; empty: no members.
  // [model] extra may override all but the first.
  ExtraMembers (*tool_members)(std::string_view tools);

  // The body of a request. Tokens are inserted byte for byte. `tools`: as above.
  std::string (*body)(const RequestParameters& parameters, std::span<const Message> messages,
                      std::string_view tools, const PictureSource& pictures);

  // Failure: what is wrong with the request body: "/messages: expected a list of …".
  Result<RequestView> (*read)(std::string_view body);

  // `body`: accepted by `read`, with as many messages as expected. Ignores the texts themselves,
  // and a picture may be missing.
  std::vector<Departure> (*departures)(std::string_view body, std::span<const Message> expected);

  // A reply as this API would send it without streaming; for people who read the log of a stream.
  std::string (*answer)(const ModelReply& reply);

  // Creates a reader for an answer with this status and Content-Type.
  std::unique_ptr<ReplyReader> (*reader)(int status, std::string_view content_type);
};

// The token limit of a request to an API with a counted_limit; nothing: [model] extra removes it.
std::optional<long long> token_limit(const Api& api, const RequestParameters& parameters);

// Why the server ended a reply to a request with this limit: ModelReply::finish_reason, or
// kEndedAtLimit if the API has a counted_limit and the server calls a reply with that many tokens
// complete, or incomplete without a reason.
std::optional<std::string> why_it_ended(const Api& api, const ModelReply& reply,
                                        std::optional<long long> limit);
}  // namespace franz
