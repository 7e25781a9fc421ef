#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include "common/net/port_owner.h"
#include "common/os/files.h"

namespace franz {
namespace fs = std::filesystem;

// The inodes of sockets that listen on `port`, from a table like /proc/net/tcp (proc(5)).
static void add_listening_inodes(const char* table, int port, std::set<std::string>& inodes) {
  const Result<std::string> text = read_file(table);
  if (!text.ok()) return;
  std::istringstream lines(text.value());
  std::string line;
  std::getline(lines, line);  // the headings
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string number, local, remote, state, queues, timer, retransmits, user, timeout, inode;
    words >> number >> local >> remote >> state >> queues >> timer >> retransmits >> user >>
        timeout >> inode;
    constexpr std::string_view kListening = "0A";
    const std::size_t colon = local.rfind(':');
    if (state != kListening || colon == std::string::npos) continue;
    if (std::strtol(local.c_str() + colon + 1, nullptr, 16) == port) inodes.insert(inode);
  }
}

static bool holds_socket(const fs::path& process, const std::set<std::string>& inodes) {
  std::error_code code;
  fs::directory_iterator entry(process / "fd", code);
  for (; !code && entry != fs::directory_iterator(); entry.increment(code)) {
    std::error_code unreadable;
    const std::string target = fs::read_symlink(entry->path(), unreadable).string();
    constexpr std::string_view kStart = "socket:[";
    if (!target.starts_with(kStart)) continue;
    if (inodes.contains(target.substr(kStart.size(), target.size() - kStart.size() - 1)))
      return true;
  }
  return false;
}

std::optional<std::string> find_port_owner(int port) {
  std::set<std::string> inodes;
  add_listening_inodes("/proc/net/tcp", port, inodes);
  add_listening_inodes("/proc/net/tcp6", port, inodes);
  if (inodes.empty()) return std::nullopt;
  std::error_code code;
  fs::directory_iterator entry("/proc", code);
  for (; !code && entry != fs::directory_iterator(); entry.increment(code)) {
    const std::string id = entry->path().filename().string();
    if (id.find_first_not_of("0123456789") != std::string::npos) continue;
    if (!holds_socket(entry->path(), inodes)) continue;
    const Result<std::string> command = read_file((entry->path() / "comm").string());
    std::string owner = command.ok() ? command.value() : "a program";
    while (!owner.empty() && owner.back() == '\n') owner.pop_back();
    owner += " (process ";
    owner += id;
    return owner += ")";
  }
  return std::nullopt;
}
}  // namespace franz
