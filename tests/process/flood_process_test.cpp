// Other clients' requests through the relay cost little memory and no recorded turn.
#include <gtest/gtest.h>
#include <httplib.h>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <thread>
#include "common/os/files.h"
#include "common/wire/api/chat_request.h"
#include "common/wire/message_fields.h"
#include "tests/process/local_server.h"
#include "tests/process/processes.h"
#include "tests/process/raw_client.h"
#include "tests/process/run_log_reader.h"
#include "tests/process/running_proxy.h"
#include "tests/support/chat_messages.h"
#include "tests/support/sanitized.h"

namespace franz {
namespace {
constexpr std::size_t kMiB = 1UL << 20U;
constexpr std::size_t kMostMemory = 48 * kMiB;  // above idle

// A model server that reads and discards every body.
void be_sink(httplib::Server& server) {
  server.set_payload_max_length(4096 * kMiB);
  server.set_read_timeout(kLongEnough);
  server.set_write_timeout(kLongEnough);
  server.set_keep_alive_max_count(100000);
  server.set_tcp_nodelay(true);
  server.set_keep_alive_timeout(kLongEnough.count());
  server.new_task_queue = [] { return new httplib::ThreadPool(32); };  // more than connections
  server.Post(".*", [](const httplib::Request&, httplib::Response& response,
                       const httplib::ContentReader& read) {
    read([](const char*, std::size_t) { return true; });
    response.set_content(R"({"choices":[{"message":{"content":"story"}}]})", "application/json");
  });
}

// A model server that reads everything and does not answer.
class SilentServer {
 public:
  SilentServer() {
    acceptor_.open(tcp::v4());
    acceptor_.bind({boost::asio::ip::address_v4::loopback(), 0});
    acceptor_.listen();
    accept();
    thread_ = std::thread([this] { io_.run(); });
  }
  ~SilentServer() {
    io_.stop();
    thread_.join();
  }
  SilentServer(const SilentServer&) = delete;
  SilentServer& operator=(const SilentServer&) = delete;

  std::string url() const {
    return "http://127.0.0.1:" + std::to_string(acceptor_.local_endpoint().port());
  }
  // Returns false on timeout.
  bool wait_for(std::size_t bytes) {
    std::unique_lock lock(mutex_);
    return came_.wait_for(lock, kLongEnough, [&] { return received_ >= bytes; });
  }

 private:
  using tcp = boost::asio::ip::tcp;
  struct Client {
    explicit Client(tcp::socket accepted) : socket(std::move(accepted)) {}
    tcp::socket socket;
    std::array<char, 65536> piece;
  };

  void accept() {
    acceptor_.async_accept([this](boost::system::error_code code, tcp::socket socket) {
      if (code) return;
      read(clients_.emplace_back(std::move(socket)));
      accept();
    });
  }
  void read(Client& client) {
    client.socket.async_read_some(
        boost::asio::buffer(client.piece),
        [this, &client](boost::system::error_code code, std::size_t size) {
          if (code) return;
          {
            const std::lock_guard lock(mutex_);
            received_ += size;
          }
          came_.notify_all();
          read(client);
        });
  }

  boost::asio::io_context io_{1};
  tcp::acceptor acceptor_{io_};
  std::deque<Client> clients_;
  std::mutex mutex_;
  std::condition_variable came_;
  std::size_t received_ = 0;
  std::thread thread_;
};

// A persistent connection: httplib's servers accept only a few connections at a time.
class Sender {
 public:
  Sender(const std::string& relay, httplib::Headers headers)
      : client_("http://" + relay), headers_(std::move(headers)) {
    client_.set_keep_alive(true);
    client_.set_tcp_nodelay(true);
    client_.set_read_timeout(kLongEnough);
    client_.set_write_timeout(kLongEnough);
    EXPECT_TRUE(post(1));
  }

  // Sends the body in pieces to keep this program's own memory small.
  bool post(std::size_t bytes) {
    const auto reply = client_.Post(
        "/v1/chat/completions", headers_, bytes,
        [this, bytes](std::size_t offset, std::size_t, httplib::DataSink& sink) {
          return sink.write(piece_.data(), std::min(piece_.size(), bytes - offset));
        },
        "text/plain");
    return reply && reply->status == 200;
  }

