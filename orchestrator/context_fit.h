#pragma once
// Which turns of a conversation fit the model's context. There is no tokenizer here: what the
// server counted for the last request is the measure of the next one. Turns are left out in
// blocks, so that the requests between two blocks have the same beginning, which the server's
// prompt cache keeps. Pure.
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

// What a server says of sizes when it refuses a request as too long, in tokens. Nothing: not said.
struct RefusedSizes {
  std::optional<long long> context, prompt;
};
// `words`: its message or the whole body of its answer. Sources: llama-server (n_ctx,
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
  // Or what a refusal said, if that is less.
  std::optional<long long> context() const;

  // The server counted so many tokens in a request of that weight; 0: it did not say.
  void counted(double weight, long long prompt_tokens);
  // The server refused a request of that weight as too long.
  void refused(double weight, const RefusedSizes& said);

  // The first turn to send, `from` to `last`: `from` where the request fits together with a reply
  // of so many tokens. Else the first turn with which half of what could be used is used, beside
  // what every request has; `last` where none is that short.
  int first_turn(int from, int last, const Weigh& weigh, long long reply_tokens) const;

 private:
  std::optional<double> room(long long reply_tokens) const;

  std::optional<long long> context_, said_;  // said_: by a refusal
  std::optional<double> refused_;  // tokens of the smallest request that was too long, estimated
  double scale_ = 1;               // tokens by weight
  double largest_scale_ = 0;
};
}  // namespace franz::orchestrator
