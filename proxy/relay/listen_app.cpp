#include "proxy/relay/listen_app.h"
#include <boost/asio/ip/tcp.hpp>
#include <type_traits>

namespace franz::proxy {
namespace asio = boost::asio;
using asio::ip::tcp;

Status listen_at(tcp::acceptor& acceptor, const tcp::endpoint& endpoint, const Address& address) {
  boost::system::error_code code;
  acceptor.open(endpoint.protocol(), code);
  // Not on Winsock, where this option would share a port that is in use; its handles are no ints.
  if constexpr (std::is_same_v<tcp::acceptor::native_handle_type, int>) {
    if (!code) acceptor.set_option(tcp::acceptor::reuse_address(true), code);
  }
  if (!code) acceptor.bind(endpoint, code);
  if (!code) acceptor.listen(asio::socket_base::max_listen_connections, code);
  if (!code) return Done{};
  const std::string why =
      code == asio::error::address_in_use
          ? "port " + std::to_string(address.port) + " is taken by another program"
          : code.message();
  return Error{"cannot listen on " + to_string(address) + ": " + why};
}
}  // namespace franz::proxy
