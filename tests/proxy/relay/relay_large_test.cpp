// A body of 1 GB in each direction, and the memory for it.
#include <gtest/gtest.h>
#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <cstring>
#include <future>
#include "common/os/files.h"
#include "tests/proxy/relay/loopback.h"

namespace franz::proxy {
namespace {
namespace asio = boost::asio;
using asio::ip::tcp;
using Code = boost::system::error_code;

constexpr std::size_t kPiece = 256UL << 10U;
constexpr std::uint64_t kPieces = (1UL << 30U) / kPiece;

// A stream of distinct pieces: random bytes after the piece's number.
class Pieces {
 public:
  explicit Pieces(unsigned seed) : bytes_(random_bytes(kPiece, seed)) {}
  const std::string& next() {
    std::memcpy(bytes_.data(), &number_, sizeof number_);
    ++number_;
    return bytes_;
  }

 private:
  std::string bytes_;
  std::uint64_t number_ = 0;
};

// Writes 1 GB and a FIN while reading 1 GB and a FIN. Returns how many pieces arrived correctly.
std::uint64_t exchange(tcp::socket& socket, unsigned own_seed, unsigned other_seed) {
  const auto writing = std::async(std::launch::async, [&socket, own_seed] {
    Pieces pieces(own_seed);
    Code failed;
    for (std::uint64_t i = 0; i < kPieces && !failed; ++i)
      asio::write(socket, asio::buffer(pieces.next()), failed);
    socket.shutdown(tcp::socket::shutdown_send, failed);
  });
  Pieces expected(other_seed);
  std::string got(kPiece, '\0');
  std::uint64_t right = 0;
  Code failed;
  while (asio::read(socket, asio::buffer(got), failed) == kPiece) {
    if (got == expected.next()) ++right;
  }
  EXPECT_EQ(failed, asio::error::eof);
  return right;
}

// The peak memory of this process in bytes; 0 if the system does not report it.
std::size_t peak_memory() {
  const Result<std::string> status = read_file("/proc/self/status");
  const std::size_t at = status.ok() ? status.value().find("VmHWM:") : std::string::npos;
  return at == std::string::npos ? 0 : std::stoul(status.value().substr(at + 6)) << 10U;
}
}  // namespace

TEST(RelayLarge, AGigabyteEachWayArrivesUnchangedWithLittleMemory) {
  asio::io_context io;
  tcp::acceptor acceptor(io, {asio::ip::address_v4::loopback(), 0});
  RelayOptions options;
  options.listen.port = 0;
  options.upstream.address = {"127.0.0.1", acceptor.local_endpoint().port()};
  auto relay = Relay::start(options, [](const ConnectionEvent&) { return ConnectionState::busy; });
  ASSERT_TRUE(relay.ok());
  const std::size_t before = peak_memory();

  tcp::socket client(io);
  client.connect({asio::ip::address_v4::loopback(),
                  static_cast<asio::ip::port_type>(relay.value()->address().port)});
  tcp::socket server = acceptor.accept();
  auto serving = std::async(std::launch::async, [&] { return exchange(server, 1, 2); });
  EXPECT_EQ(exchange(client, 2, 1), kPieces);
  EXPECT_EQ(serving.get(), kPieces);

  const std::size_t grown = peak_memory() - before;
  RecordProperty("grown_bytes", std::to_string(grown));
  // A few buffers. A sanitizer's own memory grows with all allocations.
  if (!kSanitized) {
    EXPECT_LT(grown, 16UL << 20U) << "bytes, for 2 GB";
  }
}
}  // namespace franz::proxy
