#pragma once
// What a request is made of, as who checks it keeps it: the turns that it goes on from, each as its
// memory is given it, but with a digest in the place of the reply's text, which may be large.
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/memory/memory.h"
#include "common/run/reply_digests.h"

namespace franz {
// A reply's text as such a part of a request has it.
std::string text_as_sent(const Part& part, const std::string& reply_text);

// A turn; a value that does not change, for it is shared by all chains that go through it.
struct KnownStep {
  std::optional<Step> step;         // without its reply; nothing: not known
  bool is_picture_unknown = false;  // whether and which the request had
  bool has_reply = false;           // that is known
  ReplyDigests digests = {};        // of its text
  // Another text of which a memory makes the same parts, with the reply's own calls.
  std::optional<Reply> stand_in = std::nullopt;
};
// `step`: its reply is not looked at.
KnownStep known_step(std::optional<Step> step, const std::optional<Reply>& reply);

class KnownSteps {
 public:
  void set(int turn, std::shared_ptr<const KnownStep> step) { turns_[turn] = std::move(step); }
  // What the turn sent that no turn before it had sent. Its reply is not looked at.
  void set_step(Step step);
  void set_reply(int turn, const Reply& reply);

  // The first turn before `turn` that such a memory needs and of which not all is known: what it
  // sent with its picture, and its reply. Nothing: all are known.
  std::optional<int> first_unknown(int turn, Need need) const;
  // Whether the token is the text of a reply, to the byte, as `part` has it: of its turn, and in
  // its form. Nothing: the reply is not known.
  std::optional<bool> is_reply(const Part& part, std::string_view token) const;

  // Of the turns before `turn` those that such a memory needs; of an unknown one there is an empty
  // step. The text of each reply is another one that is empty, or has a thought or a memory of the
  // model's, if the reply's does; its calls are its own.
  std::vector<Step> before(int turn, Need need) const;

 private:
  std::map<int, std::shared_ptr<const KnownStep>> turns_;
};
}  // namespace franz
