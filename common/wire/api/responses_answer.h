#pragma once
// A reply as a Responses API answer without streaming, for people who read a log; its form is
// described in responses_reply.h.
#include <string>
#include "common/wire/api/model_reply.h"

namespace franz {
// Tokens are inserted byte for byte. Missing parts are omitted. A reply that was cut is
// "in_progress".
std::string responses_answer(const ModelReply& reply);
}  // namespace franz
