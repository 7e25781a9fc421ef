#pragma once
// Looks up host names without blocking the caller: the system's resolver cannot be cancelled and
// may take half a minute, longer than a connection or a stop may take.
#include <functional>
#include <memory>
#include <string>
#include <vector>
#include "common/base/result.h"

namespace franz {
// IP addresses as text, in the order in which to try them; never empty.
using HostAddresses = Result<std::vector<std::string>>;

// Finds the addresses of a host name. May block.
using LookUpHost = std::function<HostAddresses(const std::string& host)>;

// The system's resolver: hosts file, DNS and other system sources. Failure: its message.
HostAddresses look_up_host(const std::string& host);

// For any number of threads. A name is never looked up twice at the same time, so callers that gave
// up leave at most one thread per name.
class NameLookups {
 public:
  explicit NameLookups(LookUpHost look_up = look_up_host);

  using OnFound = std::function<void(const HostAddresses&)>;
  // Waits for a result. After destruction it is not called; the destructor waits for a call in
  // progress.
  class Waiter;

  // `on_found` is called once, from another thread or during this call, while the waiter lives; it
  // must not destroy the waiter.
  [[nodiscard]] std::unique_ptr<Waiter> look_up(const std::string& host, OnFound on_found);

 private:
  struct State;
  std::shared_ptr<State> state_;  // outlives this object during a lookup
};

class NameLookups::Waiter {
 public:
  ~Waiter();
  Waiter(const Waiter&) = delete;
  Waiter& operator=(const Waiter&) = delete;

 private:
  friend class NameLookups;
  struct Place;
  explicit Waiter(std::shared_ptr<Place> place);
  std::shared_ptr<Place> place_;
};
}  // namespace franz
