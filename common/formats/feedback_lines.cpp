#include "common/formats/feedback_lines.h"
#include <algorithm>
#include <cstddef>

namespace franz {
static constexpr std::size_t kMaxListedCalls = 20;

std::string list_calls(std::span<const std::string> calls) {
  std::string text;
  for (const std::string& each : calls.first(std::min(calls.size(), kMaxListedCalls)))
    text += (text.empty() ? "" : ", ") + each;
  if (calls.size() > kMaxListedCalls)
    text += " and " + std::to_string(calls.size() - kMaxListedCalls) + " more";
  return text;
}

std::string clamped_note(std::span<const std::string> calls) {
  return calls.empty() ? "" : "NOTE: clamped to 0-1000: " + list_calls(calls) + "\n";
}
std::string unchanged_note(std::span<const std::string> calls) {
  return calls.empty() ? "" : "NOTE: no visible change after: " + list_calls(calls) + "\n";
}

std::string outcome_line(std::string_view call, const ItemResult& result, bool capture_failed) {
  if (result.why.empty() || result.lacks_place) return "";
  const auto line = [&](std::string_view word) {
    return std::string(word) + ": " + std::string(call) + " -- " + result.why + "\n";
  };
  switch (result.outcome) {
    case Outcome::done: return line("NOTE");
    case Outcome::refused: return line("REFUSED");
    case Outcome::partial: return capture_failed ? "" : line("PARTIAL");
    case Outcome::noted:
    case Outcome::malformed:
    case Outcome::not_run: break;
  }
  return "";
}
}  // namespace franz
