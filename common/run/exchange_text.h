#pragma once
// The outcome of an exchange as text for a log.
#include <string>
#include "common/http/exchange.h"
#include "common/wire/api/model_reply.h"

namespace franz {
// For an attempt without a complete reply. `problem`: why it could not be read; empty: it was read.
std::string outcome_text(const HttpExchange& exchange, const ModelReply& reply,
                         const std::string& problem);

// For a request that is not a turn. Valid UTF-8.
std::string foreign_text(const HttpExchange& exchange);
}  // namespace franz
