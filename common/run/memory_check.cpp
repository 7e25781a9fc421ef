#include "common/run/memory_check.h"
#include <utility>
#include "common/base/count_text.h"
#include "common/base/sha256.h"
#include "common/run/differing_parts.h"
#include "common/run/places.h"
#include "common/run/recorded_step.h"
#include "common/wire/api/shape_reading.h"

namespace franz {
GoesOnFrom goes_on_from(const KnownAttempts& known, int turn, bool has_id,
                        const std::string& after) {
  GoesOnFrom from{has_id, after, nullptr, turn};
  from.attempt = has_id ? known.find(after) : known.newest();
  if (from.attempt != nullptr && from.attempt->turn >= turn) from.attempt = nullptr;
  if (from.attempt != nullptr) from.turn = from.attempt->turn + 1;
  return from;
}

static SstResult unverifiable(std::string why) {
  return {Verdict::unverifiable, std::move(why), std::nullopt};
}

static SstResult violation_of(const DifferingPart& part) {
  if (part.what == DifferingPart::What::token)
    return violation_between(part.field + " is not what the memory sends", part.expected, part.got);
  return {Verdict::violation, part.field + ": expected " + part.expected + ", got " + part.got,
          std::nullopt};
}

namespace {
// The inputs of a check.
struct Check {
  const KnownAttempts& known;
  const GoesOnFrom& from;
  const ReportedTurn& reported;
  const RequestView& view;
  const std::vector<Message>& expected;
  const KnownSteps& steps;
};
}  // namespace

// Checks everything except the memory's newest reply, for memories that need all steps. If no
// events reported the turns (--no-launch), only their replies are known.
static SstResult compare_others(const Check& check, const std::vector<CarriedReply>& replies,
                                const CarriedReply* story) {
  const bool is_reported = check.reported.out != "null";
  if (is_reported) {
    if (const auto unknown = check.steps.first_unknown(check.from.turn, Need::all_steps))
      return unverifiable("turn " + std::to_string(*unknown) + " is unknown");
    const auto roles = differing_roles(check.expected, check.view);
    if (!roles.empty()) return violation_of(roles.front());
  }
  if (check.view.messages.size() != check.expected.size()) return {Verdict::ok, "", std::nullopt};
  for (const CarriedReply& carried : replies) {
    if (&carried == story || !carried.text) continue;
    const std::string reply = "the reply to turn " + std::to_string(carried.part.turn);
    const std::optional<bool> is_reply = check.steps.is_reply(carried.part, *carried.text);
    if (!is_reply) return unverifiable(reply + " is unknown");
    if (!*is_reply)
      return {Verdict::violation, message_field(carried.message) + " is not " + reply,
              std::nullopt};
  }
  if (is_reported) {
    const auto parts = differing_parts(check.expected, check.view);
    if (!parts.empty()) return violation_of(parts.front());
  }
  return {Verdict::ok, "", std::nullopt};
}

// Compares the carried reply with the reply that the request continues from.
static SstResult compare_story(const GoesOnFrom& from, const CarriedReply& story,
                               std::string_view token) {
  const KnownAttempt* const before = from.attempt;
  std::string why_no_reply;
  if (before == nullptr) {
    why_no_reply = !from.has_id         ? "no reply was recorded before it"
                   : from.after.empty() ? "it names no reply that it continues from"
                                        : "the reply that it continues from was not recorded";
  } else if (!before->text) {
    why_no_reply = "the reply to turn " + std::to_string(before->turn) +
                   (before->counts ? " is too old" : " could not be recorded completely");
  }
  std::optional<std::string_view> reply;
  std::string as_sent;  // may be large: copied only if something is cut out of it
  if (before != nullptr && before->text) {
    const bool is_whole = story.part.form == &kWholeText;
    if (!is_whole) as_sent = text_as_sent(story.part, before->text->str());
    reply = is_whole ? before->text->str() : as_sent;
  }
  return check_sst(from.turn, reply, std::move(why_no_reply), token);
}

// For matching bytes: checks that the request continues from the right attempt.
static SstResult compare_order(const KnownAttempts& known, int turn, const GoesOnFrom& from) {
  const KnownAttempt* const before = from.attempt;
  if (before == nullptr)
    return turn <= 1 && from.after.empty()
               ? SstResult{Verdict::first, "", std::nullopt}
               : unverifiable(!from.has_id ? "no reply before it could be recorded completely"
                              : from.after.empty() ? "it names no reply that it continues from"
                                                   : "what it continues from was not recorded");
  const std::string reply = "the reply to turn " + std::to_string(before->turn);
  if (before->lost) return unverifiable(reply + " is known from state.json alone");
  if (!before->counts) return unverifiable(reply + " could not be recorded completely");
  if (from.has_id && before != known.newest(turn - 1))
    return {Verdict::superseded,
            "it continues from turn " + std::to_string(before->turn) + ", attempt " +
                std::to_string(before->attempt) + ", which is not the newest",
            std::nullopt};
  return {Verdict::ok, "", std::nullopt};
}

static std::optional<SharedText> kept_story(const GoesOnFrom& from, std::string_view token) {
  if (!is_kept(token)) return std::nullopt;
  const KnownAttempt* const before = from.attempt;
  const bool same = before != nullptr && before->text && *before->text == token;
  return same ? *before->text : SharedText(std::string(token));
}

CheckedRequest check_request(const KnownAttempts& known, int turn, const GoesOnFrom& from,
                             const ReportedTurn& reported, const RequestView& view,
                             bool witnessed) {
  CheckedRequest checked;
  const Memory* const memory = known.memory();
  checked.result.verdict = witnessed ? Verdict::not_applicable : Verdict::unwitnessed;
  if (memory == nullptr) return checked;
  const KnownSteps steps = known.along(from.attempt);
  const Result<Step> step = reported_step(turn, reported);
  checked.expected = expected_messages(*memory, from.turn, steps,
                                       reported_now(step.ok() ? step.value() : Step{}, reported),
                                       reported.memory.value_or(UsedMemory{}).options, &view);
  const std::vector<CarriedReply> replies = carried_replies(checked.expected, view);
  const CarriedReply* const story = story_in(replies, from.turn);
  const auto keep_story = [&] {
    if (story != nullptr && story->text) checked.story = kept_story(from, *story->text);
  };
  if (!witnessed) {
    keep_story();
    return checked;
  }
  const bool other_tools = reported.memory && !reported.memory->tools_sha256.empty() &&
                           sha256_hex(view.tools) != reported.memory->tools_sha256;
  if (other_tools) {
    checked.result = {Verdict::violation,
                      "the tools in the request are not those that the turn reported",
                      std::nullopt};
    return checked;
  }
  const Check check{known, from, reported, view, checked.expected, steps};
  SstResult others{Verdict::ok, "", std::nullopt};
  if (known.needs_all_steps()) others = compare_others(check, replies, story);
  if (others.verdict == Verdict::violation) {
    if (!from.has_id) others = unverifiable(others.detail);
    checked.result = std::move(others);
    return checked;
  }
  SstResult result = compare_order(known, turn, from);
  if (view.messages.size() != checked.expected.size() &&
      (replies.empty() || others.verdict == Verdict::ok)) {
    checked.result =
        others.verdict == Verdict::ok
            ? unverifiable("expected " + count_text(checked.expected.size(), "message") + ", got " +
                           std::to_string(view.messages.size()))
            : std::move(others);
    return checked;
  }
  keep_story();
  if (story != nullptr) {
    const std::string name = message_field(story->message);
    SstResult compared = !story->text             ? unverifiable(name + " has no single text")
                         : !is_kept(*story->text) ? unverifiable(name + " is longer than 16 MiB")
                                                  : compare_story(from, *story, *story->text);
    // A changed reply is a violation even if other parts are unknown.
    const bool counts =
        compared.verdict == Verdict::violation ||
        (compared.verdict == Verdict::unverifiable && result.verdict != Verdict::unverifiable) ||
        (compared.verdict == Verdict::first && result.verdict == Verdict::first);
    if (counts) result = std::move(compared);
  }
  if (!from.has_id && story == nullptr && result.verdict == Verdict::ok)
    result = unverifiable("it carries no reply that shows what it continues from");
  // The intended predecessor of a client without ids is unknown.
  if (!from.has_id) {
    for (SstResult* each : {&others, &result})
      if (each->verdict == Verdict::violation) *each = unverifiable(each->detail);
  }
  const bool others_matter = others.verdict != Verdict::ok && result.verdict != Verdict::violation;
  checked.result = others_matter ? std::move(others) : std::move(result);
  return checked;
}
}  // namespace franz
