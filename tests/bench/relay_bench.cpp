// The relay's cost per exchange, compared with haproxy (tcp) and nginx (stream, http) if they are
// installed, and with no relay. Client, server and relay share this machine; the server
// accepts a body and answers with a small streamed reply, on kept connections.
//
//   relay_bench [--rounds 7] [--quick] [--only TEXT]
//
// `--only`: the parts with that text in their names. Bodies of 2 KB, 300 KB and 16 MB, back to back
// and 2 ms apart; then 64 connections at once. The relay runs twice: with an observer that reads
// and keeps everything, as the proxy does for a turn, and with one that ignores everything.
#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>
#include "common/http/http_observer.h"
#include "common/os/child_process.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/os/paths.h"
#include "common/os/temporary_folder.h"
#include "proxy/relay/relay_app.h"
#include "tests/bench/bench_rows.h"

namespace franz::proxy {
namespace {
using namespace std::chrono_literals;
namespace asio = boost::asio;
using asio::ip::tcp;
using Code = boost::system::error_code;

constexpr int kEvents = 20;  // of the reply, each written separately
constexpr std::string_view kEvent = "1c\r\ndata: {\"content\":\" token\"}\n\n\r\n";
constexpr std::string_view kReplyHead =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
constexpr std::string_view kReplyEnd = "0\r\n\r\n";

std::string request_of(std::size_t body) {
  return "POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: "
         "application/json\r\nContent-Length: " +
         std::to_string(body) + "\r\n\r\n" + std::string(body, 'x');
}

// Answers each request on a connection with `events` events.
void serve(tcp::socket& socket) {
  constexpr std::string_view name = "Content-Length: ";
  Code failed;
  socket.set_option(tcp::no_delay(true), failed);
  std::vector<char> sink(1UL << 18U);
  std::string got;
  while (true) {
    const std::size_t head =
        asio::read_until(socket, asio::dynamic_buffer(got), "\r\n\r\n", failed);
    if (failed) return;
    // nginx (http) keeps the name's case.
    const std::size_t length = got.find(name);
    std::size_t left = std::strtoull(got.c_str() + length + name.size(), nullptr, 10);
    const std::size_t have = std::min(left, got.size() - head);
    got.erase(0, head + have);
    left -= have;
    while (left > 0 && !failed)
      left -= socket.read_some(asio::buffer(sink.data(), std::min(left, sink.size())), failed);
    asio::write(socket, asio::buffer(kReplyHead), failed);
    for (int i = 0; i < kEvents && !failed; ++i) asio::write(socket, asio::buffer(kEvent), failed);
    asio::write(socket, asio::buffer(kReplyEnd), failed);
    if (failed) return;
  }
}

// The port of a server that answers until the program ends.
int start_server() {
  static asio::io_context io;
  static tcp::acceptor acceptor(io, {asio::ip::address_v4::loopback(), 0});
  std::thread([] {
    while (true) std::thread([socket = acceptor.accept()]() mutable { serve(socket); }).detach();
  }).detach();
  return acceptor.local_endpoint().port();
}

int free_port() {
  asio::io_context io;
  return tcp::acceptor(io, {asio::ip::address_v4::loopback(), 0}).local_endpoint().port();
}

tcp::endpoint at(int port) {
  return {asio::ip::address_v4::loopback(), static_cast<asio::ip::port_type>(port)};
}

class Client {
 public:
  explicit Client(int port) : socket_(io_) {
    socket_.connect(at(port));
    socket_.set_option(tcp::no_delay(true));
  }
  // Milliseconds from the request's first byte to the reply's last.
  double exchange(const std::string& request) {
    const double began = steady_time_exact_ms();
    asio::write(socket_, asio::buffer(request));
    const std::size_t end =
        asio::read_until(socket_, asio::dynamic_buffer(reply_), "\r\n0\r\n\r\n");
    const double took = steady_time_exact_ms() - began;
    reply_.erase(0, end);
    return took;
  }

