#pragma once
// The APIs: how a model server is spoken to, a row each. The orchestrator, doctor and the demo
// model speak by a row; the proxy reads what passes by the row whose path it goes to.
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
// Where a request is written in another way than `Api::body` writes the same messages.
struct Departure {
  std::string field;  // "messages[2].content[1].type"
  std::string expected, got;
};

struct Api {
  std::string_view name;  // as in [model] api
  std::string_view path;  // of its requests, behind the server's base address; begins with a slash
  // What may help where a server has no such path, a sentence; empty: every server has it.
  std::string_view endpoint_advice = {};
  int least_max_tokens = 1;  // servers refuse a smaller limit
  // Token counts of a stream come only where they are asked for (RequestParameters::ask_usage).
  bool usage_is_asked_for = false;
  // The member of a request that limits the reply's tokens, where servers call a reply complete
  // that ended at this limit, so that only its count of tokens shows it (why_it_ended()). Empty:
  // the servers say so.
  std::string_view counted_limit = {};
  std::span<const std::string_view> reserved;  // ApiKind::reserved
  // The members of a body beside those of [model] extra and the tools.
  std::span<const std::string_view> members;
  // What the model may call, as a JSON list in the API's own form; empty: nothing.
  std::string (*tools)(std::span<const FunctionTool> tools);
  // Those that tell the tools, with their values. `tools` as above; none are told: none. [model]
  // extra may give another value to any but the first.
  ExtraMembers (*tool_members)(std::string_view tools);

  // The body of a request. Tokens are spliced in byte for byte. `tools`: as above.
  std::string (*body)(const RequestParameters& parameters, std::span<const Message> messages,
                      std::string_view tools, const PictureSource& pictures);

  // Failure: what the body is instead of a request: "/messages: expected a list of …".
  Result<RequestView> (*read)(std::string_view body);

  // `body`: one that `read` took, with as many messages as are expected. The texts themselves are
  // not looked at, and a picture may be missing.
  std::vector<Departure> (*departures)(std::string_view body, std::span<const Message> expected);

  // A reply as this API would answer it in one piece; for a person who reads a log of a stream.
  std::string (*answer)(const ModelReply& reply);

  // Reads an answer. `status`, `content_type`: of its head.
  std::unique_ptr<ReplyReader> (*reader)(int status, std::string_view content_type);
};

// The limit of a request by an API with a counted_limit; nothing: [model] extra removes it.
std::optional<long long> token_limit(const Api& api, const RequestParameters& parameters);

// Why the server ended a reply to a request with this limit: as it says
// (ModelReply::finish_reason), but kEndedAtLimit where it calls a reply complete, or incomplete
// without a reason, that has as many tokens as the limit, and the API is one whose servers do so
// (Api::counted_limit).
std::optional<std::string> why_it_ended(const Api& api, const ModelReply& reply,
                                        std::optional<long long> limit);
}  // namespace franz
