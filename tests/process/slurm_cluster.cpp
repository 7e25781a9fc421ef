#include "tests/process/slurm_cluster.h"
#include <gtest/gtest.h>
#include <pwd.h>
#include <unistd.h>
#include <algorithm>
#include <filesystem>
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/os/find_program.h"
#include "tests/process/processes.h"
#include "tests/process/running_proxy.h"
#include "tests/support/free_port.h"
#include "tests/support/wait_until.h"

namespace franz {
static std::string node_name(int node) { return "n" + std::to_string(node + 1); }

static std::string user_name() {
  const passwd* const user = ::getpwuid(::getuid());
  return user != nullptr ? user->pw_name : "root";
}

static std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "localhost";
}

std::string SlurmCluster::configuration() const {
  const std::string user = user_name();
  const std::string host = host_name(), in = folder_ + "/";
  std::string text =
      "ClusterName=test\nSlurmctldHost=" + host + "(127.0.0.1)\nSlurmUser=" + user +
      "\nSlurmdUser=" + user + "\nSlurmctldPort=" + std::to_string(ports_[0]) +
      "\nAuthType=auth/munge\nAuthInfo=socket=" + in +
      "munge.socket\nCryptoType=crypto/munge\nStateSaveLocation=" + in +
      "state\nSlurmdSpoolDir=" + in + "spool.%n\nSlurmctldPidFile=" + in +
      "slurmctld.pid\nSlurmdPidFile=" + in + "slurmd.%n.pid\nSlurmctldLogFile=" + in +
      "slurmctld.log\nSlurmdLogFile=" + in +
      "slurmd.%n.log\nCommunicationParameters=NoCtldInAddrAny,NoInAddrAny\n"
      "ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nSwitchType=switch/none\n"
      "MpiDefault=none\nSchedulerType=sched/builtin\nSelectType=select/cons_tres\n"
      "SelectTypeParameters=CR_Core\nSlurmdParameters=config_overrides\nReturnToService=2\n"
      "SlurmdTimeout=60\nInactiveLimit=0\nKillWait=2\nMinJobAge=300\nJobRequeue=1\n";
  for (int node = 0; node < 2; ++node)
    text += "NodeName=" + node_name(node) + " NodeHostname=" + host + " NodeAddr=127.0.0.1 Port=" +
            std::to_string(ports_[static_cast<std::size_t>(node) + 1]) + " CPUs=2 RealMemory=500\n";
  return text + "PartitionName=main Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP\n";
}

Result<std::unique_ptr<ChildProcess>> SlurmCluster::daemon(const std::string& program,
                                                           std::vector<std::string> arguments) {
  std::string path = find_program(program);
  if (path.empty()) path = "/usr/sbin/" + program;
  return ChildProcess::start({path, std::move(arguments), environment(), folder_}, {});
}

Result<std::unique_ptr<SlurmCluster>> SlurmCluster::start(const std::string& folder) {
  auto cluster = std::unique_ptr<SlurmCluster>(new SlurmCluster);
  cluster->folder_ = folder;
  if (const Status begun = cluster->begin(); !begun.ok()) return begun.error();
  return cluster;
}

Status SlurmCluster::begin() {
  // If another program takes one of them before the daemon does, the start fails.
  for (int& port : ports_) port = free_port();
  for (const char* const name : {"state", "munge"})
    if (const Status made = make_folders(join_path(folder_, name)); !made.ok()) return made;
  const std::string key = join_path(folder_, "munge.key");
  if (const auto made = write_new_file(key, random_hex(256)); !made.ok()) return made.error();
  std::filesystem::permissions(key, std::filesystem::perms::owner_read);
  const auto written = write_new_file(join_path(folder_, "slurm.conf"), configuration());
  if (!written.ok()) return written.error();
  const std::string socket = join_path(folder_, "munge.socket");
  auto munged = daemon(
      "munged", {"--foreground", "--force", "--socket=" + socket, "--key-file=" + key,
                 "--seed-file=" + folder_ + "/munge.seed", "--pid-file=" + folder_ + "/munged.pid",
                 "--log-file=" + folder_ + "/munged.log"});
  if (!munged.ok()) return within("munged", munged.error());
  munged_ = std::move(munged).value();
  std::error_code code;
  if (!wait_until([&] { return std::filesystem::exists(socket, code); }))
    return Error{"munged did not start"};
  auto controller = daemon("slurmctld", {"-D"});
  if (!controller.ok()) return within("slurmctld", controller.error());
  controller_ = std::move(controller).value();
  for (int node = 0; node < 2; ++node) start_node(node);
  if (wait_until([this] { return node_state(0) == "idle" && node_state(1) == "idle"; }))
    return Done{};
  const Result<std::string> log = read_file(join_path(folder_, "slurmctld.log"));
  return Error{"Slurm did not start: " + (log.ok() ? log.value() : log.error().message)};
}

