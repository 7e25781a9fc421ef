#pragma once
// The result of checking a turn's memory, and the outcome of the turn. Records, the log, the page
// and the search use these names.
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace franz {
enum class Verdict : std::uint8_t {
  ok,              // the newest reply to the turn before; all else matches byte for byte
  violation,       // something else was sent
  first,           // turn 1: no reply before it
  superseded,      // it continues from an older reply than the newest
  unverifiable,    // it or its predecessor was not recorded or could not be read
  unwitnessed,     // no relay saw it: an orchestrator recorded itself, or a client called
  not_applicable,  // nothing was sent, or the memory is unknown
};
// "ok", "violation", …
std::string_view verdict_name(Verdict verdict);
// Nothing: unknown name.
std::optional<Verdict> find_verdict(std::string_view name);
std::span<const std::string_view> verdict_names();

// The first one that applies.
enum class TurnOutcome : std::uint8_t {
  violation,  // by the verdict
  degraded,   // one of our programs failed
  error,      // the model's calls had an error
  actions,    // at least one call was executed or noted
  none,
};
// "violation", "degraded", …
std::string_view turn_outcome_name(TurnOutcome outcome);
std::optional<TurnOutcome> find_turn_outcome(std::string_view name);
std::span<const std::string_view> turn_outcome_names();
}  // namespace franz
