#include "common/run/verdict.h"
#include <array>

namespace franz {
static constexpr std::array<std::string_view, 7> kVerdictNames = {
    "ok", "violation", "first", "superseded", "unverifiable", "unwitnessed", "not_applicable"};
static constexpr std::array<std::string_view, 5> kTurnOutcomeNames = {"violation", "degraded",
                                                                      "error", "actions", "none"};

template <typename Value, std::size_t kCount>
static std::optional<Value> find_by_name(const std::array<std::string_view, kCount>& names,
                                         std::string_view name) {
  for (std::size_t i = 0; i < kCount; ++i)
    if (names[i] == name) return static_cast<Value>(i);
  return std::nullopt;
}

std::string_view verdict_name(Verdict verdict) {
  return kVerdictNames[static_cast<std::size_t>(verdict)];
}
std::optional<Verdict> find_verdict(std::string_view name) {
  return find_by_name<Verdict>(kVerdictNames, name);
}
std::span<const std::string_view> verdict_names() { return kVerdictNames; }
std::string_view turn_outcome_name(TurnOutcome outcome) {
  return kTurnOutcomeNames[static_cast<std::size_t>(outcome)];
}
std::optional<TurnOutcome> find_turn_outcome(std::string_view name) {
  return find_by_name<TurnOutcome>(kTurnOutcomeNames, name);
}
std::span<const std::string_view> turn_outcome_names() { return kTurnOutcomeNames; }
}  // namespace franz
