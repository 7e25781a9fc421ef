#include "proxy/offline/score/server_wait_app.h"
#include <algorithm>
#include <chrono>
#include <thread>
#include "common/net/model_client.h"
#include "common/os/clock.h"
#include "common/os/paths.h"
#include "common/os/print.h"

namespace franz::proxy {
static constexpr int kProbeMs = 3000;
static constexpr std::int64_t kLookMs = 200;  // between two looks whether to stop

Status ServerWait::check(const Options& options) {
  for (const std::string& url : options.score.upstreams) {
    if (url == "demo" && options.score.upstreams.size() == 1) continue;
    const Result<Upstream> upstream = parse_upstream(url);
    if (!upstream.ok()) return within("--upstream " + url, upstream.error());
  }
  return Done{};
}

ServerWait::ServerWait(const Options& options)
    : options_(options), servers_(options.score.upstreams) {}

ProbeVerdict ServerWait::ask(const std::string& url) const {
  const Result<Upstream> upstream = parse_upstream(url);
  if (!upstream.ok()) return {false, upstream.error().message};
  ModelServer server;
  server.url = url;
  server.ca_file = options_.settings.settings.proxy.ca_file;
  server.api_key_env = options_.settings.settings.model.api_key_env;
  ModelClient client;
  const ModelsAnswer answer = client.ask_models(server, kProbeMs);
  return judge_probe(answer, upstream.value(), kProbeMs / 1000);
}

std::string ServerWait::problem() const {
  std::vector<std::string> urls = options_.score.upstreams;
  if (urls.empty()) urls.push_back(options_.settings.settings.proxy.upstream);
  std::string why;
  for (const std::string& url : urls) {
    if (url == "demo") return "";
    const ProbeVerdict verdict = ask(url);
    if (verdict.ready) return "";
    why += (why.empty() ? "" : "; ") + verdict.why;
  }
  return why;
}

std::optional<std::string> ServerWait::wait(std::size_t number, const std::stop_token& stop) {
  if (!servers_.has_choice()) return "";
  while (!stop.stop_requested()) {
    {
      const std::lock_guard lock(mutex_);
      const auto probe = [this](const std::string& url) { return ask(url).ready; };
      if (auto chosen = servers_.choose(number, steady_time_ms(), probe)) {
        reported_ = false;
        return chosen;
      }
      if (!reported_)
        print_error(command_name() +
                    " score: no model server answers; waiting, they are asked every " +
                    std::to_string(kServerRestMs / 1000) + " s");
      reported_ = true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(kLookMs));
  }
  return std::nullopt;
}
}  // namespace franz::proxy
