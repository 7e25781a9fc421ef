// Single values of an ATIF trajectory: times and calls of our tools.
#include <algorithm>
#include <array>
#include <utility>
#include "common/base/ascii.h"
#include "common/tools/call.h"
#include "common/wire/message_fields.h"
#include "proxy/offline/trajectory/atif_reading.h"

namespace franz::proxy {
static constexpr std::size_t kMostPath = 1024;  // bytes

std::string joined(std::string text, std::string_view more, std::string_view between) {
  if (!text.empty() && !more.empty()) text += between;
  return text.append(more);
}

std::string totals_of(MessageFields& fields) {
  const std::string at = "/final_metrics";
  if (!fields.has(at)) return "";
  if (!fields.is_object(at)) {
    fields.fail(at, "an object");
    return "";
  }
  std::string words;
  static constexpr std::array<std::pair<const char*, const char*>, 4> kCounts = {{
      {"/total_prompt_tokens", "tokens in"},
      {"/total_cached_tokens", "of them cached"},
      {"/total_completion_tokens", "tokens out"},
      {"/total_steps", "steps"},
  }};
  for (const auto& [name, unit] : kCounts)
    if (fields.has(at + name))
      words = joined(std::move(words),
                     std::to_string(fields.integer(at + name, 0, INT64_MAX)) + " " + unit, ", ");
  if (fields.has(at + "/total_cost_usd")) {
    fields.number(at + "/total_cost_usd", -1e15, 1e15);
    words = joined(std::move(words), fields.raw(at + "/total_cost_usd") + " USD", ", ");
  }
  return words;
}

bool has_scheme(std::string_view address) {
  const std::size_t colon = address.find(':');
  if (colon == std::string_view::npos || colon < 2) return false;
  const std::string scheme = ascii_lower(address.substr(0, colon));
  constexpr std::string_view kLegal = "abcdefghijklmnopqrstuvwxyz0123456789+-.";
  return scheme[0] >= 'a' && scheme[0] <= 'z' &&
         scheme.find_first_not_of(kLegal) == std::string::npos;
}

std::string undecoded_type(std::string_view address, std::string_view media_type) {
  const std::string start = ascii_lower(address.substr(0, 16)), type = ascii_lower(media_type);
  for (const std::string other : {"image/gif", "image/webp"})
    if (type == other || start.starts_with("data:" + other)) return other;
  return "";
}

std::string path_inside(std::string_view path) {
  if (path.size() > kMostPath || path.find_first_of(std::string_view("\\:\0", 3)) != path.npos)
    return "";
  std::string inside;
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    const std::string_view part = path.substr(at, end - at);
    if (part.empty() || part == "..") return "";
    if (part != ".") inside.append(inside.empty() ? "" : "/").append(part);
    at = end + 1;
  }
  return inside;
}

// "+02:00", "-0330", "Z" or nothing, in minutes; nothing: another form.
static std::optional<int> offset_minutes(std::string_view text) {
  if (text.empty() || text == "Z" || text == "z") return 0;
  std::string digits(text.substr(1));
  if (digits.size() == 5 && digits[2] == ':') digits.erase(2, 1);
  const bool sound = (text[0] == '+' || text[0] == '-') && digits.size() == 4 &&
                     digits.find_first_not_of("0123456789") == std::string::npos;
  if (!sound) return std::nullopt;
  const int hours = (digits[0] - '0') * 10 + digits[1] - '0';
  const int minutes = (digits[2] - '0') * 10 + digits[3] - '0';
  if (hours > 23 || minutes > 59) return std::nullopt;
  return (text[0] == '-' ? -1 : 1) * (hours * 60 + minutes);
}

std::optional<std::string> utc_of_iso(std::string_view text) {
  constexpr std::size_t kSeconds = 19;  // "2026-01-31T12:00:00"
  constexpr std::size_t kMost = 64;
  if (text.size() < kSeconds || text.size() > kMost) return std::nullopt;
  std::string utc(text.substr(0, kSeconds));
  if (utc[10] == ' ' || utc[10] == 't') utc[10] = 'T';
  std::string_view rest = text.substr(kSeconds);
  std::string fraction;
  if (rest.starts_with('.')) {
    std::size_t end = 1;
    while (end < rest.size() && rest[end] >= '0' && rest[end] <= '9') ++end;
    if (end == 1) return std::nullopt;
    fraction = rest.substr(1, std::min<std::size_t>(end - 1, 3));
    rest.remove_prefix(end);
  }
  fraction.resize(3, '0');
  const std::optional<int> offset = offset_minutes(rest);
  const std::optional<long long> local = read_utc_text(utc + "." + fraction + "Z");
  if (!offset || !local) return std::nullopt;
  constexpr double kMinute = 60'000;  // milliseconds
  return utc_text(static_cast<double>(*local) - *offset * kMinute);
}

// The argument of a parameter; nothing: missing, or of another kind.
static std::optional<Argument> argument_of(MessageFields& fields, const std::string& pointer,
                                           ParameterKind kind) {
  const bool is_text = kind == ParameterKind::text || kind == ParameterKind::keys;
  if (is_text ? !fields.is_text(pointer) : !fields.is_number(pointer)) return std::nullopt;
  if (is_text) return fields.text(pointer);
  return number_argument(fields.number(pointer, -1e15, 1e15));
}

std::optional<std::string> canonical_of(std::string_view tool, std::string_view arguments) {
  const Tool* const known = Toolset::all().find(tool);
  Result<MessageFields> parsed = MessageFields::parse(arguments);
  if (known == nullptr || !parsed.ok()) return std::nullopt;
  MessageFields& fields = parsed.value();
  Call call{known->id, {}};
  std::size_t used = 0;  // members
  for (const Parameter& parameter : known->parameters) {
    const std::string pointer = "/" + std::string(parameter.name);
    if (parameter.kind == ParameterKind::keys) {
      for (std::size_t i = 0; i < fields.size("/keys"); ++i) {
        const auto key = argument_of(fields, "/keys/" + std::to_string(i), parameter.kind);
        if (!key) return std::nullopt;
        call.arguments.push_back(*key);
      }
      used += fields.has("/keys") ? 1 : 0;
      continue;
    }
    if (!fields.has(pointer)) break;  // trailing defaults may be omitted
    const auto argument = argument_of(fields, pointer, parameter.kind);
    if (!argument) return std::nullopt;
    call.arguments.push_back(*argument);
    ++used;
  }
  if (used != fields.size("") || !fields.failure().empty()) return std::nullopt;
  std::string text = canonical_text(call);
  if (!parse_canonical_call(text).ok()) return std::nullopt;
  return text;
}
}  // namespace franz::proxy
