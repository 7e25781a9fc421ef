#include "common/formats/uitars/memory.h"
#include <algorithm>
#include <string>
#include <utility>
#include "common/base/json_string.h"
#include "common/formats/uitars/boxed_places.h"
#include "common/memory/conversation.h"

namespace franz {
std::vector<Message> uitars_messages(std::span<const Step> steps, const Now& now,
                                     const MemoryOptions& options) {
  const std::size_t omitted = left_out(steps, options);
  steps = steps.subspan(omitted);
  const auto kept = static_cast<std::size_t>(std::max(options.keep_pictures - 1, 0));
  const std::size_t first_picture = steps.size() - std::min(steps.size(), kept);
  std::vector<Message> messages = {
      {"user", {text_part(quote_json(now.system), Part::Source::system)}}};
  if (omitted > 0)
    messages[0].parts.push_back(text_part(quote_json("\n" + left_out_note(omitted))));
  const auto add_turn = [&](const Observation& seen, bool with_picture) {
    Message message{"user", {}};
    if (with_picture && seen.picture) message.parts.push_back(picture_part(*seen.picture));
    add_words(message, seen);
    if (!message.parts.empty()) messages.push_back(std::move(message));
  };
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const bool is_last = i + 1 == steps.size();
    add_turn(observation_of(steps[i]), i >= first_picture);
    const std::vector<std::string> ids = sent_ids(steps[i]);
    messages.push_back(spoken(steps[i], ids, kBoxedPlaces));
    add_answers(messages, ids, is_last ? now.answers : steps[i + 1].answers);
  }
  add_turn(observation_of(now), true);
  return messages;
}
}  // namespace franz
