#include "tests/executor/wayland/bare_compositor.h"
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <utility>

namespace franz::executor {
namespace {
// Of wl_display, which is object 1. Source: the Wayland protocol, "wire format".
constexpr std::uint32_t kDisplay = 1, kSync = 0, kGetRegistry = 1, kDeleteId = 1;
// Requests and events of other objects. kBound: the object was made by wl_registry.bind.
constexpr std::uint32_t kBind = 0, kBound = 0xFFFF, kCapabilities = 0, kKeyboard = 2,
                        kGetKeyboard = 1, kKeymap = 0, kXkb = 1, kGetXdgOutput = 1,
                        kLogicalSize = 1;

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

void send_text(int program, const std::string& message) {
  EXPECT_EQ(::send(program, message.data(), message.size(), MSG_NOSIGNAL),
            static_cast<ssize_t>(message.size()));
}

// A keymap is sent as a file.
void send_keymap(int program, std::uint32_t keyboard, const std::string& keymap) {
  std::FILE* const file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  EXPECT_EQ(std::fwrite(keymap.c_str(), 1, keymap.size() + 1, file), keymap.size() + 1);
  EXPECT_EQ(std::fflush(file), 0);
  std::string message =
      event(keyboard, kKeymap, numbers({kXkb, static_cast<std::uint32_t>(keymap.size() + 1)}));
  const int descriptor = ::fileno(file);
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof descriptor)> space{};
  iovec bytes{message.data(), message.size()};
  msghdr sent{};
  sent.msg_iov = &bytes;
  sent.msg_iovlen = 1;
  sent.msg_control = space.data();
  sent.msg_controllen = space.size();
  cmsghdr* const header = CMSG_FIRSTHDR(&sent);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof descriptor);
  std::memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  EXPECT_EQ(::sendmsg(program, &sent, MSG_NOSIGNAL), static_cast<ssize_t>(message.size()));
  std::fclose(file);
}
}  // namespace

BareCompositor::BareCompositor(const std::string& path, std::vector<std::string> interfaces,
                               BareSession session)
    : interfaces_(std::move(interfaces)),
      session_(std::move(session)),
      listening_(::socket(AF_UNIX, SOCK_STREAM, 0)) {
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

// `object`: the new one.
void BareCompositor::describe(int program, const std::string& interface, std::uint32_t code,
                              std::uint32_t object) const {
  if (interface == "wl_seat" && code == kBound)
    send_text(program, event(object, kCapabilities, numbers({kKeyboard})));
  if (interface == "wl_seat" && code == kGetKeyboard) send_keymap(program, object, session_.keymap);
  if (interface == "zxdg_output_manager_v1" && code == kGetXdgOutput)
    send_text(program, event(object, kLogicalSize, numbers({session_.width, session_.height})));
}

// Until the program closes its connection.
void BareCompositor::answer(int program) {
  std::map<std::uint32_t, std::string> objects;  // and their interfaces
  std::uint32_t registry = 0;
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
      const std::uint32_t code = header[1] & 0xFFFFU;
      if (header[0] == kDisplay && code == kGetRegistry) registry = header[2];
      if (registry != 0 && header[0] == registry && code == kBind) {
        std::uint32_t object = 0;
        std::memcpy(&object, received.data() + length - sizeof object, sizeof object);
        objects[object] = interfaces_.at(header[2] - 1);
        describe(program, objects[object], kBound, object);
      } else if (const auto found = objects.find(header[0]); found != objects.end()) {
        describe(program, found->second, code, header[2]);
      }
      received.erase(0, length);
      if (::send(program, answered.data(), answered.size(), MSG_NOSIGNAL) < 0) return;
    }
  }
}
}  // namespace franz::executor
