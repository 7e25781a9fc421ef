#include "orchestrator/prompt_watch.h"
#include <algorithm>

namespace franz::orchestrator {
static long long count(std::size_t bytes) { return static_cast<long long>(bytes); }

// The fewest tokens that the story may take.
static long long least_story(const PromptWatch& watch, const PromptSizes& sizes) {
  if (!watch.reply_tokens) return count(sizes.story_bytes) / 16;
  return std::min(*watch.reply_tokens / 2, count(sizes.story_bytes) / 6);
}

static bool same_prompt(const PromptSizes& a, const PromptSizes& b) {
  return a.system_bytes == b.system_bytes && a.picture == b.picture && a.model == b.model;
}

PromptStep watch_prompt(const PromptWatch& watch, const PromptSizes& sizes,
                        const ModelReply& reply) {
  static constexpr long long kProof = 32;  // tokens: less may be noise
  PromptWatch next = watch;
  next.reply_tokens.reset();
  if (!reply.usage || reply.usage->prompt_tokens <= 0) return {next, ""};
  // The reply's count includes separate reasoning, which the story lacks.
  if (!reply.reasoning && reply.usage->completion_tokens > 0)
    next.reply_tokens = reply.usage->completion_tokens;

  const long long prompt = reply.usage->prompt_tokens;
  const long long feedback = count(sizes.feedback_bytes);
  const bool known = watch.base_tokens && same_prompt(watch.base, sizes);
  const long long story = least_story(watch, sizes);
  long long least = story + (count(sizes.system_bytes) + feedback) / 16;
  if (known) {
    const long long shorter = std::max(count(watch.base.feedback_bytes) - feedback, 0LL);
    least = std::max(least, *watch.base_tokens - shorter / 2 + story);
  }
  next.cut = story >= kProof && prompt < least;
  if (next.cut) {
    if (watch.cut) return {next, ""};
    return {next,
            "the server cut the prompt silently: usage.prompt_tokens is " + std::to_string(prompt) +
                ", but this request takes at least " + std::to_string(least) +
                ". The story is the first to be dropped. Load the model with a larger context "
                "(Ollama: OLLAMA_CONTEXT_LENGTH), or make [model] max_tokens or [surface] "
                "picture smaller."};
  }
  const bool no_story = sizes.story_bytes == 0;
  if (!known) next.base_tokens.reset();
  if (no_story || watch.reply_tokens) {
    const long long base = prompt - (no_story ? 0 : *watch.reply_tokens * 5 / 4);
    // Of two bases the one that says more of a turn with hardly any feedback.
    if (!known || base - feedback / 2 > *watch.base_tokens - count(watch.base.feedback_bytes) / 2) {
      next.base_tokens = base;
      next.base = sizes;
    }
  }
  return {next, ""};
}
}  // namespace franz::orchestrator
