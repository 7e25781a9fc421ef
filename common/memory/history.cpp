#include "common/memory/history.h"
#include <algorithm>
#include <utility>
#include "common/base/json_string.h"
#include "common/base/thoughts.h"
#include "common/memory/conversation.h"

namespace franz {
namespace {
constexpr const char* kPictureLeftOut = "(an older picture of the screen was here)";
constexpr const char* kNoObjective = "(no objective is set)";

void add_observation(Message& message, const Observation& seen, bool keep_picture) {
  add_words(message, seen);
  if (!seen.picture) return;
  message.parts.push_back(keep_picture ? picture_part(*seen.picture)
                                       : text_part(quote_json(kPictureLeftOut)));
}

bool has_thoughts(const Step& step) { return !thoughts_in(step.reply.text).empty(); }
}  // namespace

std::vector<Message> history_messages(std::span<const Step> steps, const Now& now,
                                      const MemoryOptions& options) {
  const std::size_t older = left_out(steps, options);
  steps = steps.subspan(older);
  const auto pictures =
      std::ranges::count_if(steps, [](const Step& step) { return bool(step.picture); }) +
      (now.picture ? 1 : 0);
  const auto thoughtful = std::ranges::count_if(steps, has_thoughts);
  // How many of each kind are still to be dropped, the oldest first.
  std::size_t old_pictures =
      dropped(static_cast<std::size_t>(pictures), options.keep_pictures, options);
  std::size_t old_thoughts =
      dropped(static_cast<std::size_t>(thoughtful), options.keep_thinks, options);
  const auto keeps_picture = [&](const std::optional<PictureRef>& picture) {
    if (!picture) return false;
    if (old_pictures == 0) return true;
    --old_pictures;
    return false;
  };

  std::vector<Message> messages = {
      {"system", {text_part(quote_json(now.system), Part::Source::system)}}, {"user", {}}};
  if (!now.objective.empty()) messages[1].parts.push_back(text_part(quote_json(now.objective)));
  if (older > 0) messages[1].parts.push_back(text_part(quote_json("\n" + left_out_note(older))));
  const Observation first = steps.empty() ? observation_of(now) : observation_of(steps[0]);
  add_observation(messages[1], first, keeps_picture(first.picture));
  if (messages[1].parts.empty()) messages[1].parts.push_back(text_part(quote_json(kNoObjective)));

  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step& step = steps[i];
    const bool is_last = i + 1 == steps.size();
    const std::vector<std::string> ids = sent_ids(step);
    const bool drops_thoughts = old_thoughts > 0 && has_thoughts(step);
    if (drops_thoughts) --old_thoughts;
    messages.push_back(spoken(step, ids, drops_thoughts ? kWithoutThoughts : kWholeText));
    add_answers(messages, ids, is_last ? now.answers : steps[i + 1].answers);
    const Observation seen = is_last ? observation_of(now) : observation_of(steps[i + 1]);
    Message observation{"user", {}};
    add_observation(observation, seen, keeps_picture(seen.picture));
    if (!observation.parts.empty()) messages.push_back(std::move(observation));
  }
  return messages;
}
}  // namespace franz
