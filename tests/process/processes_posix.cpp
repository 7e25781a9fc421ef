#include <gtest/gtest.h>
#include <signal.h>
#include <filesystem>
#include <map>
#include <string_view>
#include "common/os/files.h"
#include "tests/process/processes.h"

namespace franz {
namespace fs = std::filesystem;

const bool kStartsAreSlow = false;

namespace {
struct Stat {
  std::string name;
  char state = 'X';
  long long parent = 0;
};

// Source: proc(5), /proc/pid/stat: "pid (name) state ppid …"; the name may hold parentheses.
Stat read_stat(const std::string& pid) {
  const Result<std::string> text = read_file("/proc/" + pid + "/stat");
  if (!text.ok()) return {};
  const std::size_t open = text.value().find('('), close = text.value().rfind(')');
  if (open == std::string::npos || close == std::string::npos) return {};
  Stat stat;
  stat.name = text.value().substr(open + 1, close - open - 1);
  stat.state = text.value()[close + 2];
  stat.parent = std::stoll(text.value().substr(close + 4));
  return stat;
}
}  // namespace

std::vector<long long> descendants(long long pid) {
  std::multimap<long long, long long> children;
  std::error_code code;
  for (fs::directory_iterator entry("/proc", code), end; !code && entry != end;
       entry.increment(code)) {
    const std::string id = entry->path().filename().string();
    if (id.find_first_not_of("0123456789") != std::string::npos) continue;
    children.emplace(read_stat(id).parent, std::stoll(id));
  }
  std::vector<long long> found = {pid};
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto [first, last] = children.equal_range(found[i]);
    for (auto each = first; each != last; ++each) found.push_back(each->second);
  }
  found.erase(found.begin());
  return found;
}

long long descendant_named(long long pid, const std::string& name) {
  for (const long long each : descendants(pid))
    if (read_stat(std::to_string(each)).name == name) return each;
  return 0;
}

// Source: proc(5), /proc/pid/status: a line is `field`, white space and "1234 kB".
static std::size_t kilobytes_in_status(long long pid, std::string_view field) {
  const Result<std::string> status = read_file("/proc/" + std::to_string(pid) + "/status");
  const std::size_t at = status.ok() ? status.value().find(field) : std::string::npos;
  return at == std::string::npos ? 0 : std::stoull(status.value().substr(at + field.size()));
}
std::size_t memory_of(long long pid) { return kilobytes_in_status(pid, "VmRSS:") << 10U; }
std::size_t peak_memory_of(long long pid) { return kilobytes_in_status(pid, "VmHWM:") << 10U; }

bool is_alive(long long pid) {
  const char state = read_stat(std::to_string(pid)).state;
  return state != 'X' && state != 'Z';
}

// 0 and negative ids would signal whole process groups, including the test's own.
static void send(long long pid, int signal) {
  if (pid <= 0)
    ADD_FAILURE() << "no process to send signal " << signal << " to";
  else
    ::kill(static_cast<pid_t>(pid), signal);
}
void kill_hard(long long pid) { send(pid, SIGKILL); }
void freeze(long long pid) { send(pid, SIGSTOP); }
void press_ctrl_c(long long pid) { send(pid, SIGINT); }
void ask_twice_to_stop(long long pid) {
  // Two pending signals of the same kind would merge.
  send(pid, SIGTERM);
  send(pid, SIGHUP);
}
}  // namespace franz
