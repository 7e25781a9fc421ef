#pragma once
// The table of known causes for requests without a reply: how to recognise a cause, what helps, and
// whether repeating the request can help. Servers report the same problem with different statuses,
// types and messages (docs/model-servers.md); here it has one code. docs/troubleshooting.md is the
// same table for people; a test compares the codes. Sources of the messages: the servers' source
// code, and issues reported by users (each is a test case).
#include <array>
#include <span>
#include <string>
#include <string_view>
#include "common/wire/api/api.h"
#include "common/wire/api/server_answer.h"
#include "common/wire/turn_options.h"

namespace franz {
// How a request is repeated after the cause.
enum class Repeat {
  never,            // the same request gets the same answer
  once,             // a reply of the model is at fault; another one may work
  some,             // five times, after 0.5 s and doubling: it may be temporary, or a wrong request
  slowly,           // three times, after 15 s and doubling: a process must restart
  until_it_passes,  // without limit: a server that is down or busy comes back
  while_loading,    // every 2 s; not a failure
  without_option,   // immediately, without one of our optional parameters; else never
};

// The code for a rejected stream_options, for callers that then omit it.
inline constexpr std::string_view kUsageOption = "usage_option";
// The code for a request that exceeds the model's context, for callers that can send less.
inline constexpr std::string_view kTooLongCause = "too_long";

struct KnownCause {
  std::string_view code;  // several entries may share one
  Repeat repeat = Repeat::never;
  // Advice in sentences for the person, with {bytes} for the size of the request's body and
  // {endpoint} for Api::endpoint_advice. Empty: the server's message is sufficient.
  std::string_view advice = {};
  // An entry matches if all of the following conditions hold. `from`, `to`: the HTTP status, or the
  // status that an error under a status below 300 means; 0: any.
  int from = 0, to = 0;
  // The error's type or code is `name`, or its message contains one of the `needles`, in lower
  // case; an asterisk matches any text. Both empty: any.
  std::string_view name = {};
  std::array<std::string_view, 10> needles = {};
  // Of the answer. Unless it is `whole`, the needles are searched in ServerAnswer::why.
  ServerAnswer::Transport transport = ServerAnswer::Transport::whole;
  bool without_key = false;   // the request had no key
  bool lists_models = false;  // another model of the server may help
  // A warning for the model in the next request, if it can help; empty: none.
  std::string_view to_model = {};
};

// In the order in which they are tried. The last ones match any answer without a reply.
std::span<const KnownCause> known_causes();

// The warning to the model (KnownCause::to_model), and whether a warning is one of these.
Warning reply_lost_warning(std::string_view to_model);
bool is_reply_lost_warning(const Warning& warning);

struct FoundCause {
  const KnownCause* entry = nullptr;  // never null
  int status = 0;      // the HTTP status, or the one that an error under status 200 means
  std::string advice;  // the entry's, filled in
};

// For an answer without a reply that was sent and not stopped. Answers of our own proxy count as
// `unreachable`.
FoundCause find_cause(const ModelAnswer& answer, const Api& api);
}  // namespace franz
