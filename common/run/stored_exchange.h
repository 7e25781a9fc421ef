#pragma once
// Parses the stored bytes of one exchange with the recorder's parsers.
#include <memory>
#include <optional>
#include <string>
#include "common/http/exchange.h"
#include "common/run/make_record.h"

namespace franz {
struct StoredExchange {
  std::shared_ptr<const HttpRequest> request;  // null: the bytes contain no complete request
  std::string body;                            // of the request
  bool has_turn_header = false;                // X-Franz-Turn, valid or not
  std::optional<SeenReply> reply;              // nothing: there are no bytes of a reply
  std::string coding;                          // the reply's Content-Encoding; empty: none
  // The HTTP errors of each; empty: none. A reply that was interrupted is not an error.
  std::string request_trouble, response_trouble;
};

// `request`: as sent; `response`: nothing: it has no file.
StoredExchange read_exchange(const std::string& request,
                             const std::optional<std::string>& response);
}  // namespace franz
