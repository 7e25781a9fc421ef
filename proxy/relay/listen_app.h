#pragma once
// Opening a port, as every part of the proxy does.
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
// Listens at `endpoint`, which is what `address`, in the user's words, stands for. A port that
// connections of an earlier run still rest on is free; one that somebody listens on is not.
// Failure: "cannot listen on ADDRESS: …".
Status listen_at(boost::asio::basic_socket_acceptor<boost::asio::ip::tcp,
                                                    boost::asio::any_io_executor>& acceptor,
                 const boost::asio::ip::basic_endpoint<boost::asio::ip::tcp>& endpoint,
                 const Address& address);
}  // namespace franz::proxy
