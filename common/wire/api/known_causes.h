#pragma once
// The known causes of requests that brought no reply, a table: how a cause is recognised, what
// helps, and whether the same request can help at all. Servers report the same trouble under
// different statuses, types and messages (docs/model-servers.md); here it has one code.
// docs/troubleshooting.md is the same table for people; a test compares the codes.
// Sources of the messages: the servers' sources, and issues that users reported (each is a case of
// the test).
#include <array>
#include <span>
#include <string>
#include <string_view>
#include "common/wire/api/api.h"
#include "common/wire/api/server_answer.h"
#include "common/wire/turn_options.h"

namespace franz {
// What becomes of a request after the cause.
enum class Repeat {
  never,            // an equal request gets an equal answer
  once,             // a reply of the model's is at fault, and another one may do
  some,             // five times, after 0.5 s and doubling: it may pass, or be a wrong request
  slowly,           // three times, after 15 s and doubling: a process has to start again
  until_it_passes,  // as often as it takes: a server that is down or busy comes back
  while_loading,    // every 2 s; it is no failure
  without_option,   // at once, without an option of ours that is optional; else never
};

// The code of the refused stream_options, for those who leave it out.
inline constexpr std::string_view kUsageOption = "usage_option";
// The code of a request that does not fit the model's context, for those who can send less.
inline constexpr std::string_view kTooLongCause = "too_long";

struct KnownCause {
  std::string_view code;  // several entries may share one
  Repeat repeat = Repeat::never;
  // What helps, in sentences for the person, with {bytes} for the size of the request's body and
  // {endpoint} for Api::endpoint_advice. Empty: the server's message says it all.
  std::string_view advice = {};
  // An entry holds if all of the following do. `from`, `to`: the HTTP status, or the one that an
  // error under a status below 300 means; 0: any.
  int from = 0, to = 0;
  // The error's type or code is `name`, or its message has one of the `needles`, in lower case; an
  // asterisk stands for any text. None given: any.
  std::string_view name = {};
  std::array<std::string_view, 10> needles = {};
  // Of the answer; the needles are looked for in ServerAnswer::why where it is not `whole`.
  ServerAnswer::Transport transport = ServerAnswer::Transport::whole;
  bool without_key = false;   // the request had no key
  bool lists_models = false;  // another model of the server may help
  // What the model hears with the next request, where it can help; empty: nothing.
  std::string_view to_model = {};
};

// In the order in which they are tried. The last ones hold for any answer that is no reply.
std::span<const KnownCause> known_causes();

// The warning that tells the model (KnownCause::to_model), and whether one is such a warning.
Warning reply_lost_warning(std::string_view to_model);
bool is_reply_lost_warning(const Warning& warning);

struct FoundCause {
  const KnownCause* entry = nullptr;  // never null
  int status = 0;      // the HTTP status, or the one that an error under status 200 means
  std::string advice;  // the entry's, filled in
};

// Of an answer that is no reply and was neither stopped nor never sent. What our own proxy answers
// counts as `unreachable`.
FoundCause find_cause(const ModelAnswer& answer, const Api& api);
}  // namespace franz
