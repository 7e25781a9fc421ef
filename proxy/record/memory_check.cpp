#include "proxy/record/memory_check.h"
#include <cstdlib>
#include <utility>
#include "common/base/count_text.h"
#include "common/base/sha256.h"
#include "common/memory/places.h"
#include "common/run/record_parts.h"

namespace franz::proxy {
// Turns around the present one whose replies are still remembered: they may be large.
static constexpr int kRememberedReplies = 2;

MemoryCheck::MemoryCheck(const Memory* memory, const std::map<int, std::string>& replies,
                         std::map<int, std::string> reply_sha256)
    : memory_(memory), reply_sha256_(std::move(reply_sha256)) {
  for (const auto& [turn, token] : replies) delivered(turn, token);
}

// Of a memory that needs all steps each reply leaves its digest.
void MemoryCheck::know(int turn, Reply reply) {
  if (memory_ != nullptr && memory_->need == Need::all_steps) {
    if (reply.token) {
      reply_sha256_[turn] = sha256_hex(reply.token->str());
    } else {
      reply_sha256_.erase(turn);
    }
  }
  replies_[turn] = std::move(reply);
}

void MemoryCheck::delivered(int turn, SharedText token) { know(turn, {std::move(token), ""}); }

void MemoryCheck::not_read(int turn, const std::string& why) {
  know(turn, {std::nullopt,
              "the reply to turn " + std::to_string(turn) + " could not be read whole: " + why});
}

void MemoryCheck::forget_far(int turn) {
  std::erase_if(replies_, [turn](const auto& each) {
    return std::abs(each.first - turn) > kRememberedReplies;
  });
}

// The story as it stands in a request: as a rule the reply before it.
SharedText MemoryCheck::shared_story(int turn, std::string_view token) const {
  const auto before = replies_.find(turn - 1);
  const bool same =
      before != replies_.end() && before->second.token && *before->second.token == token;
  return same ? *before->second.token : SharedText(std::string(token));
}

CarriedReplies MemoryCheck::read(int turn, const RequestView& view) const {
  CarriedReplies carried;
  if (memory_ == nullptr) return carried;
  const std::vector<Message> expected = expected_messages(*memory_, turn);
  if (view.messages.size() != expected.size()) {
    carried.problem = "expected " + count_text(expected.size(), "message") + ", got " +
                      std::to_string(view.messages.size());
    return carried;
  }
  for (const PartPlace place : places_of(expected, Part::Source::reply)) {
    const std::string name = "messages[" + std::to_string(place.message) + "]";
    const int source = expected[place.message].parts[place.part].turn;
    const auto token = sent_text(expected, view, place);
    if (!token) {
      carried.problem = name + " has no single text";
    } else if (!is_kept(*token)) {
      carried.problem = name + " is longer than 16 MiB";
    } else if (source == turn - 1) {
      carried.story = shared_story(turn, *token);
    } else {
      carried.older.push_back({source, place.message, sha256_hex(*token)});
    }
  }
  return carried;
}

SstResult MemoryCheck::compare(int turn, const CarriedReplies& carried) const {
  if (memory_ == nullptr) return {SstVerdict::not_applicable, "", std::nullopt};
  for (const CarriedReplies::Older& older : carried.older) {
    const std::string reply = "the reply to turn " + std::to_string(older.turn);
    const auto known = reply_sha256_.find(older.turn);
    if (known == reply_sha256_.end())
      return {SstVerdict::unverifiable, reply + " is not known", std::nullopt};
    if (known->second != older.sha256)
      return {SstVerdict::violation,
              "messages[" + std::to_string(older.message) + "] is not " + reply, std::nullopt};
  }
  if (carried.problem.empty() && !carried.story)
    return {turn <= 1 ? SstVerdict::first : SstVerdict::ok, "", std::nullopt};
  SstCase the_case;
  the_case.turn = turn;
  if (carried.problem.empty()) the_case.story = carried.story->str();
  the_case.why_no_story = carried.problem;
  the_case.why_no_reply = "turn " + std::to_string(turn - 1) + " was not recorded";
  const auto before = replies_.find(turn - 1);
  if (before != replies_.end()) {
    if (before->second.token) the_case.reply = before->second.token->str();
    the_case.why_no_reply = before->second.why;
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
}  // namespace franz::proxy
