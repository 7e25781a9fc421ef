#pragma once
// What the settings must know of the tables that stand above them: the names that a key may hold,
// and what a setting may not touch. The tables take these values from here or are held against them
// when they are compiled, so that a row is missing nowhere.
#include <array>
#include <span>
#include <string_view>

namespace franz {
// [agent] memory, besides kTextFormats (common/formats/names.h).
inline constexpr std::array<std::string_view, 4> kMemoryNames = {"sst", "history", "objective",
                                                                 "openai"};

// A row of common/wire/api/api.h.
struct ApiKind {
  std::string_view name;  // as in [model] api
  // Members of a request's body that [model] extra may not hold: the loop depends on them. Any
  // other one it adds or, where we write it too, replaces.
  std::span<const std::string_view> reserved;
};

// The answer is read as one reply, streamed as asked for; the model of a request is [model] name or
// its fallback.
inline constexpr std::array<std::string_view, 6> kChatReserved = {
    "messages", "model", "stream", "stream_options", "tools", "n"};
inline constexpr ApiKind kChatKind{"chat", kChatReserved};

// Nothing that others said or keep may come into a request unseen: the server's own conversations,
// prompts and instructions. An answer is waited for.
inline constexpr std::array<std::string_view, 10> kResponsesReserved = {
    "input",  "model",        "stream",     "stream_options", "tools", "previous_response_id",
    "prompt", "conversation", "background", "instructions"};
inline constexpr ApiKind kResponsesKind{"responses", kResponsesReserved};

inline constexpr std::array kApiKinds = {kChatKind, kResponsesKind};
}  // namespace franz
