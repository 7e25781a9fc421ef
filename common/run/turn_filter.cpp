#include "common/run/turn_filter.h"
#include "common/wire/api/apis.h"

namespace franz {
bool TurnFilter::wants(const HttpRequest& request) {
  if (request.method != "POST" || request.may_be_a_pages() ||
      find_api_at(request.target) == nullptr)
    return false;
  if (!adopted_ && request.turn) {
    run_ = request.turn->run;
    adopted_ = true;
  }
  if (request.turn) return request.turn->run == run_;
  return !adopted_;
}
}  // namespace franz
