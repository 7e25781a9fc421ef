#pragma once
#include <string>
#include <utility>
#include "common/http/exchange.h"

namespace franz {
// Which requests may be turns of a run, by their heads: a POST to an API's path. A page's never is:
// what has an Origin header is anybody's. A value: without a launch it remembers the first run that
// it met.
class TurnFilter {
 public:
  // `launch`: only requests of `run` are wanted. Else the first run seen is adopted, and until one
  // was, a request with no id at all is wanted too.
  TurnFilter(std::string run, bool launch) : run_(std::move(run)), adopted_(launch) {}

  bool wants(const HttpRequest& request);
  const std::string& run() const { return run_; }  // "" until one is known

 private:
  std::string run_;
  bool adopted_;
};
}  // namespace franz
