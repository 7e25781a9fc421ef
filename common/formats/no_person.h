#pragma once
// The answer to a model that asks the person at the screen, which several formats allow.
namespace franz {
inline constexpr const char* kNoPersonKind = "no_person";
inline constexpr const char* kNoPerson =
    "nobody answers questions during the run: decide, or end it with what is missing";
}  // namespace franz
