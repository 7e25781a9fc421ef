#include "common/formats/qwen/memory.h"
#include <algorithm>
#include <string>
#include <utility>
#include "common/base/json_string.h"
#include "common/formats/action_sentence.h"
#include "common/memory/conversation.h"

namespace franz {
namespace {
// These texts are from the models' training.
constexpr const char* kQwenInstruction =
    "Please generate the next move according to the UI screenshot, instruction and previous "
    "actions.\n\nInstruction: ";
constexpr const char* kPreviousActions = "\n\nPrevious actions:\n";
constexpr const char* kNone = "None";

// The first `omitted` steps in `older` are omitted.
void add_instruction(Message& message, std::span<const Step> older, std::size_t omitted,
                     const std::string& objective) {
  std::string before = kQwenInstruction + objective + kPreviousActions;
  if (omitted > 0) before += left_out_note(omitted);
  if (older.empty()) before += kNone;
  if (omitted == older.size()) return message.parts.push_back(text_part(quote_json(before)));
  if (omitted > 0) before += "\n";
  for (std::size_t i = omitted; i < older.size(); ++i) {
    const std::string step = "Step " + std::to_string(i + 1) + ": ";
    message.parts.push_back(text_part(quote_json(before + step)));
    message.parts.push_back(reply_part(older[i], kActionSentence));
    before = "\n";
  }
}
}  // namespace

std::vector<Message> qwen_messages(std::span<const Step> steps, const Now& now,
                                   const MemoryOptions& options) {
  const std::size_t omitted = left_out(steps, options);
  const std::size_t first = std::max(first_in_conversation(steps.size(), options), omitted);
  std::vector<Message> messages = {
      {"system", {text_part(quote_json(now.system), Part::Source::system)}}};
  const auto add_turn = [&](const Observation& seen, bool is_first) {
    Message message{"user", {}};
    if (seen.picture) message.parts.push_back(picture_part(*seen.picture));
    if (is_first) add_instruction(message, steps.first(first), omitted, now.objective);
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
