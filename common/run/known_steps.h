#pragma once
// What is kept of the turns of a run by whoever checks its requests: each as its memory is given
// it, but with a digest in the place of the reply's text, which may be large.
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/memory/memory.h"
#include "common/run/reply_digests.h"

namespace franz {
// A reply's text as such a part of a request has it.
std::string text_as_sent(const Part& part, const std::string& reply_text);

class KnownSteps {
 public:
  // What the turn sent that no turn before it had sent. Its reply is not looked at.
  void set_step(Step step);
  // That of the turn's request, by its digest; nothing: it had none. Does nothing to a turn without
  // a step.
  void set_picture(int turn, std::optional<std::string> sha256);
  // Whether and which the request had is not known, until it is set.
  void forget_picture(int turn);
  void set_reply(int turn, const Reply& reply);
  void forget_reply(int turn);
  // Both, of that turn and of all that are known behind it.
  void forget_from(int turn);

  // The first turn before `turn` that such a memory needs and of which not all is known, what it
  // sent with its picture, and its reply. Nothing: all are known.
  std::optional<int> first_unknown(int turn, Need need) const;
  // Whether the token is the text of a reply, to the byte, as `part` has it: of its turn, and in
  // its form. Nothing: the reply is not known.
  std::optional<bool> is_reply(const Part& part, std::string_view token) const;

  // Of the turns before `turn` those that such a memory needs; of an unknown one there is a step in
  // which nothing was told. In the place of each reply's text stands another that is empty, or has
  // a thought or a memory of the model's, if the reply's does; its calls are its own.
  std::vector<Step> before(int turn, Need need) const;

 private:
  struct Known {
    std::optional<Step> step;
    bool has_reply = false, is_picture_unknown = false;
    ReplyDigests digests;
    std::optional<Reply> stand_in;  // stays when the reply is forgotten
  };
  std::map<int, Known> turns_;
};
}  // namespace franz
