#pragma once
// What a check of a turn's memory came to, and what became of the turn. Records, the log, the page
// and the search spell them by these names.
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace franz {
enum class Verdict : std::uint8_t {
  ok,              // the newest reply to the turn before, and all else, byte for byte
  violation,       // something else was sent
  first,           // turn 1: there is nothing before it
  superseded,      // it goes on from an older reply than the newest
  unverifiable,    // what it goes on from, or it, was not recorded or could not be read
  unwitnessed,     // no relay saw it: an orchestrator recorded itself, or a client called
  not_applicable,  // nothing was sent, or the memory is not known
};
// "ok", "violation", …
std::string_view verdict_name(Verdict verdict);
// Nothing: no verdict has that name.
std::optional<Verdict> find_verdict(std::string_view name);
std::span<const std::string_view> verdict_names();

// The first of these that holds.
enum class TurnOutcome : std::uint8_t {
  violation,  // by the verdict
  degraded,   // a program of ours failed
  error,      // the model's calls had an error
  actions,    // at least one call was carried out or noted
  none,
};
// "violation", "degraded", …
std::string_view turn_outcome_name(TurnOutcome outcome);
std::optional<TurnOutcome> find_turn_outcome(std::string_view name);
std::span<const std::string_view> turn_outcome_names();
}  // namespace franz
