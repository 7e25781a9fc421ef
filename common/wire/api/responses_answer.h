#pragma once
// A reply as an answer of the Responses API that is no stream, for a person who reads a log; its
// form is that of responses_reply.h.
#include <string>
#include "common/wire/api/model_reply.h"

namespace franz {
// Tokens are spliced byte for byte. What the reply had not is left out. One that was cut is
// "in_progress".
std::string responses_answer(const ModelReply& reply);
}  // namespace franz
