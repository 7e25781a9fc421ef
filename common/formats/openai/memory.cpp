#include "common/formats/openai/memory.h"
#include <algorithm>
#include <string>
#include <utility>
#include "common/base/count_text.h"
#include "common/base/json_string.h"
#include "common/memory/conversation.h"
#include "common/wire/computer_call.h"
#include "common/wire/message_fields.h"

namespace franz {
namespace {
// Batched actions require pictures marked as not to be resized.
std::string detail_for(std::string_view item) {
  const Result<MessageFields> fields =
      MessageFields::parse(item, MessageFields::Duplicates::last_wins);
  return fields.ok() && fields.value().has("/actions") ? R"("original")" : "";
}

std::string type_of(std::string_view item) {
  Result<MessageFields> fields = MessageFields::parse(item, MessageFields::Duplicates::last_wins);
  const bool has_type = fields.ok() && fields.value().is_text("/type");
  return quote_json(has_type ? fields.value().text("/type") : "");
}

// The list of acknowledged checks. Nothing: the call is sent back without an answer, or its answer
// is not a list.
std::optional<std::string> agreed_checks(const std::vector<Answer>& answers,
                                         const std::string& id) {
  const auto answer = std::ranges::find_if(answers, [&](const Answer& each) {
    return decode_json_string(each.id) == decode_json_string(id);
  });
  if (answer == answers.end()) return std::nullopt;
  std::string list = decode_json_string(answer->text);
  if (!list.starts_with('[')) return std::nullopt;
  return list;
}

class Turns {
 public:
  explicit Turns(std::vector<Message>& messages) : messages_(messages) {}

  // Adds the reply, the answers to its calls, and the feedback of the following turn.
  void add(const Step& step, const std::vector<Answer>& answers, const Observation& seen) {
    const std::vector<std::string> ids = sent_ids(step);
    Message reply = spoken(step, ids, kWholeText);
    std::vector<Part> calls(reply.parts.begin() + 1, reply.parts.end());
    reply.parts.resize(1);
    std::vector<Message> answer_messages;
    bool is_shown = false;
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const std::vector<std::string_view> items = items_of_computer_call(step.reply.calls[i]);
      if (items.empty()) {
        reply.parts.push_back(calls[i]);
        add_answer(answer_messages, ids[i], i, answers);
        continue;
      }
      const std::string& id = step.reply.calls[i].id;
      const std::optional<std::string> checks = agreed_checks(answers, id);
      if (!checks || !seen.picture) continue;
      is_shown = true;
      add_items(reply, items, id);
      Part answer;
      answer.kind = Part::Kind::answer;
      answer.id = id;
      answer.name = detail_for(items.back());
      answer.token = *checks;
      answer_messages.push_back({"tool", {std::move(answer), picture_part(*seen.picture)}});
    }
    messages_.push_back(std::move(reply));
    std::ranges::move(answer_messages, std::back_inserter(messages_));
    Message words{"user", {}};
    add_words(words, seen);
    if (seen.picture && !is_shown) words.parts.push_back(picture_part(*seen.picture));
    if (!words.parts.empty()) messages_.push_back(std::move(words));
  }

 private:
  static void add_items(Message& reply, const std::vector<std::string_view>& items,
                        const std::string& id) {
    for (const std::string_view item : items) {
      Part part;
      part.kind = Part::Kind::call;
      part.id = item.data() == items.back().data() ? id : quote_json("");
      part.name = type_of(item);
      part.token = item;
      reply.parts.push_back(std::move(part));
    }
  }

  static void add_answer(std::vector<Message>& answer_messages, const std::string& id,
                         std::size_t index, const std::vector<Answer>& answers) {
    std::vector<Answer> own;
    if (index < answers.size()) own.push_back(answers[index]);
    add_answers(answer_messages, {id}, own);
  }

  std::vector<Message>& messages_;
};
}  // namespace

std::vector<Message> openai_messages(std::span<const Step> steps, const Now& now,
                                     const MemoryOptions& options) {
  const std::size_t first =
      std::max(dropped(steps.size() + 1, std::max(options.keep_pictures, 2), options),
               left_out(steps, options));
  std::vector<Message> messages = {
      {"system", {text_part(quote_json(now.system), Part::Source::system)}}, {"user", {}}};
  Message& begin = messages[1];
  begin.parts.push_back(text_part(quote_json(now.objective)));
  if (first > 0)
    begin.parts.push_back(
        text_part(quote_json("(" + count_text(first, "earlier turn") + " of this task " +
                             (first == 1 ? "is" : "are") + " left out here)")));
  const Observation seen =
      first < steps.size() ? observation_of(steps[first]) : observation_of(now);
  add_words(begin, seen);
  if (seen.picture) begin.parts.push_back(picture_part(*seen.picture));
  Turns turns(messages);
  for (std::size_t i = first; i < steps.size(); ++i) {
    const bool is_last = i + 1 == steps.size();
    turns.add(steps[i], is_last ? now.answers : steps[i + 1].answers,
              is_last ? observation_of(now) : observation_of(steps[i + 1]));
  }
  return messages;
}
}  // namespace franz
