#include "proxy/offline/verify/known_replies.h"
#include <algorithm>
#include <utility>
#include "common/base/sha256.h"
#include "common/run/sst_check.h"

namespace franz::proxy {
void TurnReplies::add(Reply reply) {
  if (last) older.push_back({digests_of(last->text), std::move(last->calls)});
  last = std::move(reply);
}

void TurnReplies::lose(std::string digest) {
  if (last) older.push_back({digests_of(last->text), std::move(last->calls)});
  last.reset();
  sha256 = std::move(digest);
}

bool TurnReplies::has_other() const {
  if (older.empty() || !last) return !older.empty();
  const std::string digest = sha256_hex(last->text);
  return std::ranges::any_of(older, [&](const Older& each) {
    return each.digests.of(kWholeText) != digest || each.calls != last->calls;
  });
}

std::optional<Reply> KnownReplies::reply_to(int turn) const {
  const auto found = turns_.find(turn);
  return found == turns_.end() ? std::nullopt : found->second.last;
}

// The recorded attempt is the last of its turn, so it came before the turn that was made again.
static bool came_before(const TurnReplies& replies, const TurnRecord* record) {
  return record == nullptr || (!replies.time.empty() && replies.time > record->time);
}

bool KnownReplies::may_be_older(int turn, const TurnRecord* record) const {
  const auto found = turns_.find(turn);
  return found != turns_.end() && found->second.has_other() && came_before(found->second, record);
}

const TurnReplies* KnownReplies::before(int turn) const {
  const auto found = turns_.find(turn - 1);
  return found == turns_.end() ? nullptr : &found->second;
}

// After a full disk a run goes on from an older state than its records, and makes turns again that
// it has. `record`: as compare_story() has it.
static const TurnReplies::Older* find_older(const TurnReplies* known, const Part& part,
                                            const std::string& story, const TurnRecord* record) {
  if (known == nullptr || known->older.empty()) return nullptr;
  const auto older = std::ranges::find(
      known->older, sha256_hex(story),
      [&](const TurnReplies::Older& each) { return each.digests.of(*part.form); });
  if (older == known->older.end()) return nullptr;
  return came_before(*known, record) ? &*older : nullptr;
}

ComparedStory KnownReplies::compare_story(const ReplyPlace& place, const Reply& sent,
                                          const TurnRecord* record) const {
  const std::string& story = sent.text;
  const TurnReplies* const known = before(place.turn);
  const TurnReplies::Older* const older = find_older(known, place.part, story, record);
  ComparedStory compared;
  compared.acted_on.text = story;
  const bool is_last =
      known != nullptr && known->last && text_as_sent(place.part, known->last->text) == story;
  compared.came_twice = older != nullptr && is_last;
  if (older != nullptr && !is_last) {
    compared.acted_on.calls = older->calls;
    compared.is_reshaped = older->digests.of(kWholeText) != sha256_hex(story);
    compared.before_was_made_again = compared.is_right = true;
    compared.finding =
        note(place.turn, "goes on from an earlier reply to turn " + std::to_string(place.turn - 1) +
                             ", which was made again");
    return compared;
  }
  std::string as_sent;
  SstCase the_case;
  the_case.turn = place.turn;
  the_case.story = story;
  if (known != nullptr) the_case.why_no_reply = known->why;
  if (known != nullptr && known->last) {
    compared.acted_on.calls = known->last->calls;
    the_case.reply = as_sent = text_as_sent(place.part, known->last->text);
    if (as_sent == story) compared.acted_on.text = known->last->text;
  } else if (known != nullptr && known->sha256 == reply_sha256(sent)) {
    compared.acted_on.calls = sent.calls;
    compared.is_right = true;
    return compared;
  }
  const SstResult result = check_sst(the_case);
  switch (result.verdict) {
    case SstVerdict::ok:
    case SstVerdict::first: compared.is_right = true; break;
    case SstVerdict::violation:
      compared.finding = bad(place.turn, place.file, place.field, result.detail);
      break;
    case SstVerdict::unverifiable:
      compared.finding = unchecked(place.turn, "the story could not be compared: " + result.detail);
      break;
    case SstVerdict::not_applicable: break;
  }
  return compared;
}

std::optional<Finding> compare_older(const ReplyPlace& place, const KnownSteps& steps,
                                     std::string_view token) {
  const std::string reply = "the reply to turn " + std::to_string(place.part.turn);
  const std::optional<bool> is_reply = steps.is_reply(place.part, token);
  if (!is_reply) return unchecked(place.turn, reply + " could not be compared");
  if (*is_reply) return std::nullopt;
  return bad(place.turn, place.file, place.field, "it is not " + reply);
}

void KnownReplies::keep(int turn, TurnReplies replies) {
  turns_.erase(turns_.begin(), turns_.lower_bound(turn - 1));
  turns_[turn] = std::move(replies);
}
}  // namespace franz::proxy
