#include "proxy/relay/exchange_watch_app.h"

namespace franz::proxy {
bool ExchangeWatch::saw(const ConnectionEvent& event) {
  observer_.observe(event);
  const bool idle = observer_.is_idle(event.id);
  {
    const std::lock_guard lock(mutex_);
    if (event.kind == ConnectionEvent::Kind::closed) {
      seen_.erase(event.id);
    } else {
      Seen& seen = seen_[event.id];
      ++seen.events;
      seen.idle = idle;
    }
  }
  return asked_;
}

ExchangeWatch::Word ExchangeWatch::word(std::uint64_t connection, std::uint64_t told) const {
  const std::lock_guard lock(mutex_);
  const auto found = seen_.find(connection);
  if (found == seen_.end() || found->second.events < told) return Word::behind;
  return found->second.idle ? Word::idle : Word::busy;
}
}  // namespace franz::proxy
