#include "common/formats/holo/memory.h"
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/formats/json_object_form.h"
#include "common/memory/conversation.h"

namespace franz {
namespace {
// These texts are from the models' training.
constexpr const char* kObserved = "<observation>\n";
constexpr const char* kObservedEnd = "\n</observation>";
constexpr const char* kEvicted = "<observation>\n[screenshot evicted]\n</observation>";
constexpr const char* kOutputEnd = "\n</tool_output>";
constexpr const char* kEmptyFeedback = "OK";
constexpr const char* kUnknownTool = "unknown";

// The tool of the first item that does not belong to a server-parsed call; nothing: none.
std::optional<std::string> tool_in(const std::string& items) {
  const Result<JsonDocument> read = JsonDocument::read(items);
  if (!read.ok()) return std::nullopt;
  const JsonDocument& values = read.value();
  const JsonDocument::Id first = values.at("/0");
  const JsonDocument::Id written = values.at("/0/written");
  if (first == JsonDocument::kNone || written == JsonDocument::kNone) return std::nullopt;
  const JsonDocument::Id id = values.at("/0/id");
  if (id != JsonDocument::kNone && values.kind(id) != JsonDocument::Kind::null) return std::nullopt;
  const std::string text = values.text(written);
  std::string name = text.substr(0, text.find('('));
  const bool is_name = !name.empty() && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
  return is_name ? name : kUnknownTool;
}

// `before`: the reply that it describes; null: none. The number of parts depends on replies only,
// because another attempt at the same turn may have had other items.
void add_output(std::vector<Message>& messages, const Reply* before, const std::string& items,
                const Observation& seen) {
  Message message{"user", {}};
  const bool wraps = before != nullptr && before->calls.empty();
  if (wraps) {
    const std::string tool = tool_in(items).value_or(kUnknownTool);
    message.parts.push_back(text_part(quote_json("<tool_output tool=\"" + tool + "\">\n")));
  }
  const std::size_t head = message.parts.size();
  add_words(message, seen);
  if (wraps && message.parts.size() == head)
    message.parts.push_back(text_part(quote_json(kEmptyFeedback)));
  if (wraps) message.parts.push_back(text_part(quote_json(kOutputEnd)));
  if (!message.parts.empty()) messages.push_back(std::move(message));
}

void add_picture_message(std::vector<Message>& messages, const Observation& seen, bool is_kept) {
  if (!seen.picture) return;
  if (!is_kept) {
    messages.push_back({"user", {text_part(quote_json(kEvicted))}});
  } else {
    messages.push_back({"user",
                        {text_part(quote_json(kObserved)), picture_part(*seen.picture),
                         text_part(quote_json(kObservedEnd))}});
  }
}
}  // namespace

std::vector<Message> holo_messages(std::span<const Step> steps, const Now& now,
                                   const MemoryOptions& options) {
  const std::size_t omitted = left_out(steps, options);
  steps = steps.subspan(omitted);
  std::ptrdiff_t older = now.picture ? 1 : 0;
  for (const Step& each : steps) older += each.picture ? 1 : 0;
  older -= options.keep_pictures;  // number of the oldest ones to omit
  std::vector<Message> messages = {
      {"system", {text_part(quote_json(now.system), Part::Source::system)}},
      {"user", {text_part(quote_json(now.objective))}}};
  if (omitted > 0)
    messages[1].parts.push_back(text_part(quote_json("\n" + left_out_note(omitted))));
  const auto add_turn = [&](std::size_t index, const std::string& items, const Observation& seen) {
    add_output(messages, index == 0 ? nullptr : &steps[index - 1].reply, items, seen);
    add_picture_message(messages, seen, older <= 0);
    if (seen.picture) --older;
  };
  for (std::size_t i = 0; i < steps.size(); ++i) {
    add_turn(i, steps[i].items, observation_of(steps[i]));
    const std::vector<std::string> ids = sent_ids(steps[i]);
    messages.push_back(spoken(steps[i], ids, kJsonObject));
    add_answers(messages, ids, i + 1 == steps.size() ? now.answers : steps[i + 1].answers);
  }
  add_turn(steps.size(), now.items, observation_of(now));
  return messages;
}
}  // namespace franz
