#pragma once
// The earlier turns that a request is built from, as the checker keeps them: each as the memory
// receives it, but with a digest instead of the reply's text, which may be large.
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/memory/memory.h"
#include "common/run/reply_digests.h"

namespace franz {
// A reply's text in the form in which that part of a request sends it.
std::string text_as_sent(const Part& part, const std::string& reply_text);

// One turn. Immutable, because all chains that pass through it share it.
struct KnownStep {
  std::optional<Step> step;         // without its reply; nothing: unknown
  bool is_picture_unknown = false;  // whether the request had a picture, and which
  bool has_reply = false;           // the reply is known
  ReplyDigests digests = {};        // of the reply's text
  // Another text from which a memory makes the same parts, with the reply's own calls.
  std::optional<Reply> stand_in = std::nullopt;
};
// Ignores the reply in `step`.
KnownStep known_step(std::optional<Step> step, const std::optional<Reply>& reply);

class KnownSteps {
 public:
  void set(int turn, std::shared_ptr<const KnownStep> step) { turns_[turn] = std::move(step); }
  // What this turn sent that no earlier turn had sent. Ignores the step's reply.
  void set_step(Step step);
  void set_reply(int turn, const Reply& reply);

  // The first turn before `turn` that such a memory needs and that is not fully known (what it
  // sent, its picture, its reply). Nothing: all are known.
  std::optional<int> first_unknown(int turn, Need need) const;
  // Whether the token is byte for byte the reply text of `part`'s turn, in `part`'s form. Nothing:
  // the reply is unknown.
  std::optional<bool> is_reply(const Part& part, std::string_view token) const;

  // The turns before `turn` that such a memory needs; an unknown turn is an empty step. The text of
  // each reply is replaced by a placeholder, which contains a thought or a model memory if the
  // reply does; the calls are the original ones.
  std::vector<Step> before(int turn, Need need) const;

 private:
  std::map<int, std::shared_ptr<const KnownStep>> turns_;
};
}  // namespace franz
