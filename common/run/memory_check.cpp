#include "common/run/memory_check.h"
#include <utility>
#include "common/base/count_text.h"
#include "common/base/sha256.h"
#include "common/run/differing_parts.h"
#include "common/run/places.h"
#include "common/run/recorded_step.h"
#include "common/wire/api/shape_reading.h"
#include "proxy/record/far_turns.h"

namespace franz {
MemoryCheck::MemoryCheck(const Memory* memory, const std::map<int, Reply>& replies,
                         KnownSteps steps)
    : memory_(memory), steps_(std::move(steps)) {
  for (const auto& [turn, reply] : replies) delivered(turn, reply.text, reply.calls);
}

bool MemoryCheck::needs_all_steps() const {
  return memory_ != nullptr && memory_->need == Need::all_steps;
}

void MemoryCheck::delivered(int turn, SharedText token, std::vector<ReplyCall> calls) {
  if (needs_all_steps()) steps_.set_reply(turn, {token.str(), std::move(calls)});
  replies_[turn] = {std::move(token), ""};
}

void MemoryCheck::not_read(int turn, const std::string& why) {
  steps_.forget_reply(turn);
  replies_[turn] = {std::nullopt, "the reply to turn " + std::to_string(turn) +
                                      " could not be read whole: " + why};
}

void MemoryCheck::told(int turn, const ToldTurn& told) {
  if (!needs_all_steps()) return;
  if (Result<Step> step = told_step(turn, told); step.ok())
    steps_.set_step(std::move(step).value());
}

void MemoryCheck::pictured(int turn, std::optional<std::string> sha256) {
  steps_.set_picture(turn, std::move(sha256));
}

void MemoryCheck::picture_not_read(int turn) {
  if (needs_all_steps()) steps_.forget_picture(turn);
}

void MemoryCheck::forget_far(int turn) { forget_far_turns(replies_, turn, kRememberedReplies); }

// The story as it stands in a request: as a rule the reply before it.
SharedText MemoryCheck::shared_story(int turn, std::string_view token) const {
  const auto before = replies_.find(turn - 1);
  const bool same =
      before != replies_.end() && before->second.token && *before->second.token == token;
  return same ? *before->second.token : SharedText(std::string(token));
}

std::optional<std::vector<Message>> MemoryCheck::expected(int turn, const ToldTurn& told,
                                                          const RequestView& view) const {
  if (memory_ == nullptr) return std::nullopt;
  const Result<Step> step = told_step(turn, told);
  return expected_messages(*memory_, turn, steps_,
                           told_now(step.ok() ? step.value() : Step{}, told),
                           told.memory.value_or(UsedMemory{}).options, &view);
}

CarriedReplies MemoryCheck::read(int turn, const ToldTurn& told, const RequestView& view,
                                 const std::vector<Message>& expected) const {
  CarriedReplies carried;
  if (told.memory && !told.memory->tools_sha256.empty() &&
      sha256_hex(view.tools) != told.memory->tools_sha256) {
    carried.others =
        SstResult{SstVerdict::violation,
                  "the tools in the request are not those that the turn told", std::nullopt};
  } else if (needs_all_steps()) {
    SstResult others = compare_others(turn, told.out != "null", view, expected);
    if (others.verdict != SstVerdict::ok) carried.others = std::move(others);
  }
  const std::vector<CarriedReply> replies = carried_replies(expected, view);
  if (view.messages.size() != expected.size() && (replies.empty() || !carried.others)) {
    carried.problem = "expected " + count_text(expected.size(), "message") + ", got " +
                      std::to_string(view.messages.size());
    return carried;
  }
  const CarriedReply* const story = story_in(replies, turn);
  if (story == nullptr) return carried;
  const std::string name = message_field(story->message);
  if (!story->text) {
    carried.problem = name + " has no single text";
  } else if (!is_kept(*story->text)) {
    carried.problem = name + " is longer than 16 MiB";
  } else {
    carried.story = shared_story(turn, *story->text);
    carried.story_part = story->part;
  }
  return carried;
}

static SstResult violation_of(const DifferingPart& part) {
  if (part.what == DifferingPart::What::token)
    return violation_between(part.field + " is not what the memory sends", part.expected, part.got);
  return {SstVerdict::violation, part.field + ": expected " + part.expected + ", got " + part.got,
          std::nullopt};
}

// All of a request but the story. Where nobody told of the turns (--no-launch),
// their replies are all that is known.
SstResult MemoryCheck::compare_others(int turn, bool is_told, const RequestView& view,
                                      const std::vector<Message>& expected) const {
  if (is_told) {
    if (const auto unknown = steps_.first_unknown(turn, Need::all_steps))
      return {SstVerdict::unverifiable, "turn " + std::to_string(*unknown) + " is not known",
              std::nullopt};
    const auto roles = differing_roles(expected, view);
    if (!roles.empty()) return violation_of(roles.front());
  }
  if (view.messages.size() != expected.size()) return {SstVerdict::ok, "", std::nullopt};
  const std::vector<CarriedReply> replies = carried_replies(expected, view);
  const CarriedReply* const story = story_in(replies, turn);
  for (const CarriedReply& carried : replies) {
    if (&carried == story || !carried.text) continue;
    const std::string reply = "the reply to turn " + std::to_string(carried.part.turn);
    const std::optional<bool> is_reply = steps_.is_reply(carried.part, *carried.text);
    if (!is_reply) return {SstVerdict::unverifiable, reply + " is not known", std::nullopt};
    if (!*is_reply)
      return {SstVerdict::violation, message_field(carried.message) + " is not " + reply,
              std::nullopt};
  }
  if (is_told) {
    const auto parts = differing_parts(expected, view);
    if (!parts.empty()) return violation_of(parts.front());
  }
  return {SstVerdict::ok, "", std::nullopt};
}

SstResult MemoryCheck::compare(int turn, const CarriedReplies& carried) const {
  if (memory_ == nullptr) return {SstVerdict::not_applicable, "", std::nullopt};
  if (carried.others && carried.others->verdict == SstVerdict::violation) return *carried.others;
  // A changed story is one whatever else is not known.
  SstResult story = compare_story(turn, carried);
  return carried.others && story.verdict != SstVerdict::violation ? *carried.others : story;
}

SstResult MemoryCheck::compare_story(int turn, const CarriedReplies& carried) const {
  if (carried.problem.empty() && !carried.story)
    return {turn <= 1 ? SstVerdict::first : SstVerdict::ok, "", std::nullopt};
  std::string reply;
  SstCase the_case;
  the_case.turn = turn;
  if (carried.problem.empty()) the_case.story = carried.story->str();
  the_case.why_no_story = carried.problem;
  the_case.why_no_reply = "turn " + std::to_string(turn - 1) + " was not recorded";
  const auto before = replies_.find(turn - 1);
  if (before != replies_.end()) {
    the_case.why_no_reply = before->second.why;
    // It may be large: a copy is made only where something is cut out of it.
    if (before->second.token && carried.story_part.form != &kWholeText) {
      reply = text_as_sent(carried.story_part, before->second.token->str());
      the_case.reply = reply;
    } else if (before->second.token) {
      the_case.reply = before->second.token->str();
    }
  }
  return check_sst(the_case);
}

SstResult MemoryCheck::judge(int turn, const CarriedReplies& carried, bool by_order) const {
  SstResult result = compare(turn, carried);
  // A client without ids that cut its reply may ask again, or go on with what it has got: then this
  // is the next turn, and nothing was changed.
  if (result.verdict == SstVerdict::violation && by_order && cut_turn_ == turn)
    return {SstVerdict::unverifiable,
            "the attempt before was cut: a client without ids may have gone on with its part",
            std::nullopt};
  return result;
}
}  // namespace franz
