#pragma once
// A Slurm of two nodes on this machine, for one test: munged, slurmctld and two slurmd, without
// systemd, on loopback addresses and free ports. As root, or with jobs of the test's user only.
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>
#include "common/base/result.h"
#include "common/os/child_process.h"

namespace franz {
class SlurmCluster {
 public:
  // Returns when both nodes accept jobs. `folder`: for its files; it must exist, with a short path,
  // because sockets are in it. Failure: which daemon did not start, and its log's last lines.
  static Result<std::unique_ptr<SlurmCluster>> start(const std::string& folder);
  // Cancels the jobs and ends every daemon and job step by its id.
  ~SlurmCluster();
  SlurmCluster(const SlurmCluster&) = delete;
  SlurmCluster& operator=(const SlurmCluster&) = delete;

  // For programs that are to use it.
  std::vector<std::pair<std::string, std::string>> environment() const;
  // The output of one of Slurm's programs; "" if it fails.
  std::string ask(const std::string& program, std::vector<std::string> arguments) const;

  // The state of a node, 0 or 1: "idle", "mixed", "down*"…
  std::string node_state(int node) const;
  // The jobs and nodes, for messages.
  std::string jobs() const;
  // Kills slurmd, after which Slurm begins the node's jobs again. `with_jobs`: also kills its job
  // steps with all their programs; otherwise these go on.
  void kill_node(int node, bool with_jobs);
  void start_node(int node);

 private:
  SlurmCluster() = default;
  Status begin();
  Result<std::unique_ptr<ChildProcess>> daemon(const std::string& program,
                                               std::vector<std::string> arguments);
  std::string configuration() const;
  // The ids of the node's slurmstepd and everything below them.
  std::vector<long long> steps_of(int node) const;

  std::string folder_;
  std::array<int, 3> ports_{};  // of slurmctld and of the nodes
  std::unique_ptr<ChildProcess> munged_, controller_;
  std::array<std::unique_ptr<ChildProcess>, 2> nodes_;
};
}  // namespace franz
