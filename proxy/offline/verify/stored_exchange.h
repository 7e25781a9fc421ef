#pragma once
// The stored bytes of one exchange, read again by the readers that the recorder used.
#include <memory>
#include <optional>
#include <string>
#include "common/http/exchange.h"
#include "common/run/make_record.h"

namespace franz::proxy {
struct StoredExchange {
  std::shared_ptr<const HttpRequest> request;  // null: the bytes hold no whole request
  std::string body;                            // of the request
  bool has_turn_header = false;                // X-Franz-Turn, right or wrong
  std::optional<SeenReply> reply;              // nothing: no bytes of a reply are there
  // What is wrong with each as an HTTP message; empty: nothing. A reply that was cut on its way is
  // no trouble.
  std::string request_trouble, response_trouble;
};

// `request` as it was sent; `response`: nothing: there is no file of it.
StoredExchange read_exchange(const std::string& request,
                             const std::optional<std::string>& response);
}  // namespace franz::proxy
