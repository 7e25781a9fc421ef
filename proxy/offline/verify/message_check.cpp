#include "proxy/offline/verify/message_check.h"
#include <algorithm>
#include <set>
#include <utility>
#include "common/base/data_uri.h"
#include "common/base/json_string.h"
#include "common/base/sha256.h"
#include "common/run/differing_parts.h"
#include "common/run/places.h"
#include "common/wire/api/shape_reading.h"
#include "common/run/sst_check.h"

namespace franz::proxy {
// Why a request that was made before it could not be compared.
static std::string made_again_after(int turn) {
  return "turn " + std::to_string(turn) + " was made again after it";
}

// The messages in front of it tell of nothing that was made again: a turn tells what became of the
// reply before it.
static PartPlace first_outdated(const std::vector<Message>& expected, int made_again) {
  for (const PartPlace place : places_of(expected, Part::Source::reply))
    if (expected[place.message].parts[place.part].turn == made_again - 1) return {place.message, 0};
  return {};
}

// Whether a request that tells of `made_again` as it was has other messages than are expected, or
// others of their parts: then they cannot be told from each other. `made_again` 1: in any message,
// as where a turn before is not known.
static bool is_formed_otherwise(const std::vector<Message>& expected, const RequestView& request,
                                int made_again) {
  if (!differing_roles(expected, request).empty()) return true;
  const PartPlace outdated = first_outdated(expected, made_again);
  for (std::size_t i = outdated.message; i < expected.size(); ++i)
    if (has_other_order(expected[i], request.messages[i])) return true;
  return std::ranges::any_of(differing_parts(expected, request), [&](const DifferingPart& part) {
    return part.what == DifferingPart::What::form && !(part.place < outdated);
  });
}

// Of the picture that the turn itself sent; empty: none, or none that can be read.
static std::string new_picture_sha256(const RequestView& view,
                                      const std::vector<Message>& expected) {
  if (view.messages.empty()) return "";
  const SentPart* const picture = new_parts(view, &expected).picture;
  if (picture == nullptr) return "";
  const Result<std::string> bytes = picture_bytes(picture->token);
  return bytes.ok() ? sha256_hex(bytes.value()) : "";
}

namespace {
// One call of compare_messages().
class Comparison {
 public:
  Comparison(const AttemptRequest& request, const TurnsBefore& before)
      : request_(request), before_(before) {
    result_.expected =
        before.memory.expected(request.turn, request.record, request.recorded, request.view);
    later_reply_ =
        before.uncertain.first_with_later_reply(request.turn, before.memory.needs_all_steps());
  }

  ComparedMessages compare() &&;

 private:
  const std::vector<Message>& expected() const { return result_.expected; }
  const RequestView& view() const { return request_.view; }

  void add(Finding finding);
  void add(std::optional<Finding> finding) {
    if (finding) add(std::move(*finding));
  }
  void add_not_compared(const std::string& why);
  void find_made_again(const std::vector<CarriedReply>& replies);
  std::string why_not_expected() const;
  void check_parts();
  void check_reply(const CarriedReply& reply, bool is_story);
  void check_older_reply(const CarriedReply& reply, const ReplyPlace& place);
  bool may_be_of_any_reply(const CarriedReply& reply) const;
  // Of the turn, if it is about this very request and times tell which was made first; else null.
  const TurnRecord* dated_record() const;

