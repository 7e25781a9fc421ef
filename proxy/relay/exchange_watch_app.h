#pragma once
// What the observer's thread tells the relay's: whether an exchange is under way on a connection.
// The relay asks at two moments only, never to forward a byte: when the proxy ends (idle
// connections are closed at once), and when an upstream's TLS ends without close_notify.
#include <atomic>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include "proxy/relay/http_observer.h"

namespace franz::proxy {
class ExchangeWatch {
 public:
  enum class Word {
    behind,  // not all events of the connection have been seen yet
    idle,    // each request has its whole reply
    busy,    // an exchange is under way, or there may be one: not HTTP, upgraded, dropped
  };

  // The observer's thread, each event in order. True: somebody has asked, and the word about its
  // connection may be another now.
  bool saw(const ConnectionEvent& event);

  // From now on saw() says true.
  void ask() { asked_ = true; }

  // About a connection of which `told` events were pushed.
  Word word(std::uint64_t connection, std::uint64_t told) const;

 private:
  struct Seen {
    std::uint64_t events = 0;
    bool idle = false;
  };
  HttpObserver observer_{ObserverLimits{0}};  // it counts; it keeps no bodies
  std::atomic<bool> asked_ = false;
  mutable std::mutex mutex_;
  std::unordered_map<std::uint64_t, Seen> seen_;  // guarded by mutex_
};
}  // namespace franz::proxy
