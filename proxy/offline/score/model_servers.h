#pragma once
// Several model servers of a score: each trial goes to one of them. Pure: time and probe are
// passed in.
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace franz::proxy {
inline constexpr std::int64_t kServerRestMs = 60'000;  // before a dead server is probed again

class ModelServers {
 public:
  using Probe = std::function<bool(const std::string& url)>;
  explicit ModelServers(std::vector<std::string> urls)
      : urls_(std::move(urls)), rests_until_(urls_.size(), 0) {}

  // With one server or none the settings decide, and nothing is probed.
  bool has_choice() const { return urls_.size() > 1; }
  // The server of the trial or slice with this number, or the next one that answers `probe`. A
  // server that does not answer is left out for kServerRestMs. Nothing: none answers.
  std::optional<std::string> choose(std::size_t number, std::int64_t now_ms, const Probe& probe);

 private:
  std::vector<std::string> urls_;
  std::vector<std::int64_t> rests_until_;  // by the same index
};
}  // namespace franz::proxy