std::vector<std::pair<std::string, std::string>> SlurmCluster::environment() const {
  return {{"SLURM_CONF", join_path(folder_, "slurm.conf")}};
}

std::string SlurmCluster::ask(const std::string& program,
                              std::vector<std::string> arguments) const {
  const ChildOutcome outcome =
      run_child({find_program(program), std::move(arguments), environment(), ""}, "", kLongEnough);
  return outcome.end.ok() ? outcome.output : "";
}

std::string SlurmCluster::node_state(int node) const {
  const std::string printed =
      ask("sinfo", {"--noheader", "--nodes=" + node_name(node), "--Node", "--format=%T"});
  return printed.substr(0, printed.find('\n'));
}

void SlurmCluster::start_node(int node) {
  auto& daemon_of_node = nodes_.at(static_cast<std::size_t>(node));
  daemon_of_node.reset();
  auto started = daemon("slurmd", {"-D", "-N", node_name(node)});
  ASSERT_TRUE(started.ok()) << started.error().message;
  daemon_of_node = std::move(started).value();
}

// The name of a step's process is "slurmstepd: [14.batch]".
std::vector<long long> SlurmCluster::steps_of(int node) const {
  std::vector<std::string> names;
  const std::string ids =
      ask("squeue", {"--noheader", "--nodelist=" + node_name(node), "--format=%A"});
  for (std::size_t at = 0; at < ids.size();) {
    const std::size_t end = std::min(ids.find('\n', at), ids.size());
    names.push_back("slurmstepd: [" + ids.substr(at, end - at) + ".");
    at = end + 1;
  }
  std::vector<long long> steps;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    const Result<std::string> words = read_file(entry.path().string() + "/cmdline");
    if (!words.ok() || name.find_first_not_of("0123456789") != std::string::npos) continue;
    const auto is_step = [&](const std::string& step) { return words.value().starts_with(step); };
    if (std::ranges::any_of(names, is_step)) steps.push_back(std::stoll(name));
  }
  std::vector<long long> all = steps;
  for (const long long step : steps) {
    const std::vector<long long> below = descendants(step);
    all.insert(all.end(), below.begin(), below.end());
  }
  return all;
}

void SlurmCluster::kill_node(int node, bool with_jobs) {
  const std::vector<long long> steps = with_jobs ? steps_of(node) : std::vector<long long>{};
  kill_hard(nodes_.at(static_cast<std::size_t>(node))->pid());
  for (const long long step : steps)
    if (is_alive(step)) kill_hard(step);
  // Slurm finds that out by itself, which takes it half a minute.
  ask("scontrol", {"update", "NodeName=" + node_name(node), "State=DOWN", "Reason=killed"});
}

std::string SlurmCluster::jobs() const { return ask("squeue", {}) + ask("sinfo", {"--Node"}); }

SlurmCluster::~SlurmCluster() {
  static_cast<void>(ask("scancel", {"--full", "--user=" + user_name()}));
  wait_until([this] { return ask("squeue", {"--noheader"}).empty(); });
  for (int node = 0; node < 2; ++node)
    for (const long long step : steps_of(node))
      if (is_alive(step)) kill_hard(step);
}
}  // namespace franz
