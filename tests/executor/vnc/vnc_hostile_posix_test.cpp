// What a faulty or hostile VNC server sends ends the connection with a reason, and nothing else.
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>
#include <array>
#include <thread>
#include "executor/vnc/vnc_client.h"
#include "tests/support/wait_until.h"

namespace franz::executor {
namespace {
std::string numbers(std::initializer_list<unsigned> words) {  // 16 bits each
  std::string bytes;
  for (const unsigned word : words)
    bytes += {static_cast<char>(word >> 8), static_cast<char>(word)};
  return bytes;
}

// Greeting, no security, a screen of that size.
std::string greeting(unsigned width, unsigned height, const std::string& name_length) {
  return "RFB 003.008\n" + std::string("\x01\x01", 2) + std::string(4, '\0') +
         numbers({width, height}) +
         std::string("\x20\x18\0\1\0\xFF\0\xFF\0\xFF\x10\x08\0\0\0\0", 16) + name_length;
}
const std::string kNoName(4, '\0');
// An update of the whole screen of 2x2 pixels, as it is.
const std::string kUpdate =
    std::string("\0\0", 2) + numbers({1, 0, 0, 2, 2, 0, 0}) + std::string(16, '\x7F');

// Sends the bytes to one client, then `endless` again and again, and reads what it sends until it
// closes.
class FakeVncServer {
 public:
  explicit FakeVncServer(std::string bytes, std::string endless = "") {
    listening_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ::bind(listening_, reinterpret_cast<const sockaddr*>(&address), size);
    ::listen(listening_, 1);
    ::getsockname(listening_, reinterpret_cast<sockaddr*>(&address), &size);
    setup_.host = "127.0.0.1";
    setup_.port = ntohs(address.sin_port);
    thread_ = std::thread([this, bytes = std::move(bytes), endless = std::move(endless)] {
      const int client = ::accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
      ::send(client, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      while (!endless.empty() && ::send(client, endless.data(), endless.size(), MSG_NOSIGNAL) > 0) {
      }
      std::array<char, 4096> read;
      while (::recv(client, read.data(), read.size(), 0) > 0) {
      }
      ::close(client);
    });
  }
  ~FakeVncServer() {
    ::shutdown(listening_, SHUT_RDWR);
    thread_.join();
    ::close(listening_);
  }
  FakeVncServer(const FakeVncServer&) = delete;
  FakeVncServer& operator=(const FakeVncServer&) = delete;

  const BridgeSetup& setup() const { return setup_; }

 private:
  int listening_;
  BridgeSetup setup_;
  std::thread thread_;
};

// How the connection failed: without the server's name; "open": it did not.
std::string failure_after(const std::string& bytes) {
  const FakeVncServer server(bytes);
  const std::string name = "the VNC server " + server_address(server.setup()) + ": ";
  auto client = VncClient::open(server.setup(), {true, {"raw"}});
  std::string text = client.ok() ? "open" : client.error().text;
  if (client.ok())
    wait_until(
        [&] {
          const Status received = client.value()->receive();
          if (!received.ok()) text = received.error().message;
          return !received.ok();
        },
        std::chrono::seconds(2));
  return text.starts_with(name) ? text.substr(name.size()) : text;
}

TEST(VncHostile, ServersAreRefusedOrLostWithAReason) {
  const std::string start = greeting(2, 2, kNoName) + kUpdate;
  const struct {
    const char* what;
    std::string bytes, text;
  } rows[] = {
      {"a web server", "HTTP/1.1 400 Bad Request\r\n", "Not a valid VNC server (HTTP/1.1 400)"},
      {"a large screen", greeting(65535, 65535, kNoName),
       "its screen has 65535x65535 pixels; FRANZ reads up to 64 million"},
      {"no screen", greeting(0, 600, kNoName),
       "its screen has 0x600 pixels; FRANZ reads up to 64 million"},
      {"a long name", greeting(2, 2, "\x7F\xFF\xFF\xFF"),
       "Too big desktop name length sent by server: 2147483647 B > 1 MB"},
      {"a long clipboard", start + std::string("\3\0\0\0", 4) + "\x7F\xFF\xFF\xFF",
       "its clipboard has 2147483647 bytes"},
      {"a clipboard of 2 MiB, and another end",
       start + std::string("\3\0\0\0\0\x20\0\0", 8) + std::string(2U << 20U, 'c') +
           std::string(300, '\x77'),
       "Unknown message type 119 from VNC server"},
      {"a rectangle outside", start + std::string("\0\0", 2) + numbers({1, 1, 0, 2, 2, 0, 0}),
       "Rect too large: 2x2 at (1, 0)"},
      {"a large new size",
       start + std::string("\0\0", 2) + numbers({1, 0, 0, 65535, 65535, 0xFFFF, 0xFF21}),
       "its screen has 65535x65535 pixels; FRANZ reads up to 64 million"},
      {"an unknown message", start + std::string(300, '\x77'),
       "Unknown message type 119 from VNC server"},
      {"an unknown encoding", start + std::string("\0\0", 2) + numbers({1, 0, 0, 2, 2, 0x1234, 0}),
       "Unknown rect encoding 305397760"},
      // The library's issue 640: ExtendedDesktopSize with one screen whose number is 0.
      {"QEMU's new size",
       start + std::string("\0\0", 2) +
           numbers({1, 0, 0, 4, 4, 0xFFFF, 0xFECC, 0x0100, 0, 0, 0, 0, 0, 4, 4, 0, 0}) +
           std::string("\0\0", 2) + numbers({1, 0, 0, 4, 4, 0, 0}),
       "Rect too large: 4x4 at (0, 0)"},
      {"a long fence", start + std::string("\xF8\0\0\0\0\0\0\0\xFF", 9) + std::string(600, 'x'),
       "Unknown message type 248 from VNC server"},
  };
  for (const auto& row : rows) EXPECT_EQ(failure_after(row.bytes), row.text) << row.what;
}

TEST(VncHostile, AServerThatRingsWithoutEndIsLost) {
  const FakeVncServer ringing(greeting(2, 2, kNoName), std::string(10'000, '\x02'));
  const auto client = VncClient::open(ringing.setup(), {true, {"raw"}});
  ASSERT_FALSE(client.ok());
  EXPECT_EQ(client.error().text,
            "the VNC server " + server_address(ringing.setup()) + " sent no picture for 8 s");
}

TEST(VncHostile, AServerThatStopsInTheMiddleIsLost) {
  const FakeVncServer silent("RFB 003.0");
  const auto client = VncClient::open(silent.setup(), {true, {"raw"}});
  ASSERT_FALSE(client.ok());
  EXPECT_EQ(client.error().text,
            "the VNC server " + server_address(silent.setup()) + " did not answer in time");
  EXPECT_FALSE(client.error().is_final);
}
}  // namespace
}  // namespace franz::executor
