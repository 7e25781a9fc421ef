#pragma once
// What settings must know of tables in higher layers: the names that a key may hold, and what a
// setting must not change. Those tables use these values, or are compared with them at compile
// time.
#include <array>
#include <span>
#include <string_view>

namespace franz {
// The names of [agent] memory, in addition to kTextFormats (common/formats/names.h).
inline constexpr std::array<std::string_view, 4> kMemoryNames = {"sst", "history", "objective",
                                                                 "openai"};

// An entry of common/wire/api/api.h.
struct ApiKind {
  std::string_view name;  // as in [model] api
  // Members of a request's body that [model] extra must not have: the loop depends on them. It adds
  // any other member, or replaces ours.
  std::span<const std::string_view> reserved;
};

// The loop reads one reply, streamed as requested, and sets the model to [model] name or the
// fallback.
inline constexpr std::array<std::string_view, 6> kChatReserved = {
    "messages", "model", "stream", "stream_options", "tools", "n"};
inline constexpr ApiKind kChatKind{"chat", kChatReserved};

// A request must not refer to texts that the server stores: conversations, prompts, instructions.
// The loop waits for the answer.
inline constexpr std::array<std::string_view, 10> kResponsesReserved = {
    "input",  "model",        "stream",     "stream_options", "tools", "previous_response_id",
    "prompt", "conversation", "background", "instructions"};
inline constexpr ApiKind kResponsesKind{"responses", kResponsesReserved};

inline constexpr std::array kApiKinds = {kChatKind, kResponsesKind};
}  // namespace franz
