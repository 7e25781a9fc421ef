#pragma once
// The memories: what a model is sent about earlier turns. Each memory is one table entry. The
// orchestrator builds its requests from it, and the proxy compares requests with it.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/wire/executor_messages.h"
#include "common/wire/message.h"
#include "common/wire/reply.h"
#include "common/wire/turn_options.h"
#include "common/wire/used_memory.h"

namespace franz {
// A completed turn: its reply, and the new content that its request sent.
struct Step {
  int turn = 0;
  Reply reply;
  std::string items = "[]";              // the results of the previous reply, JSON (ActionItem)
  std::vector<Answer> answers = {};      // to the calls of that reply
  std::string feedback = {};             // UTF-8
  std::optional<std::string> note = {};  // the operator's, UTF-8
  std::optional<PictureRef> picture = {};
};

// What a memory may send about the surface.
struct Facts {
  Size picture;
  Overlays overlays;
};

// The turn that the request is for.
struct Now {
  std::string system, objective, feedback;  // UTF-8
  std::string items = "[]";                 // as in Step
  std::vector<Answer> answers;
  std::optional<std::string> note;  // the operator's, UTF-8
  std::optional<PictureRef> picture;
  Facts facts;
  std::optional<int> turns_left;  // as in UsedMemory
};

// Which steps a memory receives.
enum class Need { last_reply, all_steps };

struct Memory {
  std::string_view name;  // as in [agent] memory
  Need need;
  PictureDue picture;  // unless [agent] picture_after_action says always
  // The messages of a request. `steps`: ascending, the last one or all of them according to `need`;
  // none before the first reply. Pure: equal values give equal messages.
  std::vector<Message> (*messages)(std::span<const Step> steps, const Now& now,
                                   const MemoryOptions& options);
  // The task reaches the model only in its messages, so a run with an empty [agent] objective does
  // not start.
  bool needs_objective = false;
  // The model's texts are addressed to a person, as in a chat; otherwise they are for programs.
  bool is_conversation = false;
  // It leaves out turns before MemoryOptions::from_turn, and says so: a conversation of any length
  // can be made to fit the context. Without it, its messages do not grow from turn to turn.
  bool leaves_out_turns = false;
  // MemoryOptions::in_steps applies: its models were not trained with a fixed number of pictures.
  bool keeps_in_steps = false;
  // The maximum number of pictures in a request; null: one.
  int (*most_pictures)(const MemoryOptions& options) = nullptr;
};

// The maximum number of pictures in a request of the memory. Some servers need that number, such as
// vLLM in --limit-mm-per-prompt.
inline int most_pictures(const Memory& memory, const MemoryOptions& options) {
  return memory.most_pictures == nullptr ? 1 : memory.most_pictures(options);
}

// Adds a completed step, and drops those that the memory no longer needs.
void keep_step(std::vector<Step>& steps, Step step, Need need);
}  // namespace franz
