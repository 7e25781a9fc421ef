#pragma once
// Connections to a proxy at the level of bytes: what no HTTP client would send, and readers
// that do not read.
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <functional>
#include <list>
#include <string>
#include <string_view>

namespace franz {
class RawClients {
 public:
  struct Client {
    explicit Client(boost::asio::io_context& io) : socket(io) {}
    boost::asio::ip::tcp::socket socket;
    std::string received;
    bool closed = false;  // by the other side, however
    bool reading = true;
    std::array<char, 65536> piece;
    // Of a reader that counts only: what came is not kept.
    std::string counted;
    int count = 0;
  };

  explicit RawClients(const std::string& address);

  // Connects and sends; what comes back is received while run_until() runs.
  Client& connect(std::string_view bytes, bool reading = true);
  void send(Client& client, std::string_view bytes);
  // A client that did not read until now reads.
  void read(Client& client);
  void close(Client& client);

  // False: the condition did not hold for as long as a test may take.
  bool run_until(const std::function<bool()>& condition);

 private:
  void receive(Client& client);
  boost::asio::io_context io_;
  boost::asio::ip::tcp::endpoint server_;
  std::list<Client> clients_;
};
}  // namespace franz