 private:
  asio::io_context io_;
  tcp::socket socket_;
  std::string reply_;
};

// The median of sequential exchanges, with `pause` between two.
double exchange_ms(int port, const std::string& request, int count,
                   std::chrono::milliseconds pause) {
  Client client(port);
  client.exchange(request);  // opens the connection to the server
  std::vector<double> times;
  for (int i = 0; i < count; ++i) {
    if (pause > 0ms) std::this_thread::sleep_for(pause);
    times.push_back(client.exchange(request));
  }
  return quantile(times, 0.5);
}

// Milliseconds per exchange if `connections` clients work at the same time.
double crowded_ms(int port, const std::string& request, int connections, int each) {
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < connections; ++i) {
    clients.push_back(std::make_unique<Client>(port));
    clients.back()->exchange(request);
  }
  const double began = steady_time_exact_ms();
  std::vector<std::thread> threads;
  for (auto& client : clients)
    threads.emplace_back([&] {
      for (int i = 0; i < each; ++i) client->exchange(request);
    });
  for (std::thread& thread : threads) thread.join();
  return (steady_time_exact_ms() - began) / (connections * each);
}

struct Contestant {
  std::string name;
  int port = 0;
  std::shared_ptr<void> running = nullptr;
};

Contestant start_relay(const std::string& name, int server, Relay::Observe observe) {
  RelayOptions options;
  options.listen.port = 0;
  options.upstream.address = {"127.0.0.1", server};
  auto relay = Relay::start(options, std::move(observe));
  if (!relay.ok()) give_up(relay.error().message);
  const int port = relay.value()->address().port;
  return {name, port, std::shared_ptr<Relay>(std::move(relay.value()))};
}

// A relaying program with a configuration file; nothing if it is not installed.
std::optional<Contestant> start_other(const std::string& name, const std::string& program,
                                      const std::string& folder, int port,
                                      const std::string& config,
                                      const std::vector<std::string>& arguments) {
  if (!read_file(program).ok()) return {};
  const std::string file = join_path(folder, name + ".conf");
  if (const Status written = replace_file(file, config, Durability::buffered); !written.ok())
    give_up(written.error().message);
  ChildCommand command{program, arguments, {}, folder};
  for (std::string& argument : command.arguments)
    if (argument == "CONFIG") argument = file;
  auto errors = std::make_shared<std::string>();
  auto child = ChildProcess::start(
      command, {[](std::string_view) {}, [errors](std::string_view line) { *errors += line; },
                [](const ChildEnd&) {}});
  if (!child.ok()) give_up(name + ": " + child.error().message);
  for (int tries = 0; tries < 1000; ++tries) {
    asio::io_context io;
    Code failed;
    tcp::socket(io).connect(at(port), failed);
    if (!failed)
      return Contestant{name, port, std::shared_ptr<ChildProcess>(std::move(child.value()))};
    std::this_thread::sleep_for(10ms);
  }
  give_up(name + " does not accept connections; its log is in " + folder + "\n" + *errors);
}

std::vector<Contestant> start_others(int server, const std::string& folder) {
  const std::string to = "127.0.0.1:" + std::to_string(server);
  std::vector<Contestant> others;
  const auto add = [&](std::optional<Contestant> started) {
    if (started) others.push_back(std::move(*started));
  };
  int port = free_port();
  add(start_other("haproxy (tcp)", "/usr/sbin/haproxy", folder, port,
                  "global\n  nbthread 2\ndefaults\n  mode tcp\n  timeout connect 10s\n"
                  "  timeout client 1h\n  timeout server 1h\nlisten relay\n  bind 127.0.0.1:" +
                      std::to_string(port) + "\n  server model " + to + "\n",
                  {"-db", "-f", "CONFIG"}));
  const std::string nginx =
      "daemon off;\npid nginx.pid;\nerror_log error.log;\nworker_processes 2;\n";
  port = free_port();
  add(start_other("nginx (stream)", "/usr/sbin/nginx", folder, port,
                  "load_module /usr/lib/nginx/modules/ngx_stream_module.so;\n" + nginx +
                      "events {}\nstream { server { listen 127.0.0.1:" + std::to_string(port) +
                      "; proxy_pass " + to + "; } }\n",
                  {"-p", folder, "-c", "CONFIG"}));
  port = free_port();
  add(start_other("nginx (http)", "/usr/sbin/nginx", folder, port,
                  nginx +
                      "events {}\nhttp { access_log off; client_max_body_size 0;\n"
                      "upstream model { server " +
                      to +
                      "; keepalive 64; }\n"
                      "server { listen 127.0.0.1:" +
                      std::to_string(port) +
                      "; location / { proxy_pass http://model; proxy_http_version 1.1;\n"
                      "proxy_set_header Connection \"\"; proxy_request_buffering off;\n"
                      "proxy_buffering off; } } }\n",
                  {"-p", folder, "-c", "CONFIG"}));
  return others;
}

// Each of ours compared with each of the others, and with none.
void print_rows(const std::string& name, const std::vector<Contestant>& all,
                const std::vector<std::vector<double>>& times) {
  for (std::size_t ours = 0; ours < 2; ++ours)
    for (std::size_t other = 2; other < all.size(); ++other)
      print_row({"relay", name + ", " + all[ours].name, all[other].name,
                 ratios_of(times[ours], times[other]),
                 three_digits(quantile(times[ours], 0.5)) + " : " +
                     three_digits(quantile(times[other], 0.5)) + " ms"});
}

int bench(int rounds, bool quick, const std::string& only) {
  auto folder = TemporaryFolder::make("relaybench");
  if (!folder.ok()) give_up(folder.error().message);
  const int server = start_server();
  const auto observer = std::make_shared<HttpObserver>();
  std::vector<Contestant> all;
  all.push_back(start_relay("recorded", server, [observer](const ConnectionEvent& event) {
    static_cast<void>(observer->observe(event));
    return observer->state(event.id);
  }));
  all.push_back(
      start_relay("unread", server, [](const ConnectionEvent&) { return ConnectionState::busy; }));
  for (Contestant& other : start_others(server, folder.value()->path()))
    all.push_back(std::move(other));
  all.push_back({"none", server});

  struct Size {
    std::string name;
    std::size_t bytes;
    int exchanges;
  };
  const int share = quick ? 10 : 1;
  for (const Size& size : {Size{"2 KB", 2UL << 10U, 400}, Size{"300 KB", 300UL << 10U, 200},
                           Size{"16 MB", 16UL << 20U, 10}}) {
    const std::string request = request_of(size.bytes);
    for (const std::chrono::milliseconds pause : {0ms, 2ms}) {
      const std::string name = size.name + (pause > 0ms ? ", 2 ms apart" : ", back to back");
      if (name.find(only) == name.npos) continue;
      std::vector<std::function<double()>> calls;
      for (const Contestant& each : all)
        calls.emplace_back([&] {
          return exchange_ms(each.port, request, std::max(3, size.exchanges / share), pause);
        });
      print_rows(name, all, measure_in_turn(calls, rounds));
    }
  }
  const std::string crowd = "64 connections, 2 KB";
  if (crowd.find(only) == crowd.npos) return 0;
  const std::string request = request_of(2UL << 10U);
  std::vector<std::function<double()>> calls;
  for (const Contestant& each : all)
    calls.emplace_back([&] { return crowded_ms(each.port, request, 64, 100 / share); });
  print_rows(crowd, all, measure_in_turn(calls, rounds));
  return 0;
}
}  // namespace
}  // namespace franz::proxy

int main(int count, char** arguments) {
  int rounds = 7;
  bool quick = false;
  std::string only;
  for (int i = 1; i < count; ++i) {
    const std::string name = arguments[i];
    if (name == "--quick") {
      quick = true;
    } else if (name == "--rounds" && i + 1 < count) {
      rounds = std::max(1, std::atoi(arguments[++i]));
    } else if (name == "--only" && i + 1 < count) {
      only = arguments[++i];
    } else {
      franz::give_up("relay_bench [--rounds 7] [--quick] [--only TEXT]: not " + name);
    }
  }
  return franz::proxy::bench(rounds, quick, only);
}
