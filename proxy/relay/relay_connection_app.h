#pragma once
// One client of the relay and its upstream: the tunnel between them, and the proxy's own answer
// where there is no upstream. What it does at each end, relay_app.h says.
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include "common/os/asio_forward.h"
#include "common/os/name_lookup.h"
#include "common/os/tls.h"
#include "proxy/relay/http_observer.h"
#include "proxy/relay/relay_app.h"

namespace franz::proxy {
// What all connections of a relay share, on whatever thread they are; it outlives them.
class RelayShared {
 public:
  RelayShared(const RelayOptions& options, std::shared_ptr<const TlsTrust> trust,
              Relay::Observe observe);

  double now_ms() const;  // as ConnectionEvent::time_ms
  // Sets the event's time and shows it to the observer, one event after the other.
  ConnectionState tell(ConnectionEvent& event);

  const RelayOptions options;
  const std::shared_ptr<const TlsTrust> trust;  // of an https upstream
  std::atomic<bool> stopping = false;           // a connection that becomes idle closes itself
  const std::shared_ptr<NameLookups> names = std::make_shared<NameLookups>();

 private:
  const double start_unix_ms_, start_steady_ms_;
  std::mutex observing_;  // of observe_
  const Relay::Observe observe_;
};

// What other threads may know of a connection. It may have changed when they act on it.
struct RelayStatus {
  std::atomic<ConnectionState> state = ConnectionState::idle;
  std::atomic<double> last_event_ms = 0;  // before its first event: when it came
  // Its state tells of less than has come: bytes are being written to the client of which nothing
  // was told yet, or its client has just sent something.
  std::atomic<bool> writing_client = false, has_sent = false;

  bool looks_idle() const { return state == ConnectionState::idle && !writing_client && !has_sent; }
};

// Lives on the thread of its `io` alone, kept alive by its own handlers.
class RelayConnection {
 public:
  using Socket =
      boost::asio::basic_stream_socket<boost::asio::ip::tcp, boost::asio::any_io_executor>;

  // `id`: as ConnectionEvent::id. `client`: of `io`. `on_closed` is called when all is over, with
  // the last event told.
  static std::shared_ptr<RelayConnection> make(RelayShared& shared, boost::asio::io_context& io,
                                               std::uint64_t id, Socket client,
                                               std::function<void()> on_closed);
  virtual ~RelayConnection() = default;

  virtual void open() = 0;  // begins to relay; once
  // Cuts both sides so that each sees a reset: a cut reply must not look like a whole one.
  virtual void reset(const std::string& why) = 0;
  // The client finds its connection closed, as servers close idle ones. Nothing if it is not idle.
  virtual void close_idle(const std::string& why) = 0;
  // Ends for the sake of another connection: an idle one closes; one that looked busy is reset.
  // False: it looked idle, and its client has just sent something; or it carries a turn by now.
  virtual bool give_way(bool looked_idle, const std::string& why) = 0;

  // For any thread.
  virtual std::shared_ptr<const RelayStatus> status() const = 0;
};
}  // namespace franz::proxy
