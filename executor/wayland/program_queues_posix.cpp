#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <array>
#include <cerrno>
#include <cstring>
#include <set>
#include <string_view>
#include <utility>
#include "common/os/posix_support.h"
#include "executor/wayland/program_queues.h"
#include "executor/wayland/wayland_connection.h"

// Source: sock_diag(7).
namespace franz::executor {
namespace {
constexpr timeval kDiagnosticPatience{1, 0};

// The name of the compositor's end of our connection; all its programs' connections have it.
std::string compositor_socket(int descriptor) {
  sockaddr_un address{};
  socklen_t length = sizeof address;
  if (::getpeername(descriptor, reinterpret_cast<sockaddr*>(&address), &length) != 0) return "";
  const std::size_t start = offsetof(sockaddr_un, sun_path);
  return length <= start ? "" : std::string(address.sun_path, length - start);
}

// Names end with a zero in one report and not in the other.
std::string_view without_zero(std::string_view name) {
  return name.ends_with('\0') ? name.substr(0, name.size() - 1) : name;
}

struct SocketReport {
  std::string_view name = {};
  std::uint32_t peer = 0;    // inode
  std::uint32_t unread = 0;  // bytes
};

SocketReport read_attributes(const char* at, std::size_t length) {
  SocketReport report;
  while (length >= sizeof(nlattr)) {
    nlattr attribute{};
    std::memcpy(&attribute, at, sizeof attribute);
    if (attribute.nla_len < sizeof attribute || attribute.nla_len > length) break;
    const std::string_view value(at + sizeof attribute, attribute.nla_len - sizeof attribute);
    if (attribute.nla_type == UNIX_DIAG_NAME) report.name = value;
    if (attribute.nla_type == UNIX_DIAG_PEER && value.size() >= sizeof report.peer)
      std::memcpy(&report.peer, value.data(), sizeof report.peer);
    // Its first member is the receive queue.
    if (attribute.nla_type == UNIX_DIAG_RQLEN && value.size() >= sizeof report.unread)
      std::memcpy(&report.unread, value.data(), sizeof report.unread);
    const std::size_t step = NLA_ALIGN(attribute.nla_len);
    if (step >= length) break;
    at += step;
    length -= step;
  }
  return report;
}

class DiagnosticQueues : public ProgramQueues {
 public:
  DiagnosticQueues(Descriptor socket, std::string name)
      : socket_(std::move(socket)), name_(std::move(name)) {}

  Result<UnreadBytes> unread() override {
    if (!request()) return failure();
    UnreadBytes all;
    std::set<std::uint32_t> programs;
    for (bool more = true; more;) {
      const ssize_t length = ::recv(socket_.number(), answer_.data(), answer_.size(), 0);
      if (length <= 0) return failure();
      const Result<bool> read = read_answer(static_cast<std::size_t>(length), all, programs);
      if (!read.ok()) return read.error();
      more = read.value();
    }
    std::erase_if(all, [&](const auto& entry) { return !programs.contains(entry.first); });
    return all;
  }

 private:
  static Error failure() {
    return {std::string("cannot ask the system for sockets: ") + std::strerror(errno)};
  }

  bool request() {
    struct {
      nlmsghdr header;
      unix_diag_req request;
    } message{};
    message.header.nlmsg_len = sizeof message;
    message.header.nlmsg_type = SOCK_DIAG_BY_FAMILY;
    message.header.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
    message.request.sdiag_family = AF_UNIX;
    message.request.udiag_states = 1U << TCP_ESTABLISHED;
    message.request.udiag_show = UDIAG_SHOW_NAME | UDIAG_SHOW_PEER | UDIAG_SHOW_RQLEN;
    return ::send(socket_.number(), &message, sizeof message, 0) ==
           static_cast<ssize_t>(sizeof message);
  }

  // False: this was the last part.
  Result<bool> read_answer(std::size_t length, UnreadBytes& all,
                           std::set<std::uint32_t>& programs) {
    std::size_t at = 0;
    while (at + sizeof(nlmsghdr) <= length) {
      nlmsghdr header{};
      std::memcpy(&header, answer_.data() + at, sizeof header);
      if (header.nlmsg_len < sizeof header || header.nlmsg_len > length - at) break;
      if (header.nlmsg_type == NLMSG_DONE) return false;
      if (header.nlmsg_type == NLMSG_ERROR) return Error{"the system lists no sockets"};
      const std::size_t start = at + NLMSG_HDRLEN;
      if (header.nlmsg_len >= NLMSG_HDRLEN + sizeof(unix_diag_msg)) {
        unix_diag_msg socket{};
        std::memcpy(&socket, answer_.data() + start, sizeof socket);
        const std::size_t attributes = start + NLMSG_ALIGN(sizeof socket);
        const SocketReport report =
            read_attributes(answer_.data() + attributes, at + header.nlmsg_len - attributes);
        all[socket.udiag_ino] = report.unread;
        if (without_zero(report.name) == without_zero(name_)) programs.insert(report.peer);
      }
      at += NLMSG_ALIGN(header.nlmsg_len);
    }
    return true;
  }

  Descriptor socket_;
  std::string name_;
  std::array<char, 65'536> answer_{};
};
}  // namespace

std::unique_ptr<ProgramQueues> ProgramQueues::open(const WaylandConnection& connection) {
  const std::string name = compositor_socket(connection.descriptor());
  Descriptor socket(::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG));
  if (name.empty() || !socket.ok()) return nullptr;
  ::setsockopt(socket.number(), SOL_SOCKET, SO_RCVTIMEO, &kDiagnosticPatience,
               sizeof kDiagnosticPatience);
  auto queues = std::make_unique<DiagnosticQueues>(std::move(socket), name);
  // At least our own connection must be listed.
  const Result<UnreadBytes> listed = queues->unread();
  if (!listed.ok() || listed.value().empty()) return nullptr;
  return queues;
}
}  // namespace franz::executor
