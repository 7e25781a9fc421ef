#pragma once
// The memories: what a model is sent of the turns before, a row each. The orchestrator builds its
// requests from a row, and the proxy holds requests against the same row.
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
// A turn that is over: the reply to it, and what it sent that no turn before it had sent.
struct Step {
  int turn = 0;
  Reply reply;
  std::string items = "[]";              // what became of the reply before it, JSON (ActionItem)
  std::vector<Answer> answers = {};      // to the calls of that reply
  std::string feedback = {};             // UTF-8
  std::optional<std::string> note = {};  // the operator's, UTF-8
  std::optional<PictureRef> picture = {};
};

// What a memory may tell of the surface.
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
  std::optional<int> turns_left;  // as UsedMemory has it
};

// Which steps a memory is given.
enum class Need { last_reply, all_steps };

struct Memory {
  std::string_view name;  // as in [agent] memory
  Need need;
  PictureDue picture;  // unless [agent] picture_after_action says always
  // The messages of a request. `steps`: ascending, by `need` the last one or all of them; none
  // before the first reply. Pure: the same values give the same messages.
  std::vector<Message> (*messages)(std::span<const Step> steps, const Now& now,
                                   const MemoryOptions& options);
  // The model is told what to do in nothing but its messages: a run with an empty [agent] objective
  // does not begin.
  bool needs_objective = false;
  // The model's texts are what it says to a person, as in a chat; else they are for programs.
  bool is_conversation = false;
  // It sends no turn before MemoryOptions::from_turn, and says so: a conversation of any length can
  // be made to fit the context. Without it, its messages do not grow from turn to turn.
  bool leaves_out_turns = false;
  // MemoryOptions::in_steps holds for it: its models were not trained with a fixed number of
  // pictures.
  bool keeps_in_steps = false;
  // How many pictures a request has at most; null: one.
  int (*most_pictures)(const MemoryOptions& options) = nullptr;
};

// How many pictures a request of the memory has at most. Some servers need that number, as vLLM
// by --limit-mm-per-prompt.
inline int most_pictures(const Memory& memory, const MemoryOptions& options) {
  return memory.most_pictures == nullptr ? 1 : memory.most_pictures(options);
}

// Adds a step that is over, and drops those that the memory has no need of any more.
void keep_step(std::vector<Step>& steps, Step step, Need need);
}  // namespace franz
