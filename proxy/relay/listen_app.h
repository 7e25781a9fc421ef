#pragma once
// Opens a listening port; used by all parts of the proxy.
#include "common/base/result.h"
#include "proxy/relay/upstream.h"

namespace boost::asio {
class any_io_executor;
template <typename Protocol, typename Executor>
class basic_socket_acceptor;
namespace ip {
class tcp;
template <typename Protocol>
class basic_endpoint;
}  // namespace ip
}  // namespace boost::asio

namespace franz::proxy {
// Listens at `endpoint`; `address` is the same in the user's spelling. A port that only has
// connections of an earlier run in TIME_WAIT is free; one with a listener is not.
// Failure: "cannot listen on ADDRESS: …".
Status listen_at(boost::asio::basic_socket_acceptor<boost::asio::ip::tcp,
                                                    boost::asio::any_io_executor>& acceptor,
                 const boost::asio::ip::basic_endpoint<boost::asio::ip::tcp>& endpoint,
                 const Address& address);
}  // namespace franz::proxy
