#pragma once
#include <string>
#include <utility>
#include "common/http/exchange.h"

namespace franz {
// Decides by their heads which requests may be turns of a run: a POST to an API path. Requests with
// an Origin header never are, since any web page may send them. A value: without a launch it
// remembers the first run that it saw.
class TurnFilter {
 public:
  // `launch`: only requests of `run` are wanted. Otherwise the first run seen is adopted; until
  // then, requests without any id are wanted too.
  TurnFilter(std::string run, bool launch) : run_(std::move(run)), adopted_(launch) {}

  bool wants(const HttpRequest& request);
  const std::string& run() const { return run_; }  // "" until one is known

 private:
  std::string run_;
  bool adopted_;
};
}  // namespace franz
