#include "common/net/name_lookup.h"
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/system/system_error.hpp>
#include <map>
#include <mutex>
#include <system_error>
#include <utility>
#include "common/os/detached_thread.h"

namespace franz {
HostAddresses look_up_host(const std::string& host) {
  namespace asio = boost::asio;
  try {
    asio::io_context io(1);
    asio::ip::tcp::resolver resolver(io);
    std::vector<std::string> addresses;
    for (const auto& entry : resolver.resolve(host, ""))
      addresses.push_back(entry.endpoint().address().to_string());
    if (addresses.empty()) return Error{"it has no address"};
    return addresses;
  } catch (const boost::system::system_error& error) {
    return Error{error.code().message()};
  }
}

struct NameLookups::Waiter::Place {
  std::mutex mutex;
  OnFound on_found;  // empty: called, or no longer waiting
};

struct NameLookups::State {
  explicit State(LookUpHost function) : look_up(std::move(function)) {}

  const LookUpHost look_up;
  std::mutex mutex;
  std::map<std::string, std::vector<std::shared_ptr<Waiter::Place>>> waiting;  // by name

  void deliver(const std::string& host, const HostAddresses& found) {
    std::vector<std::shared_ptr<Waiter::Place>> places;
    {
      const std::lock_guard lock(mutex);
      places = std::move(waiting.extract(host).mapped());
    }
    for (const auto& place : places) {
      const std::lock_guard lock(place->mutex);
      if (place->on_found) std::exchange(place->on_found, {})(found);
    }
  }
};

NameLookups::NameLookups(LookUpHost look_up)
    : state_(std::make_shared<State>(std::move(look_up))) {}

std::unique_ptr<NameLookups::Waiter> NameLookups::look_up(const std::string& host,
                                                          OnFound on_found) {
  auto place = std::make_shared<Waiter::Place>();
  place->on_found = std::move(on_found);
  bool first = false;
  {
    const std::lock_guard lock(state_->mutex);
    const auto [entry, added] = state_->waiting.try_emplace(host);
    auto& places = entry->second;
    first = added;
    // Removes waiters that gave up, so that the list holds only those that still wait.
    std::erase_if(places, [](const auto& other) { return other.use_count() == 1; });
    places.push_back(place);
  }
  std::unique_ptr<Waiter> waiter(new Waiter(std::move(place)));
  if (!first) return waiter;
  try {
    start_detached_thread([state = state_, host] { state->deliver(host, state->look_up(host)); });
  } catch (const std::system_error& error) {
    state_->deliver(host, Error{"no thread for its lookup: " + error.code().message()});
  }
  return waiter;
}

NameLookups::Waiter::Waiter(std::shared_ptr<Place> place) : place_(std::move(place)) {}

NameLookups::Waiter::~Waiter() {
  const std::lock_guard lock(place_->mutex);
  place_->on_found = {};
}
}  // namespace franz
