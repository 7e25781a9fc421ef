#include "proxy/offline/score/slurm.h"
#include <algorithm>
#include <charconv>
#include <functional>
#include "common/base/ascii.h"
#include "common/base/command_words.h"

namespace franz::proxy {
static void each_line(std::string_view text, const std::function<void(std::string_view)>& visit) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    visit(trimmed(text.substr(0, end)));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

// The number that a text begins with: "300 sec".
static void read_number(std::string_view text, long long& number) {
  long long read = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), read).ec == std::errc())
    number = read;
}

SlurmLimits read_slurm_limits(std::string_view config) {
  SlurmLimits limits;
  each_line(config, [&limits](std::string_view line) {
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) return;
    const std::string_view key = trimmed(line.substr(0, equals));
    const std::string_view value = trimmed(line.substr(equals + 1));
    if (key == "MaxArraySize") read_number(value, limits.max_array);
    if (key == "MaxJobCount") read_number(value, limits.max_jobs);
    if (key == "SlurmdTimeout") read_number(value, limits.dead_s);
  });
  return limits;
}

int fitting_slice(std::size_t trials, int per_slice, const SlurmLimits& limits) {
  // One job is the check of a node.
  const long long jobs = std::max(1LL, std::min(limits.max_array, limits.max_jobs - 1));
  const auto least = (static_cast<long long>(trials) + jobs - 1) / jobs;
  return static_cast<int>(std::max<long long>(per_slice, least));
}

std::string array_text(const std::vector<int>& slices) {
  std::string text;
  for (std::size_t i = 0; i < slices.size();) {
    std::size_t last = i;
    while (last + 1 < slices.size() && slices[last + 1] == slices[last] + 1) ++last;
    text += (text.empty() ? "" : ",") + std::to_string(slices[i]);
    if (last > i) text += "-" + std::to_string(slices[last]);
    i = last + 1;
  }
  return text;
}

std::string slurm_script(const SlurmScript& script) {
  std::string text = "#!/bin/sh\n";
  // Slurm reads these lines with quotes as a shell does.
  const auto option = [&text](const std::string& name, const std::string& value) {
    if (!value.empty()) text += "#SBATCH --" + name + "=" + command_of({&value, 1}) + "\n";
  };
  option("job-name", script.name);
  option("chdir", script.folder);
  option("output", script.log);
  option("open-mode", "append");
  option("array", script.array);
  option("partition", script.partition);
  option("time", script.time);
  // A job whose node dies begins again. Before its time is over it is asked to end, so that the
  // trial in progress is not counted.
  text += "#SBATCH --requeue\n#SBATCH --signal=B:TERM@60\n";
  for (const std::string& more : script.more) text += "#SBATCH " + more + "\n";
  text += "\nexec " + command_of(script.words);
  return text + (script.last_word.empty() ? "" : " " + script.last_word) + "\n";
}

SlurmJobs read_squeue(std::string_view states) {
  SlurmJobs jobs;
  each_line(states, [&jobs](std::string_view line) {
    if (line.empty()) return;
    const std::string_view state = line.substr(0, line.find(' '));
    const std::string_view reason = trimmed(line.substr(state.size()));
    for (const char* const held : {"JobHeld", "held", "PartitionDown", "PartitionInactive"})
      if (reason.find(held) != reason.npos) jobs.held = reason;
    const bool waits = state == "PENDING" || state == "REQUEUED" || state == "REQUEUE_HOLD" ||
                       state == "SUSPENDED";
    ++(waits ? jobs.pending : jobs.running);
  });
  return jobs;
}

std::string read_job_id(std::string_view printed) {
  const std::string_view id = trimmed(printed.substr(0, printed.find(';')));
  const bool is_number = !id.empty() && id.find_first_not_of("0123456789") == id.npos;
  return is_number ? std::string(id) : "";
}
}  // namespace franz::proxy
