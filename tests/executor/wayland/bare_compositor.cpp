#include "tests/executor/wayland/bare_compositor.h"
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <array>
#include <cstdint>
#include <cstring>
#include <utility>

namespace franz::executor {
namespace {
// Of wl_display, which is object 1. Source: the Wayland protocol, "wire format".
constexpr std::uint32_t kDisplay = 1, kSync = 0, kGetRegistry = 1, kDeleteId = 1;

void add_number(std::string& message, std::uint32_t number) {
  message.append(reinterpret_cast<const char*>(&number), sizeof number);
}

// An event with its header.
std::string event(std::uint32_t object, std::uint32_t code, const std::string& arguments) {
  std::string message;
  add_number(message, object);
  add_number(message, static_cast<std::uint32_t>(arguments.size() + 8) << 16U | code);
  return message + arguments;
}

std::string numbers(std::initializer_list<std::uint32_t> values) {
  std::string message;
  for (const std::uint32_t value : values) add_number(message, value);
  return message;
}

std::string global(std::uint32_t name, const std::string& interface) {
  std::string arguments = numbers({name, static_cast<std::uint32_t>(interface.size() + 1)});
  arguments += interface;
  arguments.resize((arguments.size() + 4) / 4 * 4, '\0');
  return arguments + numbers({1});
}
}  // namespace

BareCompositor::BareCompositor(const std::string& path, std::vector<std::string> interfaces)
    : interfaces_(std::move(interfaces)), listening_(::socket(AF_UNIX, SOCK_STREAM, 0)) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  EXPECT_EQ(::bind(listening_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  EXPECT_EQ(::listen(listening_, 1), 0);
  thread_ = std::thread([this] { serve(); });
}

BareCompositor::~BareCompositor() {
  ::shutdown(listening_, SHUT_RDWR);
  thread_.join();
  ::close(listening_);
}

void BareCompositor::serve() {
  for (;;) {
    const int program = ::accept(listening_, nullptr, nullptr);
    if (program < 0) return;
    answer(program);
    ::close(program);
  }
}

// Until the program closes its connection.
void BareCompositor::answer(int program) {
  std::string received;
  std::array<char, 4096> bytes;
  for (ssize_t count = 0; (count = ::read(program, bytes.data(), bytes.size())) > 0;) {
    received.append(bytes.data(), static_cast<std::size_t>(count));
    while (received.size() >= 12) {
      std::array<std::uint32_t, 3> header{};  // object, length and code, first argument
      std::memcpy(header.data(), received.data(), sizeof header);
      const std::size_t length = header[1] >> 16U;
      if (length < 8 || received.size() < length) break;
      std::string answered;
      if (header[0] == kDisplay && (header[1] & 0xFFFFU) == kGetRegistry)
        for (std::size_t i = 0; i < interfaces_.size(); ++i)
          answered +=
              event(header[2], 0, global(static_cast<std::uint32_t>(i + 1), interfaces_[i]));
      if (header[0] == kDisplay && (header[1] & 0xFFFFU) == kSync)
        answered =
            event(header[2], 0, numbers({0})) + event(kDisplay, kDeleteId, numbers({header[2]}));
      received.erase(0, length);
      if (::send(program, answered.data(), answered.size(), MSG_NOSIGNAL) < 0) return;
    }
  }
}
}  // namespace franz::executor
