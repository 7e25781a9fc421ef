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
static constexpr int kUnauthorized = 401, kForbidden = 403;  // RFC 9110 §15.5
static constexpr std::int64_t kLookMs = 200;                 // between two looks whether to stop

Status ServerWait::check(const Options& options) {
  for (const std::string& url : options.score.upstreams) {
    if (url == "demo" && options.score.upstreams.size() == 1) continue;
    const Result<Upstream> upstream = parse_upstream(url);
    if (!upstream.ok()) return within("--upstream " + url, upstream.error());
  }
  return Done{};
}

// The plan's value of a setting, else this one.
static std::string planned(const ScorePlan& plan, std::string_view key, std::string setting) {
  for (const auto& [name, value] : plan.fixed)
    if (name == key) setting = value;
  return setting;
}

ServerWait::ServerWait(const Options& options, const ScorePlan& plan)
    : given_(options.score.upstreams), servers_(given_) {
  const Settings& settings = options.settings.settings;
  planned_ = planned(plan, "proxy.upstream", settings.proxy.upstream);
  ca_file_ = planned(plan, "proxy.ca_file", settings.proxy.ca_file);
  api_key_env_ = planned(plan, "model.api_key_env", settings.model.api_key_env);
}

ProbeVerdict ServerWait::ask(const std::string& url) const {
  const Result<Upstream> upstream = parse_upstream(url);
  if (!upstream.ok()) return {false, upstream.error().message};
  ModelServer server;
  server.url = url;
  server.ca_file = ca_file_;
  server.api_key_env = api_key_env_;
  ModelClient client;
  const ModelsAnswer answer = client.ask_models(server, kProbeMs);
  if (answer.status == kUnauthorized || answer.status == kForbidden)
    return {false, url + " answers with status " + std::to_string(answer.status) +
                       ": it wants a key ([model] api_key_env)"};
  return judge_probe(answer, upstream.value(), kProbeMs / 1000);
}

std::string ServerWait::problem() const {
  std::vector<std::string> urls = given_;
  if (urls.empty()) urls.push_back(planned_);
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
  if (!servers_.has_choice()) return given_.empty() ? "" : given_.front();
  std::string why;
  while (!stop.stop_requested()) {
    {
      const std::lock_guard lock(mutex_);
      const auto probe = [&](const std::string& url) {
        ProbeVerdict verdict = ask(url);
        why = std::move(verdict.why);
        return verdict.ready;
      };
      if (auto chosen = servers_.choose(number, steady_time_ms(), probe)) {
        reported_ = false;
        return chosen;
      }
      if (!reported_)
        print_error(command_name() + " score: no model server answers (" + why +
                    "); each is asked again every " + std::to_string(kServerRestMs / 1000) + " s");
      reported_ = true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(kLookMs));
  }
  return std::nullopt;
}
}  // namespace franz::proxy
