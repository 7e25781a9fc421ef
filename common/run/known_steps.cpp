#include "common/run/known_steps.h"
#include <algorithm>
#include <utility>
#include "common/base/json_string.h"
#include "common/base/sha256.h"
#include "common/base/thoughts.h"
#include "common/formats/formats.h"

namespace franz {
// A placeholder for texts.
static constexpr const char* kSome = R"("\u2026")";

// Another text from which a memory makes the same parts.
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

KnownStep known_step(std::optional<Step> step, const std::optional<Reply>& reply) {
  KnownStep known{std::move(step)};
  if (known.step) known.step->reply = Reply{};
  if (!reply) return known;
  known.has_reply = true;
  known.digests = digests_of(reply->text);
  known.stand_in = Reply{stand_in_for(reply->text), reply->calls};
  return known;
}

void KnownSteps::set_step(Step step) {
  std::shared_ptr<const KnownStep>& known = turns_[step.turn];
  KnownStep changed = known ? *known : KnownStep{};
  step.reply = Reply{};
  changed.step = std::move(step);
  known = std::make_shared<const KnownStep>(std::move(changed));
}

void KnownSteps::set_reply(int turn, const Reply& reply) {
  std::shared_ptr<const KnownStep>& known = turns_[turn];
  KnownStep changed = known_step(known ? known->step : std::nullopt, reply);
  known = std::make_shared<const KnownStep>(std::move(changed));
}

static int first_needed(int turn, Need need) {
  return std::max(need == Need::all_steps ? 1 : turn - 1, 1);
}

std::optional<int> KnownSteps::first_unknown(int turn, Need need) const {
  for (int each = first_needed(turn, need); each < turn; ++each) {
    const auto found = turns_.find(each);
    if (found == turns_.end() || !found->second->step || !found->second->has_reply ||
        found->second->is_picture_unknown)
      return each;
  }
  return std::nullopt;
}

std::optional<bool> KnownSteps::is_reply(const Part& part, std::string_view token) const {
  const auto found = turns_.find(part.turn);
  if (found == turns_.end() || !found->second->has_reply) return std::nullopt;
  return sha256_hex(token) == found->second->digests.of(*part.form);
}

std::vector<Step> KnownSteps::before(int turn, Need need) const {
  std::vector<Step> steps;
  for (int each = first_needed(turn, need); each < turn; ++each) {
    const auto found = turns_.find(each);
    const KnownStep* const known = found == turns_.end() ? nullptr : found->second.get();
    steps.push_back(known != nullptr && known->step ? *known->step : Step{});
    steps.back().turn = each;
    steps.back().reply = known != nullptr && known->stand_in ? *known->stand_in : Reply{kSome, {}};
  }
  return steps;
}
}  // namespace franz
