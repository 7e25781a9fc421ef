#include "common/wire/api/api.h"
#include <algorithm>
#include <array>
#include "common/settings/setting_choices.h"
#include "common/wire/api/chat.h"

namespace franz {
static constexpr std::array kApis{kChatApi};

std::span<const Api> all_apis() { return kApis; }

const Api* find_api(std::string_view name) {
  const auto row = std::ranges::find(kApis, name, &Api::name);
  return row == kApis.end() ? nullptr : &*row;
}

const Api* find_api_at(std::string_view target) {
  const std::string_view path = target.substr(0, target.find('?'));
  const auto row =
      std::ranges::find_if(kApis, [path](const Api& api) { return path.ends_with(api.path); });
  return row == kApis.end() ? nullptr : &*row;
}

std::vector<std::string> api_names() {
  std::vector<std::string> names;
  names.reserve(kApis.size());
  for (const Api& api : kApis) names.emplace_back(api.name);
  return names;
}
}  // namespace franz
