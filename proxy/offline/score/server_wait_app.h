#pragma once
// Waits for one of a score's model servers.
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include "proxy/command/options_app.h"
#include "proxy/offline/score/model_servers.h"
#include "proxy/offline/score/plan.h"
#include "proxy/supervisor/upstream_probe.h"

namespace franz::proxy {
class ServerWait {
 public:
  // Failure: names the --upstream that is wrong.
  static Status check(const Options& options);
  // `plan`: its fixed settings name the server without --upstream, and how to reach it.
  ServerWait(const Options& options, const ScorePlan& plan);

  // The server for the trial or slice with this number; "": the plan or the settings name it.
  // Blocks while none of several answers, and says so once. Any thread. Nothing: `stop` was asked.
  std::optional<std::string> wait(std::size_t number, const std::stop_token& stop);
  // Why no server answers now, for people; empty: one does, or the demo model answers.
  std::string problem() const;

 private:
  ProbeVerdict ask(const std::string& url) const;
  const std::vector<std::string> given_;  // by --upstream
  std::string planned_, ca_file_, api_key_env_;
  std::mutex mutex_;
  ModelServers servers_;
  bool reported_ = false;  // that none answers
};
}  // namespace franz::proxy
