#include "tests/process/raw_client.h"
#include <gtest/gtest.h>
#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>
#include "tests/process/running_proxy.h"

namespace franz {
namespace asio = boost::asio;
using boost::system::error_code;

RawClients::RawClients(const std::string& address) {
  const std::size_t colon = address.rfind(':');
  server_ = {asio::ip::make_address(address.substr(0, colon)),
             static_cast<unsigned short>(std::stoi(address.substr(colon + 1)))};
}

RawClients::Client& RawClients::connect(std::string_view bytes, bool reading) {
  Client& client = clients_.emplace_back(io_);
  client.socket.open(server_.protocol());
  // A small receive buffer, so that the server soon notices a client that does not read.
  if (!reading) client.socket.set_option(asio::socket_base::receive_buffer_size(4096));
  error_code code;
  client.socket.connect(server_, code);
  EXPECT_FALSE(code) << code.message();
  client.reading = reading;
  send(client, bytes);
  if (reading) receive(client);
  return client;
}

void RawClients::send(Client& client, std::string_view bytes) {
  error_code ignored;  // a server that refuses may close before the last byte
  asio::write(client.socket, asio::buffer(bytes.data(), bytes.size()), ignored);
}

void RawClients::read(Client& client) {
  client.reading = true;
  receive(client);
}

void RawClients::close(Client& client) {
  error_code ignored;
  client.socket.close(ignored);
}

static int occurrences(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

void RawClients::receive(Client& client) {
  client.socket.async_read_some(
      asio::buffer(client.piece), [this, &client](const error_code& code, std::size_t size) {
        client.received.append(client.piece.data(), size);
        if (!client.counted.empty()) {
          client.count += occurrences(client.received, client.counted);
          // Keeps the bytes that may begin the next occurrence.
          const std::size_t rest = std::min(client.received.size(), client.counted.size() - 1);
          client.received.erase(0, client.received.size() - rest);
        }
        client.closed = static_cast<bool>(code);
        if (!code) receive(client);
      });
}

bool RawClients::run_until(const std::function<bool()>& condition) {
  const auto deadline = std::chrono::steady_clock::now() + kLongEnough;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    io_.restart();
    if (io_.run_one_for(std::chrono::milliseconds(20)) > 0) io_.poll();
  }
  return true;
}
}  // namespace franz
