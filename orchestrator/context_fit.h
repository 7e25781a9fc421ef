#pragma once
// Which turns of a conversation fit the model's context. There is no tokenizer: the server's count
// for the last request predicts that of the next. Turns are left out in blocks, so that the
// requests between two blocks begin alike and hit the server's prompt cache. Pure.
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include "common/wire/message.h"

namespace franz::orchestrator {
// A request's size in tokens, roughly: four bytes are a token, and a picture is `picture_tokens`.
// `tools`: as Api::tools has them. Only its ratio to the weight of another request counts.
double request_weight(std::span<const Message> messages, std::string_view tools,
                      double picture_tokens);

// The sizes that a server names when it refuses a request as too long, in tokens. Nothing: none.
struct RefusedSizes {
  std::optional<long long> context, prompt;
};
// `words`: its message or the body of its answer. Sources: llama-server (n_ctx,
// n_prompt_tokens; "the available context size (4096 tokens)"), LM Studio ("n_ctx: 4096"), vLLM and
// OpenAI ("maximum context length is 4096 tokens").
RefusedSizes refused_sizes(std::string_view words);

class ContextFit {
 public:
  // The weight of the request that begins with that turn.
  using Weigh = std::function<double(int from_turn)>;

  // [model] context, or what the server said, in tokens. Nothing: unknown; then every request fits
  // until one is refused.
  void set_context(std::optional<long long> tokens) { context_ = tokens; }
  // That, or what a refusal said, if less.
  std::optional<long long> context() const;

  // The server counted `prompt_tokens` for a request of that weight; 0: it did not say.
  void counted(double weight, long long prompt_tokens);
  // The server refused a request of that weight as too long.
  void refused(double weight, const RefusedSizes& said);

  // The first turn to send, `from` to `last`. `from` if the request fits together with a reply of
  // `reply_tokens`. Else the first turn whose turns fill at most half of the room that is left
  // beside the fixed part of each request; `last` if none is that short.
  int first_turn(int from, int last, const Weigh& weigh, long long reply_tokens) const;

 private:
  std::optional<double> room(long long reply_tokens) const;

  std::optional<long long> context_, said_;  // said_: by a refusal
  std::optional<double> refused_;  // tokens of the smallest request that was too long, estimated
  double scale_ = 1;               // tokens by weight
  double largest_scale_ = 0;
};
}  // namespace franz::orchestrator
