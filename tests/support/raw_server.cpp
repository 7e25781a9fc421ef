#include "tests/support/raw_server.h"
#include <array>
#include <atomic>
#include <boost/asio.hpp>
#include <thread>

namespace franz {
namespace asio = boost::asio;
using asio::ip::tcp;

namespace {
class TcpConversation : public Conversation {
 public:
  explicit TcpConversation(tcp::socket& socket) : socket_(socket) {
    boost::system::error_code ignored;
    socket_.set_option(tcp::no_delay(true), ignored);
  }

  std::string read_request() override {
    static constexpr std::string_view kLength = "Content-Length: ";
    while (true) {
      const std::size_t head = unread_.find("\r\n\r\n");
      if (head != std::string::npos) {
        const std::size_t length = unread_.substr(0, head).find(kLength);
        const std::size_t body =
            length == std::string::npos ? 0 : std::stoul(unread_.substr(length + kLength.size()));
        if (unread_.size() >= head + 4 + body) {
          std::string request = unread_.substr(0, head + 4 + body);
          unread_.erase(0, head + 4 + body);
          return request;
        }
      }
      if (!read_some()) return "";
    }
  }

  bool send(std::string_view bytes) override {
    boost::system::error_code error;
    asio::write(socket_, asio::buffer(bytes.data(), bytes.size()), error);
    return !error;
  }

  void wait_for_client_to_go() override {
    while (read_some()) {
    }
  }

 private:
  bool read_some() {
    std::array<char, 65536> bytes{};
    boost::system::error_code error;
    const std::size_t count = socket_.read_some(asio::buffer(bytes), error);
    unread_.append(bytes.data(), count);
    return !error;
  }

  tcp::socket& socket_;
  std::string unread_;
};
}  // namespace

struct RawServer::Running {
  explicit Running(Talk talk) : talk_(std::move(talk)) {}

  void serve() {
    for (int number = 1;; ++number) {
      tcp::socket socket = acceptor_.accept();
      if (leaving_) return;
      TcpConversation conversation(socket);
      talk_(conversation, number);
    }
  }

  Talk talk_;
  asio::io_context context_;
  tcp::acceptor acceptor_{context_, tcp::endpoint(asio::ip::address_v4::loopback(), 0)};
  std::atomic<bool> leaving_ = false;
  std::thread thread_;
};

RawServer::RawServer(Talk talk) : running_(std::make_unique<Running>(std::move(talk))) {
  running_->thread_ = std::thread([this] { running_->serve(); });
}

RawServer::~RawServer() {
  running_->leaving_ = true;
  tcp::socket wake(running_->context_);
  boost::system::error_code ignored;
  wake.connect(running_->acceptor_.local_endpoint(), ignored);
  running_->thread_.join();
}

int RawServer::port() const { return running_->acceptor_.local_endpoint().port(); }

std::string RawServer::url() const { return "http://127.0.0.1:" + std::to_string(port()); }
}  // namespace franz
