#include "common/settings/environment_sets.h"
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include "common/settings/setting_rows.h"

namespace franz {
namespace {
// A server's address from that of its completions: [proxy] upstream leaves out the path that every
// server has.
Result<std::string> server_of(std::string_view endpoint, const std::string&) {
  const auto drop = [&endpoint](std::string_view end) {
    while (endpoint.ends_with('/')) endpoint.remove_suffix(1);
    if (endpoint.ends_with(end)) endpoint.remove_suffix(end.size());
  };
  drop("/chat/completions");
  drop("/responses");
  drop("/v1");
  drop("");
  const bool has_scheme = endpoint.find("://") != std::string_view::npos;
  return (has_scheme ? "" : "http://") + std::string(endpoint);
}

Result<std::string> milliseconds_of(std::string_view seconds, const std::string&) {
  const int longest = static_cast<int>(find_setting("agent", "loop_delay_ms")->max / 1000);
  double value = 0;
  const char* end = seconds.data() + seconds.size();
  const auto read = std::from_chars(seconds.data(), end, value);
  if (read.ec != std::errc() || read.ptr != end || !(value >= 0 && value <= longest))
    return Error{"is not a number of seconds from 0 to " + std::to_string(longest)};
  return std::to_string(std::lround(value * 1000));
}

Error no_side(const std::string& size) {
  return Error{"is a side of [surface] picture, which is " + size + ": name a size there"};
}

// `size`: "512x288", or a fitted picture, which has no sides yet.
Result<std::string> with_width(std::string_view width, const std::string& size) {
  const std::size_t cross = size.find('x');
  if (cross == std::string::npos) return no_side(size);
  return std::string(width) + size.substr(cross);
}
Result<std::string> with_height(std::string_view height, const std::string& size) {
  const std::size_t cross = size.find('x');
  if (cross == std::string::npos) return no_side(size);
  return size.substr(0, cross + 1) + std::string(height);
}

// The variables of agents that use LM Studio's server.
constexpr std::array<TakenVariable, 13> kLmStudio = {{
    {"LMSTUDIO_ENDPOINT", "proxy", "upstream", server_of},
    {"LMSTUDIO_MODEL", "model", "name"},
    {"LMSTUDIO_TIMEOUT", "limits", "first_byte_s"},
    {"LMSTUDIO_TIMEOUT", "limits", "idle_s"},
    {"LMSTUDIO_TEMPERATURE", "model", "temperature"},
    {"LMSTUDIO_MAX_TOKENS", "model", "max_tokens"},
    {"AGENT_IMAGE_W", "surface", "picture", with_width, true},
    {"AGENT_IMAGE_H", "surface", "picture", with_height, true},
    {"AGENT_KEEP_LAST_SCREENSHOTS", "agent", "keep_pictures"},
    {"AGENT_KEEP_LAST_THINKS", "agent", "keep_thinks"},
    {"AGENT_MAX_STEPS", "agent", "max_steps"},
    {"AGENT_STEP_DELAY", "agent", "loop_delay_ms", milliseconds_of},
    {"AGENT_DUMP_DIR", "agent", "dump_dir"},
}};

constexpr std::array<EnvironmentSet, 2> kSets = {{{"none", {}}, {"lmstudio", kLmStudio}}};
}  // namespace

std::span<const EnvironmentSet> all_environment_sets() { return kSets; }

std::span<const TakenVariable> variables_of(std::string_view set) {
  const auto row = std::ranges::find(kSets, set, &EnvironmentSet::name);
  return row == kSets.end() ? std::span<const TakenVariable>() : row->variables;
}
}  // namespace franz
