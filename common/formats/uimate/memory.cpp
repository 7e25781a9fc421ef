#include "common/formats/uimate/memory.h"
#include <algorithm>
#include <string_view>
#include <utility>
#include "common/base/ascii.h"
#include "common/base/json_string.h"
#include "common/base/thoughts.h"
#include "common/memory/conversation.h"

namespace franz {
namespace {
// These texts are from the models' training.
constexpr const char* kNextMove =
    "\nPlease generate the next move according to the UI screenshot, instruction and previous "
    "actions.\n\nInstruction: ";
constexpr const char* kBefore = "\n\nPrevious actions:\n";
constexpr const char* kNoneBefore = "None";
constexpr const char* kResponseBegin = "<tool_response>\n";
constexpr const char* kResponseEnd = "\n</tool_response>";
constexpr const char* kCollapsed = "This screenshot has been collapsed.";

// The first `omitted` steps in `older` are omitted.
void add_task(Message& message, std::span<const Step> older, std::size_t omitted,
              const std::string& objective) {
  std::string before = kNextMove + objective + kBefore;
  if (omitted > 0) before += left_out_note(omitted);
  if (older.empty()) before += kNoneBefore;
  if (omitted == older.size()) return message.parts.push_back(text_part(quote_json(before)));
  if (omitted > 0) before += "\n";
  for (std::size_t i = omitted; i < older.size(); ++i) {
    const std::string step = "Step " + std::to_string(i + 1) + ": ";
    message.parts.push_back(text_part(quote_json(before + step)));
    message.parts.push_back(reply_part(older[i], kUimateAction));
    before = "\n";
  }
}
// Whether a preceding backslash makes the text at `at` part of another escape.
bool is_escaped(std::string_view token, std::size_t at) {
  std::size_t slashes = 0;
  while (slashes < at && token[at - 1 - slashes] == '\\') ++slashes;
  return slashes % 2 == 1;
}
}  // namespace

std::string from_thought(const std::string& token) {
  const std::vector<Thought> thoughts = thoughts_in(token);
  if (thoughts.empty() || thoughts.front().inside_begin == thoughts.front().begin) return token;
  return "\"" + token.substr(thoughts.front().begin);
}

std::string uimate_action(const std::string& token) {
  const std::string said = without_thoughts(token, LineEnds::dropped);
  // Unescaped, and as encoders escape it.
  constexpr std::pair<std::string_view, std::string_view> kMarks[] = {
      {"<action>", "</action>"}, {R"(\u003caction\u003e)", R"(\u003c/action\u003e)"}};
  for (const auto& [open, close] : kMarks) {
    const std::size_t at = said.rfind(open);
    if (at == said.npos || is_escaped(said, at)) continue;
    const std::size_t begin = at + open.size();
    const std::size_t end = said.find(close, begin);
    if (end == said.npos || is_escaped(said, end)) continue;
    std::string_view sentence = std::string_view(said).substr(begin, end - begin);
    for (;;) {  // line ends are escaped in a token
      sentence = trimmed(sentence);
      if (sentence.starts_with("\\n")) {
        sentence.remove_prefix(2);
      } else if (sentence.ends_with("\\n") && !sentence.ends_with("\\\\n")) {
        sentence.remove_suffix(2);
      } else {
        break;
      }
    }
    if (!sentence.empty()) return "\"" + std::string(sentence) + "\"";
  }
  return R"("-")";
}

std::vector<Message> uimate_messages(std::span<const Step> steps, const Now& now,
                                     const MemoryOptions& options) {
  const std::size_t omitted = left_out(steps, options);
  const std::size_t first =
      std::max(steps.size() - std::min(steps.size(), kUimateTurns - 1), omitted);
  const auto kept = static_cast<std::size_t>(std::max(options.keep_pictures - 1, 1));
  const std::size_t turns = steps.size() + 1;
  const std::size_t first_kept = turns - std::min(turns, kept);
  std::vector<Message> messages = {
      {"system", {text_part(quote_json(now.system), Part::Source::system)}}};
  const auto add_turn = [&](const Observation& seen, std::size_t index) {
    Message message{"user", {}};
    const bool is_first = index == first;
    if (!is_first) message.parts.push_back(text_part(quote_json(kResponseBegin)));
    if (seen.picture && (is_first || index >= first_kept)) {
      message.parts.push_back(picture_part(*seen.picture));
    } else if (seen.picture) {
      message.parts.push_back(text_part(quote_json(kCollapsed)));
    }
    if (is_first) add_task(message, steps.first(first), omitted, now.objective);
    add_words(message, seen);
    if (!is_first) message.parts.push_back(text_part(quote_json(kResponseEnd)));
    messages.push_back(std::move(message));
  };
  for (std::size_t i = first; i < steps.size(); ++i) {
    add_turn(observation_of(steps[i]), i);
    const std::vector<std::string> ids = sent_ids(steps[i]);
    messages.push_back(spoken(steps[i], ids, kFromThought));
    add_answers(messages, ids, i + 1 == steps.size() ? now.answers : steps[i + 1].answers);
  }
  add_turn(observation_of(now), steps.size());
  return messages;
}
}  // namespace franz