 private:
  httplib::Client client_;
  const httplib::Headers headers_;
  const std::string piece_ = std::string(kMiB, 'x');
};

bool ask_turn(const std::string& relay, int turn, std::size_t feedback_bytes = 1) {
  httplib::Client client("http://" + relay);
  client.set_read_timeout(kLongEnough);
  client.set_write_timeout(kLongEnough);
  RequestParameters parameters;
  parameters.model = "m";
  const std::string body =
      body_of(parameters, {chat_message("system", R"("S")"),
                           chat_message("user", turn == 1 ? R"("")" : R"("story")"),
                           chat_message("user", "\"" + std::string(feedback_bytes, 'F') + "\"")});
  const auto reply =
      client.Post("/v1/chat/completions", {{"X-Franz-Turn", turn_header("mine", turn)}}, body,
                  "application/json");
  return reply && reply->status == 200;
}

struct Flood {
  std::string title;
  httplib::Headers headers;
  std::size_t connections = 0;
  std::size_t requests = 0, bytes = 0;  // requests per connection, bytes per request
};

TEST(Flood, OfForeignRequestsTakesLittleMemoryAndCostsNoTurn) {
  const LocalServer server(be_sink);
  RunningProxy proxy({"--upstream", server.url(), "--no-launch"});
  const std::string relay = proxy.address("relay");
  int turn = 0;
  ASSERT_TRUE(ask_turn(relay, ++turn));  // its run is adopted
  proxy.wait_for("turn   1 ");
  const std::size_t idle = peak_memory_of(proxy.pid());
  // Without memory figures (Wine), full bodies would take minutes and prove nothing more.
  const std::size_t unit = idle > 0 ? kMiB : kMiB / 16;
  const httplib::Headers of_page = {{"Origin", "http://" + relay}};  // the server's own
  const Flood floods[] = {
      {"a web page's", of_page, 16, 2, 8 * unit},
      {"another program's", {{"X-Franz-Turn", "other/1/0000000000000001/-"}}, 16, 2, 8 * unit},
      {"one long body", of_page, 1, 1, 256 * unit},
      {"short ones", of_page, 8, 400, 100},
  };
  for (const Flood& flood : floods) {
    SCOPED_TRACE(flood.title);
    std::deque<Sender> senders;
    for (std::size_t i = 0; i < flood.connections; ++i) senders.emplace_back(relay, flood.headers);
    std::vector<std::future<bool>> sending;
    sending.reserve(senders.size());
    for (Sender& sender : senders) {
      sending.push_back(std::async(std::launch::async, [&sender, &flood] {
        bool all = true;
        for (std::size_t i = 0; i < flood.requests; ++i) all = sender.post(flood.bytes) && all;
        return all;
      }));
    }
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(ask_turn(relay, ++turn));
    for (auto& sent : sending) EXPECT_TRUE(sent.get());
  }
  EXPECT_TRUE(ask_turn(relay, ++turn));
  EXPECT_NE(proxy.wait_for("turn  " + std::to_string(turn) + " "), "");
  const std::size_t most = peak_memory_of(proxy.pid());
  if (!kSanitized) {
    EXPECT_LE(most - idle, kMostMemory);
  }
  press_ctrl_c(proxy.pid());
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  std::string expected = "first";
  for (int each = 2; each <= turn; ++each) expected += " ok";
  EXPECT_EQ(verdicts(proxy.run_folder()), expected);
  const Result<std::string> log = read_file(join_path(proxy.run_folder(), "proxy.log"));
  ASSERT_TRUE(log.ok());
  std::size_t lines = 0;
  for (std::size_t at = 0; (at = log.value().find("foreign request", at)) != std::string::npos;
       ++at)
    ++lines;
  EXPECT_LE(lines, 8U) << log.value();  // of thousands; the log is rate-limited
}

// With --no-launch any client may request a turn, with a head of the largest size, and then stay
// connected.
TEST(Flood, OfLongHeadsTakesLittleMemory) {
  SilentServer server;
  RunningProxy proxy({"--upstream", server.url(), "--no-launch"});
  RawClients clients(proxy.address("relay"));
  std::size_t sent = 0;
  const auto ask = [&](const std::string& head) {
    clients.connect(head);
    sent += head.size();
    return server.wait_for(sent);
  };
  const std::string start =
      "POST /v1/chat/completions HTTP/1.1\r\nX-Franz-Turn: "
      "mine/1/0000000000000001/-\r\nContent-Length: 9\r\n";
  ASSERT_TRUE(ask(start + "\r\n"));
  const std::size_t idle = peak_memory_of(proxy.pid());
  std::string head = start;
  for (int i = 0; i < 15; ++i) head += "A: " + std::string(60000, 'x') + "\r\n";
  // Without memory figures (Wine), so many would take minutes and prove nothing more.
  const int count = idle > 0 ? 200 : 10;
  for (int i = 0; i < count; ++i) ASSERT_TRUE(ask(head + "\r\n")) << i;
  const std::size_t most = peak_memory_of(proxy.pid());
  if (!kSanitized) {
    EXPECT_LE(most - idle, kMostMemory);
  }
}

// Memory of turns in flight is returned to the system; the finished turns keep little.
TEST(Flood, OfLongTurnsReleasesItsMemory) {
  constexpr std::size_t kMostKept = 32 * kMiB;
  const LocalServer server(be_sink);
  RunningProxy proxy({"--upstream", server.url(), "--no-launch"});
  const std::string relay = proxy.address("relay");
  int turn = 1;
  ASSERT_TRUE(ask_turn(relay, turn));
  proxy.wait_for("turn   1 ");
  const std::size_t idle = peak_memory_of(proxy.pid());
  for (int round = 0; round < 4; ++round) {
    std::vector<std::future<bool>> asking;
    asking.reserve(8);
    for (int i = 0; i < 8; ++i)
      asking.push_back(std::async(std::launch::async, [&relay, number = ++turn] {
        return ask_turn(relay, number, 2 * kMiB);
      }));
    for (auto& asked : asking) EXPECT_TRUE(asked.get());
  }
  if (kSanitized) return;
  // The turns are still being written.
  const auto end = std::chrono::steady_clock::now() + kLongEnough;
  while (memory_of(proxy.pid()) > idle + kMostKept && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_LE(memory_of(proxy.pid()), idle + kMostKept);
  EXPECT_LE(peak_memory_of(proxy.pid()) - idle, kMostMemory);
}

// From a client that knows the run's id. Turns that could not be recorded are reported.
TEST(Flood, OfTurnsTakesLittleMemoryAndReportsLostOnes) {
  const LocalServer server(be_sink);
  RunningProxy proxy({"--upstream", server.url(), "--no-launch"});
  const std::string relay = proxy.address("relay");
  ASSERT_TRUE(ask_turn(relay, 1));
  proxy.wait_for("turn   1 ");
  const std::size_t idle = peak_memory_of(proxy.pid());
  std::deque<Sender> senders;
  for (int i = 2; i <= 17; ++i) {
    senders.emplace_back(relay, httplib::Headers{{"X-Franz-Turn", turn_header("mine", i)}});
  }
  std::vector<std::future<bool>> sending;
  sending.reserve(senders.size());
  for (Sender& sender : senders) {
    sending.push_back(std::async(std::launch::async, [&sender] { return sender.post(16 * kMiB); }));
  }
  for (auto& sent : sending) EXPECT_TRUE(sent.get());
  // Without memory figures (Wine), it would take minutes and prove nothing more.
  if (idle > 0) {
    EXPECT_TRUE(senders.front().post(512 * kMiB));
  }
  ASSERT_TRUE(ask_turn(relay, 18));
  EXPECT_NE(proxy.wait_for("turn  18 "), "");
  const std::size_t most = peak_memory_of(proxy.pid());
  if (!kSanitized) {
    EXPECT_LE(most - idle, kMostMemory);
  }
  press_ctrl_c(proxy.pid());
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end.has_value());
  const bool lost = !facts_of(proxy.run_folder()).lost_turns.empty();
  EXPECT_EQ(end->code, lost ? 1 : 0) << proxy.output();
  EXPECT_EQ(proxy.output().find("the run is not completely recorded") != std::string::npos, lost);
}
}  // namespace
}  // namespace franz
