#pragma once
// From the question of a turn to the model's answer: a request that fits the model's context,
// retries, pauses, and another model if the server lacks the one that is set.
#include <optional>
#include <span>
#include <string>
#include <vector>
#include "common/wire/executor_messages.h"
#include "common/wire/used_memory.h"
#include "orchestrator/context_fit.h"
#include "orchestrator/loop_parts.h"
#include "orchestrator/prompt_watch.h"

namespace franz::orchestrator {
// What all requests of a turn have in common. The system message and what the settings of a single
// request decide are added to each.
struct TurnQuestion {
  Now now;
  UsedMemory memory;
  std::string tools;  // as Api::tools()
};

// A reference to the picture's SHA-256. Invalid base64 is forwarded without a digest; the server
// will reject it.
PictureRef picture_ref(std::string_view base64);

class ModelAsking {
 public:
  // `parts` outlives it.
  explicit ModelAsking(LoopParts& parts) : parts_(parts), policy_(parts.api) {}

  // Reads the settings of the next turn.
  void read_settings();
  // The same at the start of a turn: its pictures keep their size until the next one.
  void begin_turn();
  // What the turn's requests say; leaves out older turns that would not fit the context. `note`:
  // the operator's; empty: none.
  TurnQuestion prepare(const ExecutorRequest& request, const ExecutorReply& acted,
                       const std::string& note);
  // Asks until the model replies. Nothing: the turn must begin again, now or after a pause, or the
  // run stops; the progress is unchanged except for its first turn to send.
  std::optional<ModelAnswer> ask(TurnQuestion& turn);
  // What the feedback of the next try at the turn must say about a reply that was lost.
  const std::optional<Warning>& lost_reply() const { return lost_reply_; }

 private:
  Question question(const TurnQuestion& turn);
  std::vector<Message> messages(const TurnQuestion& turn, const Now& now);
  double weight(std::span<const Message> messages, const std::string& tools) const;
  void accepted(const TurnQuestion& turn, const ModelAnswer& answer);
  // False: not now.
  bool asks_again(TurnQuestion& turn, const ModelAnswer& answer, const RetryDecision& decision);
  bool waits_for_retry(const RetryDecision& decision);
  bool fixes_problem(TurnQuestion& turn, const ModelAnswer& answer, const RetryDecision& decision);
  void needs_person(const ModelProblem& problem);
  void watch_prompt_of(const TurnQuestion& turn, const ModelAnswer& answer);

  // ---- The turns that a request can have
  bool may_leave_out_turns();
  void learn_context();
  void fit_context(TurnQuestion& turn);
  // False: no older turn is left to leave out.
  bool fit_after_refusal(TurnQuestion& turn, const ModelAnswer& answer);
  bool leave_out_turns(TurnQuestion& turn);
  int fitting_turn(const TurnQuestion& turn);

  // Of `model`, as the server said; 0 tokens: it did not say.
  struct ServerContext {
    std::string model;
    long long tokens = 0;
  };

  LoopParts& parts_;
  ModelPolicy policy_;
  KeptPictures pictures_;  // of the steps and of this turn
  PromptWatch prompt_;
  ContextFit context_;
  std::optional<ServerContext> server_context_;  // nothing: not asked yet
  double asked_weight_ = 0;                      // of the last request
  std::string_view logged_code_;                 // of the failed request that the log has
  std::optional<Warning> lost_reply_;
};
}  // namespace franz::orchestrator
