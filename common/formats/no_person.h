#pragma once
// What a model is told that asks the person at the screen something, as several formats let it.
namespace franz {
inline constexpr const char* kNoPersonKind = "no_person";
inline constexpr const char* kNoPerson =
    "nobody answers questions during the run: decide, or end it with what is missing";
}  // namespace franz
