#include "common/formats/qwen/memory.h"
#include <string>
#include <utility>
#include "common/base/json_string.h"
#include "common/formats/action_sentence.h"
#include "common/memory/conversation.h"

namespace franz {
namespace {
// The words that the models were trained with.
constexpr const char* kQwenInstruction =
    "Please generate the next move according to the UI screenshot, instruction and previous "
    "actions.\n\nInstruction: ";
constexpr const char* kPreviousActions = "\n\nPrevious actions:\n";
constexpr const char* kNone = "None";

void add_instruction(Message& message, std::span<const Step> older, const std::string& objective) {
  const std::string head = kQwenInstruction + objective + kPreviousActions;
  if (older.empty()) return message.parts.push_back(text_part(quote_json(head + kNone)));
  for (std::size_t i = 0; i < older.size(); ++i) {
    const std::string step = "Step " + std::to_string(i + 1) + ": ";
    message.parts.push_back(text_part(quote_json((i == 0 ? head : "\n") + step)));
    message.parts.push_back(reply_part(older[i], kActionSentence));
  }
}
}  // namespace

std::vector<Message> qwen_messages(std::span<const Step> steps, const Now& now,
                                   const MemoryOptions& options) {
  const std::size_t first = first_in_conversation(steps.size(), options);
  std::vector<Message> messages = {
      {"system", {text_part(quote_json(now.system), Part::Source::system)}}};
  const auto add_turn = [&](const Observation& seen, bool is_first) {
    Message message{"user", {}};
    if (seen.picture) message.parts.push_back(picture_part(*seen.picture));
    if (is_first) add_instruction(message, steps.first(first), now.objective);
    add_words(message, seen);
    if (!message.parts.empty()) messages.push_back(std::move(message));
  };
  for (std::size_t i = first; i < steps.size(); ++i) {
    const bool is_last = i + 1 == steps.size();
    add_turn(observation_of(steps[i]), i == first);
    const std::vector<std::string> ids = sent_ids(steps[i]);
    messages.push_back(spoken(steps[i], ids, kWholeText));
    add_answers(messages, ids, is_last ? now.answers : steps[i + 1].answers);
  }
  add_turn(observation_of(now), steps.empty());
  return messages;
}
}  // namespace franz
