#pragma once
// Byte-level connections to a proxy: for requests that no HTTP client sends, and for clients that
// do not read.
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
    bool closed = false;  // by the other side, for any reason
    bool reading = true;
    std::array<char, 65536> piece;
    // If not empty: counts this text in `count` instead of keeping the received bytes.
    std::string counted;
    int count = 0;
  };

  explicit RawClients(const std::string& address);

  // Connects and sends; the answer is received while run_until() runs.
  Client& connect(std::string_view bytes, bool reading = true);
  void send(Client& client, std::string_view bytes);
  // Lets a client read that has not read until now.
  void read(Client& client);
  void close(Client& client);

  // Returns false on timeout.
  bool run_until(const std::function<bool()>& condition);

 private:
  void receive(Client& client);
  boost::asio::io_context io_;
  boost::asio::ip::tcp::endpoint server_;
  std::list<Client> clients_;
};
}  // namespace franz
