#pragma once
// Forward declarations of Boost.Asio, for headers that must not include it.

namespace boost::asio {
class any_io_executor;
class io_context;
class thread_pool;
template <typename Protocol, typename Executor>
class basic_stream_socket;
namespace ip {
class tcp;
}
}  // namespace boost::asio
