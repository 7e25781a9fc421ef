#include "common/run/known_steps.h"
#include <algorithm>
#include <utility>
#include "common/base/json_string.h"
#include "common/base/sha256.h"
#include "common/base/thoughts.h"
#include "common/formats/formats.h"

namespace franz {
// For texts.
static constexpr const char* kSome = R"("\u2026")";

// Another text of which a memory makes the same parts.
static std::string stand_in_for(const std::string& text) {
  if (text == kNoText) return std::string(kNoText);
  const bool is_thoughtful = !thoughts_in(text).empty();
  std::string stand_in = std::string("\"") + (is_thoughtful ? "<think></think>" : "") + R"(\u2026)";
  for (const SentForm* const form : all_sent_forms())
    if (form->is_own_memory && form->of(text) != kNoText) stand_in += form->example;
  return stand_in + "\"";
}

std::string text_as_sent(const Part& part, const std::string& reply_text) {
  return part.form->of(reply_text);
}

void KnownSteps::set_step(Step step) {
  const int turn = step.turn;
  step.reply = Reply{};
  turns_[turn].step = std::move(step);
}

void KnownSteps::set_picture(int turn, std::optional<std::string> sha256) {
  const auto found = turns_.find(turn);
  if (found == turns_.end()) return;
  Known& known = found->second;
  known.is_picture_unknown = false;
  if (!known.step) return;
  known.step->picture.reset();
  if (sha256) known.step->picture = PictureRef{*std::move(sha256)};
}

void KnownSteps::forget_picture(int turn) { turns_[turn].is_picture_unknown = true; }

void KnownSteps::set_reply(int turn, const Reply& reply) {
  Known& known = turns_[turn];
  known.has_reply = true;
  known.digests = digests_of(reply.text);
  known.stand_in = Reply{stand_in_for(reply.text), reply.calls};
}

void KnownSteps::forget_reply(int turn) {
  const auto found = turns_.find(turn);
  if (found != turns_.end()) found->second.has_reply = false;
}

void KnownSteps::forget_from(int turn) {
  for (auto each = turns_.lower_bound(turn); each != turns_.end(); ++each) {
    each->second.has_reply = false;
    each->second.is_picture_unknown = true;
  }
}

static int first_needed(int turn, Need need) {
  return std::max(need == Need::all_steps ? 1 : turn - 1, 1);
}

std::optional<int> KnownSteps::first_unknown(int turn, Need need) const {
  for (int each = first_needed(turn, need); each < turn; ++each) {
    const auto found = turns_.find(each);
    if (found == turns_.end() || !found->second.step || !found->second.has_reply ||
        found->second.is_picture_unknown)
      return each;
  }
  return std::nullopt;
}

std::optional<bool> KnownSteps::is_reply(const Part& part, std::string_view token) const {
  const auto found = turns_.find(part.turn);
  if (found == turns_.end() || !found->second.has_reply) return std::nullopt;
  return sha256_hex(token) == found->second.digests.of(*part.form);
}

std::vector<Step> KnownSteps::before(int turn, Need need) const {
  std::vector<Step> steps;
  for (int each = first_needed(turn, need); each < turn; ++each) {
    const auto found = turns_.find(each);
    const Known known = found == turns_.end() ? Known{} : found->second;
    steps.push_back(known.step.value_or(Step{}));
    steps.back().turn = each;
    steps.back().reply = known.stand_in.value_or(Reply{kSome, {}});
  }
  return steps;
}
}  // namespace franz
