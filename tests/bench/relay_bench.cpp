// What the relay adds to an exchange: 300 KB of request and a small streamed reply, over a direct
// connection and through the relay, each on kept connections. A client, a server and the relay
// share this machine. Run it with repetitions to see the spread:
//   relay_bench --benchmark_repetitions=9 --benchmark_enable_random_interleaving=true
#include <benchmark/benchmark.h>
#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>
#include "proxy/relay/http_observer.h"
#include "proxy/relay/relay_app.h"

namespace franz::proxy {
namespace {
namespace asio = boost::asio;
using asio::ip::tcp;
using Code = boost::system::error_code;

constexpr std::size_t kBody = 300UL << 10U;  // a picture and a story
constexpr int kEvents = 20;                  // of the reply, each written on its own

const std::string& request() {
  static const std::string text =
      "POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: "
      "application/json\r\nContent-Length: " +
      std::to_string(kBody) + "\r\n\r\n" + std::string(kBody, 'x');
  return text;
}

const std::string& event() {
  static const std::string text = "1c\r\ndata: {\"content\":\" token\"}\n\n\r\n";
  return text;
}

const std::string& head() {
  static const std::string text =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
  return text;
}

void serve(tcp::socket& socket) {
  Code failed;
  socket.set_option(tcp::no_delay(true), failed);
  std::string got(request().size(), '\0');
  while (asio::read(socket, asio::buffer(got), failed) == got.size()) {
    asio::write(socket, asio::buffer(head()), failed);
    for (int i = 0; i < kEvents; ++i) asio::write(socket, asio::buffer(event()), failed);
    asio::write(socket, asio::buffer("0\r\n\r\n", 5), failed);
  }
}

// The port of a server that answers on kept connections, up to the end of the program.
int server_port() {
  static asio::io_context io;
  static tcp::acceptor acceptor(io, {asio::ip::address_v4::loopback(), 0});
  static std::thread accepting([] {
    while (true) std::thread([socket = acceptor.accept()]() mutable { serve(socket); }).detach();
  });
  if (accepting.joinable()) accepting.detach();
  return acceptor.local_endpoint().port();
}

// Sends one request and reads the reply; the counters are of all iterations of a run.
void exchange(benchmark::State& state, int port) {
  asio::io_context io;
  tcp::socket socket(io);
  socket.connect({asio::ip::address_v4::loopback(), static_cast<asio::ip::port_type>(port)});
  socket.set_option(tcp::no_delay(true));
  std::string reply(head().size() + kEvents * event().size() + 5, '\0');
  std::vector<double> ms;
  for (auto unused : state) {
    const auto start = std::chrono::steady_clock::now();
    asio::write(socket, asio::buffer(request()));
    asio::read(socket, asio::buffer(reply));
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    ms.push_back(took.count());
  }
  std::sort(ms.begin(), ms.end());
  const auto percentile = [&ms](double part) {
    return ms[static_cast<std::size_t>(part * static_cast<double>(ms.size() - 1))];
  };
  state.counters["p50_ms"] = percentile(0.5);
  state.counters["p95_ms"] = percentile(0.95);
  if (!reply.ends_with("\r\n0\r\n\r\n")) state.SkipWithError("the reply is not the one expected");
}

void direct(benchmark::State& state) { exchange(state, server_port()); }

// With an observer that reads and copies all of it, as the proxy does for a turn.
void through_the_relay(benchmark::State& state) {
  RelayOptions options;
  options.listen.port = 0;
  options.upstream.address = {"127.0.0.1", server_port()};
  const auto observer = std::make_shared<HttpObserver>();
  auto relay = Relay::start(options, [observer](const ConnectionEvent& event) {
    benchmark::DoNotOptimize(observer->observe(event));
    return observer->state(event.id);
  });
  if (!relay.ok()) return state.SkipWithError(relay.error().message.c_str());
  exchange(state, relay.value()->address().port);
}
}  // namespace

BENCHMARK(direct)->Iterations(2000)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(through_the_relay)->Iterations(2000)->Unit(benchmark::kMillisecond)->UseRealTime();
}  // namespace franz::proxy

BENCHMARK_MAIN();