  const AttemptRequest& request_;
  const TurnsBefore& before_;
  std::optional<int> later_reply_;  // first_with_later_reply()
  bool tells_earlier_reply_ = false;
  ComparedMessages result_;
};
}  // namespace

const TurnRecord* Comparison::dated_record() const {
  const bool is_own = request_.recorded && request_.record;
  return is_own ? before_.uncertain.dated(&*request_.record) : nullptr;
}

// What a turn of which a later reply may be lost sent, and its reply, may be others than recorded.
void Comparison::add(Finding finding) {
  if (later_reply_ && finding.kind == Finding::Kind::bad)
    result_.later_reply_lost = *later_reply_;
  else
    result_.findings.push_back(std::move(finding));
}

void Comparison::add_not_compared(const std::string& why) {
  add(unchecked(request_.turn,
                "what its request tells of other turns could not be compared: " + why));
}

// A request that has the last reply to a turn, and no earlier one, was made after that.
void Comparison::find_made_again(const std::vector<CarriedReply>& replies) {
  if (view().parts_left_out > 0) return;  // no request of ours
  std::set<int> turns = before_.made_again.after(request_.turn, dated_record());
  if (turns.empty()) return;
  for (const CarriedReply& reply : replies)
    if (reply.text && turns.contains(reply.part.turn) &&
        before_.memory.steps().is_reply(reply.part, *reply.text) == true &&
        !before_.made_again.is_earlier_reply(reply.part, *reply.text))
      turns.erase(reply.part.turn);
  if (!turns.empty()) result_.made_again = *turns.begin();
}

// Why other messages than the expected ones are no change of the run; empty: they would be one, or
// there are no others.
std::string Comparison::why_not_expected() const {
  const int made_again = result_.made_again;
  if (made_again > 0 && is_formed_otherwise(expected(), view(), made_again))
    return made_again_after(made_again);
  // What the executor told of another attempt is not recorded: the recorded one's may not have
  // answered, or not the same reply.
  if (request_.recorded || !request_.record) return "";
  const bool is_degraded = !request_.record->degraded.empty();
  if (!is_degraded && !request_.goes_on_from_older) return "";
  if (!is_formed_otherwise(expected(), view(), request_.turn)) return "";
  return is_degraded ? "the turn was made again, and degraded then"
                     : "its record goes on from an earlier reply to turn " +
                           std::to_string(request_.turn - 1);
}

// What it says itself may be about anything that the record tells, of this turn or those before.
void Comparison::check_parts() {
  using What = DifferingPart::What;
  const int made_again = result_.made_again;
  const PartPlace outdated = first_outdated(expected(), made_again);
  bool tells_otherwise = false;
  for (const DifferingPart& part : differing_parts(expected(), view())) {
    const bool may_differ = made_again > 0 && !(part.place < outdated);
    if (part.what == What::picture && may_differ &&
        before_.made_again.was_shown_since(made_again, part.got))
      continue;
    const auto other = [&] {
      return differs(request_.turn, request_.file, part.field, part.expected, part.got);
    };
    if (part.what != What::token) {
      add(other());
    } else if (!request_.recorded) {
      continue;
    } else if (may_differ) {
      tells_otherwise = true;
    } else {
      const SstResult result = violation_between("", part.expected, part.got);
      add(result.difference->same_text
              ? bad(request_.turn, request_.file, part.field, result.detail)
              : other());
    }
  }
  if (tells_otherwise) add_not_compared(made_again_after(made_again));
}

// A model's own memory is that of the newest reply with one: before a turn was made again it may
// have been another.
bool Comparison::may_be_of_any_reply(const CarriedReply& reply) const {
  return result_.made_again > 0 && reply.part.form->is_own_memory;
}

static Finding memory_not_compared(int turn, int made_again) {
  return unchecked(turn, "the model's memory in its request could not be compared: " +
                             made_again_after(made_again));
}

void Comparison::check_older_reply(const CarriedReply& reply, const ReplyPlace& place) {
  const int made_again = result_.made_again;
  std::optional<Finding> found = compare_older(place, before_.memory.steps(), *reply.text);
  const bool is_wrong = found && found->kind == Finding::Kind::bad;
  const bool may_differ = made_again > 0 && reply.part.turn >= made_again;
  if (is_wrong && may_differ && before_.made_again.is_earlier_reply(reply.part, *reply.text)) {
    tells_earlier_reply_ = true;
  } else if (is_wrong && may_be_of_any_reply(reply)) {
    add(memory_not_compared(request_.turn, made_again));
  } else {
    add(std::move(found));
  }
}

void Comparison::check_reply(const CarriedReply& reply, bool is_story) {
  const int turn = request_.turn;
  const ReplyPlace place{turn, reply.part, request_.file, message_field(reply.message)};
  if (reply.part.turn != turn - 1) return check_older_reply(reply, place);
  ComparedStory story =
      before_.replies.compare_story(place, {std::string(*reply.text), reply.calls}, dated_record());
  // Another part of it: what is acted on, the first one tells.
  if (!is_story) {
    if (!story.is_right && may_be_of_any_reply(reply))
      return add(memory_not_compared(turn, result_.made_again));
    if (!story.is_right) add(std::move(story.finding));
    return;
  }
  // Of a reply that is not there the request is all that tells what was called.
  const bool is_known = before_.replies.reply_to(turn - 1).has_value();
  if (!is_known) story.acted_on.calls = reply.calls;
  story.is_reshaped = story.is_reshaped || (!is_known && reply.part.form != &kWholeText);
  add(std::exchange(story.finding, std::nullopt));
  result_.story = std::move(story);
}

ComparedMessages Comparison::compare() && {
  const int turn = request_.turn;
  const std::string unknown = before_.memory.unknown(turn, request_.record);
  const std::vector<CarriedReply> replies = carried_replies(expected(), view());
  find_made_again(replies);
  const std::string not_expected = why_not_expected();
  // Without the expected ones no message can be told from another.
  if (!unknown.empty()) {
    add_not_compared(unknown);
  } else if (!not_expected.empty()) {
    add(unchecked(turn, "attempt " + std::to_string(request_.attempt) +
                            " could not be compared: " + not_expected));
  } else {
    const std::vector<DifferingPart> other_roles = differing_roles(expected(), view());
    for (const DifferingPart& roles : other_roles)
      add(differs(turn, request_.file, roles.field, roles.expected, roles.got));
    result_.has_expected_roles = other_roles.empty();
    if (result_.has_expected_roles) check_parts();
  }
  // What the record tells of the turn is another attempt's.
  if (!request_.recorded) result_.picture_sha256 = new_picture_sha256(view(), expected());
  if (request_.recorded && unknown.empty() && view().messages.size() == expected().size())
    for (const PartPlace place : places_of(expected(), Part::Source::feedback))
      if (const auto token = sent_text(expected(), view(), place))
        result_.feedback = decode_json_string(*token);
  const bool is_open = !unknown.empty() && is_formed_otherwise(expected(), view(), 1);
  const CarriedReply* const story = story_in(replies, turn);
  for (const CarriedReply& reply : replies) {
    // Which reply the model's own memory is of, only all of them tell; and in other messages than
    // are expected no place tells what stands there.
    const bool is_certain =
        unknown.empty() || (!reply.part.form->is_own_memory && (reply.by_number || !is_open));
    if (reply.text && is_certain) check_reply(reply, &reply == story);
  }
  if (tells_earlier_reply_)
    add(note(turn, "a request tells of turn " + std::to_string(result_.made_again) +
                       " as it was before it was made again"));
  if (result_.later_reply_lost > 0)
    add_not_compared("a later reply to turn " + std::to_string(result_.later_reply_lost) +
                     " may not have been recorded");
  result_.is_formed_otherwise = !not_expected.empty() || is_open || result_.later_reply_lost > 0;
  return std::move(result_);
}

ComparedMessages compare_messages(const AttemptRequest& request, const TurnsBefore& before) {
  return Comparison(request, before).compare();
}
}  // namespace franz::proxy
