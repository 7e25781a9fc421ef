#pragma once
// What became of an exchange, in words for a log.
#include <string>
#include "common/http/exchange.h"
#include "common/wire/api/model_reply.h"

namespace franz {
// Of an attempt whose reply is no whole one. `problem`: why it could not be read; empty: it was.
std::string outcome_text(const HttpExchange& exchange, const ModelReply& reply,
                         const std::string& problem);

// Of a request that is no turn. Valid UTF-8.
std::string foreign_text(const HttpExchange& exchange);
}  // namespace franz
