#pragma once
// Detects a server that silently cuts the prompt: Ollama drops the oldest messages that do not fit
// its context, the last reply first. The only sign is usage.prompt_tokens. "Story": that reply.
#include <cstddef>
#include <optional>
#include <string>
#include "common/wire/api/model_reply.h"

namespace franz::orchestrator {
// What a request was made of, in bytes of UTF-8 text (a story decoded).
struct PromptSizes {
  std::size_t system_bytes = 0, story_bytes = 0, feedback_bytes = 0;
  std::string picture;  // size, "512x288"; empty: no picture
  std::string model;
};

// The state after some turns; a new run begins with a default one.
struct PromptWatch {
  // The least tokens of the prompt without its story, from an uncut turn, and that turn's sizes.
  // Nothing: no such turn yet.
  std::optional<long long> base_tokens;
  PromptSizes base;
  // The last reply's count: the most that the next story takes. Nothing: unknown.
  std::optional<long long> reply_tokens;
  bool cut = false;  // the last turn's prompt was cut
};

struct PromptStep {
  PromptWatch watch;
  std::string warning;  // empty: none; once until a turn is uncut again
};

// `reply`: the accepted reply to the request of these sizes.
//
// The rule. A request is the same prompt every turn but for feedback and story, and what the story
// takes is known: it is the text that the server itself counted as completion_tokens a turn ago. So
//     prompt_tokens >= base - (bytes by which the feedback became shorter) / 2 + story
// with base  = the prompt_tokens of a sound turn less 5/4 of its story's count,
//      story = half of its count, at most a token for 6 bytes (a count may hide reasoning);
//              its bytes / 16 where there is no count (prose and code take 3 to 5 bytes a token).
// The margins are there because a text may take other tokens when read than when written. Before
// there is a base, story + (bytes of the other texts) / 16 must fit. A story that would be less
// than 32 tokens by this proves nothing; another model, picture or system prompt resets the rule; a
// usage of zero counts as none. A server that cut every turn since the program started, none
// without a story among them, is not noticed.
PromptStep watch_prompt(const PromptWatch& watch, const PromptSizes& sizes,
                        const ModelReply& reply);
}  // namespace franz::orchestrator
