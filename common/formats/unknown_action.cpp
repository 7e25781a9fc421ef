#include "common/formats/unknown_action.h"
#include "common/base/json_string.h"
#include "common/base/utf8.h"
#include "common/tools/suggestions.h"

namespace franz {
std::string unknown_name(std::string_view noun, std::string_view name,
                         std::span<const std::string_view> names) {
  std::string list;
  for (const std::string_view each : names) list += (list.empty() ? "" : ", ") + std::string(each);
  const std::string_view near = nearest_name(name, names);
  return "there is no " + std::string(noun) + " " + quote_json(cut_text(name, kMaxNameShown)) +
         (near.empty() ? "." : "; did you mean " + std::string(near) + "?") + " The " +
         std::string(noun) + "s are: " + list;
}
}  // namespace franz
