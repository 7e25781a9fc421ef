#include "executor/vnc/connect_socket_posix.h"
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <future>
#include <memory>
#include <vector>
#include "common/net/name_lookup.h"

namespace franz::executor {
namespace {
namespace asio = boost::asio;
// Each. A server on another continent answers in less than a second.
constexpr std::chrono::seconds kLookUpPatience{5}, kConnectPatience{3};

HostAddresses addresses_of(const std::string& host) {
  static NameLookups lookups;
  const auto found = std::make_shared<std::promise<HostAddresses>>();
  std::future<HostAddresses> answer = found->get_future();
  const auto waiter = lookups.look_up(
      host, [found](const HostAddresses& addresses) { found->set_value(addresses); });
  if (answer.wait_for(kLookUpPatience) != std::future_status::ready)
    return Error{"looking up the name took too long"};
  return answer.get();
}

Result<Descriptor> connect_to(const std::string& address, std::uint16_t port) {
  boost::system::error_code error;
  const asio::ip::address parsed = asio::ip::make_address(address, error);
  if (error) return Error{error.message()};
  asio::io_context io(1);
  asio::ip::tcp::socket socket(io);
  boost::system::error_code outcome = asio::error::timed_out;
  socket.async_connect({parsed, port},
                       [&](const boost::system::error_code& result) { outcome = result; });
  io.run_for(kConnectPatience);
  if (outcome) return Error{outcome.message()};
  socket.set_option(asio::ip::tcp::no_delay(true), error);
  socket.native_non_blocking(false, error);
  const int number = socket.release(error);
  if (error) return Error{error.message()};
  return Descriptor(number);
}
}  // namespace

Result<Descriptor> connect_socket(const std::string& host, std::uint16_t port) {
  const HostAddresses addresses = addresses_of(host);
  if (!addresses.ok()) return addresses.error();
  Error failure{"it has no address"};
  for (const std::string& address : addresses.value()) {
    Result<Descriptor> connected = connect_to(address, port);
    if (connected.ok()) return connected;
    failure = connected.error();
  }
  return failure;
}
}  // namespace franz::executor
