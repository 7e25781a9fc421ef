#pragma once
// Host names looked up without anybody being held by it: the system's resolver cannot be called off
// and may take half a minute, longer than a connection may be waited for or a stop may take.
#include <functional>
#include <memory>
#include <string>
#include <vector>
#include "common/base/result.h"

namespace franz {
// IP addresses as text, in the order in which they are to be tried; never none of them.
using HostAddresses = Result<std::vector<std::string>>;

// Finds the addresses of a host name. May block as long as it likes.
using LookUpHost = std::function<HostAddresses(const std::string& host)>;

// The system's resolver: hosts file, DNS and what else the system asks. Failure: its words.
HostAddresses look_up_host(const std::string& host);

// For any number of threads. What is being looked up already is not looked up a second time, so
// that callers who gave up leave no more than one thread for each name behind.
class NameLookups {
 public:
  explicit NameLookups(LookUpHost look_up = look_up_host);

  using OnFound = std::function<void(const HostAddresses&)>;
  // Somebody who waits. Destroyed, it is not told any more; a call under way ends first.
  class Waiter;

  // `on_found` is called once, from another thread or from inside this call, as long as the waiter
  // lives; it must not destroy it.
  [[nodiscard]] std::unique_ptr<Waiter> look_up(const std::string& host, OnFound on_found);

 private:
  struct State;
  std::shared_ptr<State> state_;  // outlives this object while a lookup goes on
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
