#include "common/formats/pyautogui/memory.h"
#include <algorithm>
#include <string>
#include <utility>
#include "common/base/json_string.h"
#include "common/formats/action_sentence.h"
#include "common/memory/conversation.h"

namespace franz {
namespace {
// These texts are from the models' training.
constexpr const char* kTaskInstruction = "# Task Instruction:\n";
constexpr const char* kRequest =
    "\n\nPlease generate the next move according to the screenshot, task instruction and previous "
    "steps (if provided).\n";

// The first `omitted` steps in `older` are omitted.
Message summarised_steps(std::span<const Step> older, std::size_t omitted) {
  Message message{"assistant", {}};
  if (omitted > 0) message.parts.push_back(text_part(quote_json(left_out_note(omitted))));
  for (std::size_t i = omitted; i < older.size(); ++i) {
    const std::string head =
        (i == 0 ? "" : "\n\n") + ("# Step " + std::to_string(i + 1)) + ":\n## Action:\n";
    message.parts.push_back(text_part(quote_json(head)));
    message.parts.push_back(reply_part(older[i], kActionSentence));
  }
  return message;
}

Message shown_turn(const Observation& seen) {
  Message message{"user", {}};
  if (seen.picture) message.parts.push_back(picture_part(*seen.picture));
  add_words(message, seen);
  return message;
}
}  // namespace

std::vector<Message> pyautogui_messages(std::span<const Step> steps, const Now& now,
                                        const MemoryOptions& options) {
  const std::size_t omitted = left_out(steps, options);
  const std::size_t first = std::max(first_in_conversation(steps.size(), options), omitted);
  std::vector<Message> messages = {
      {"system", {text_part(quote_json(now.system), Part::Source::system)}}};
  if (first > 0) messages.push_back(summarised_steps(steps.first(first), omitted));
  for (std::size_t i = first; i < steps.size(); ++i) {
    Message turn = shown_turn(observation_of(steps[i]));
    if (!turn.parts.empty()) messages.push_back(std::move(turn));
    const std::vector<std::string> ids = sent_ids(steps[i]);
    messages.push_back(spoken(steps[i], ids, kWholeText));
    add_answers(messages, ids, i + 1 == steps.size() ? now.answers : steps[i + 1].answers);
  }
  Message last = shown_turn(observation_of(now));
  last.parts.push_back(text_part(quote_json(kTaskInstruction + now.objective + kRequest)));
  messages.push_back(std::move(last));
  return messages;
}
}  // namespace franz
