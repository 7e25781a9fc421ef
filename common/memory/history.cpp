#include "common/memory/history.h"
#include <algorithm>
#include <utility>
#include "common/base/json_string.h"
#include "common/base/json_values.h"
#include "common/base/thoughts.h"
#include "common/memory/note.h"

namespace franz {
namespace {
using Source = Part::Source;
constexpr const char* kPictureLeftOut = "(an older picture of the screen was here)";
constexpr const char* kNoAnswer = "(the call was not answered)";
constexpr const char* kInvalidJson = "invalid_json";
constexpr const char* kNoObjective = "(no objective is set)";

// What a turn tells behind the answers; of `now` and of a step alike.
struct Observation {
  const std::string& feedback;
  const std::optional<std::string>& note;
  const std::optional<PictureRef>& picture;
  Source source;
};

Observation observation_of(const Step& step) {
  return {step.feedback, step.note, step.picture, Source::own};
}
Observation observation_of(const Now& now) {
  return {now.feedback, now.note, now.picture, Source::feedback};
}

void add_observation(Message& message, const Observation& seen, bool keep_picture) {
  if (!seen.feedback.empty() || seen.note)
    message.parts.push_back(
        text_part(quote_json(with_note(seen.feedback, seen.note)), seen.source));
  if (!seen.picture) return;
  message.parts.push_back(keep_picture ? picture_part(*seen.picture)
                                       : text_part(quote_json(kPictureLeftOut)));
}

bool is_json(std::string_view text) {
  const Result<JsonValues> read = JsonValues::read(text);
  return read.ok() && read.value().kind(JsonValues::kRoot) == JsonValues::Kind::object;
}

std::string invalid_json(const std::string& json) {
  return "{" + quote_json(kInvalidJson) + ":" + json + "}";
}

// Servers' templates read the text as JSON again.
std::string sent_arguments(const std::string& received) {
  if (!received.starts_with('"'))
    return quote_json(is_json(received)    ? received
                      : received == "null" ? "{}"
                                           : invalid_json(received));
  const std::string text = decode_json_string(received);
  if (is_json(text)) return received;
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) return quote_json("{}");
  return quote_json(invalid_json(quote_json(text)));
}

std::string sent_id(const Step& step, std::size_t index) {
  const std::vector<ReplyCall>& calls = step.reply.calls;
  const std::string& id = calls[index].id;
  const auto same = [&](const ReplyCall& call) { return call.id == id; };
  if (id != "\"\"" && std::ranges::count_if(calls, same) == 1) return id;
  return quote_json("call_" + std::to_string(step.turn) + "_" + std::to_string(index + 1));
}

std::vector<std::string> sent_ids(const Step& step) {
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < step.reply.calls.size(); ++i) ids.push_back(sent_id(step, i));
  return ids;
}

Message spoken(const Step& step, const std::vector<std::string>& ids, bool keep_thoughts) {
  Message message{"assistant", {}};
  Part text = text_part(step.reply.text, Source::reply, step.turn);
  if (!keep_thoughts) {
    text.token = without_thoughts(step.reply.text, LineEnds::dropped);
    text.without_thoughts = true;
  }
  message.parts.push_back(std::move(text));
  for (std::size_t i = 0; i < ids.size(); ++i) {
    Part call;
    call.kind = Part::Kind::call;
    call.id = ids[i];
    call.name = step.reply.calls[i].name;
    call.token = sent_arguments(step.reply.calls[i].arguments);
    message.parts.push_back(std::move(call));
  }
  return message;
}

// An answer for each call, whatever became of them: the API takes nothing else.
void add_answers(std::vector<Message>& messages, const std::vector<std::string>& ids,
                 const std::vector<Answer>& answers) {
  for (std::size_t i = 0; i < ids.size(); ++i) {
    Part answer;
    answer.kind = Part::Kind::answer;
    answer.id = ids[i];
    answer.token = i < answers.size() ? answers[i].text : quote_json(kNoAnswer);
    messages.push_back({"tool", {std::move(answer)}});
  }
}

bool has_thoughts(const Step& step) { return !thoughts_in(step.reply.text).empty(); }
}  // namespace

std::vector<Message> history_messages(std::span<const Step> steps, const Now& now,
                                      const MemoryOptions& options) {
  // How many of each kind are still to come, this one included: the newest ones stay.
  auto pictures =
      std::ranges::count_if(steps, [](const Step& step) { return bool(step.picture); }) +
      (now.picture ? 1 : 0);
  auto thoughtful = std::ranges::count_if(steps, has_thoughts);
  const auto keeps_picture = [&](const std::optional<PictureRef>& picture) {
    return picture && pictures-- <= options.keep_pictures;
  };

  std::vector<Message> messages = {{"system", {text_part(quote_json(now.system), Source::system)}},
                                   {"user", {}}};
  if (!now.objective.empty()) messages[1].parts.push_back(text_part(quote_json(now.objective)));
  const Observation first = steps.empty() ? observation_of(now) : observation_of(steps[0]);
  add_observation(messages[1], first, keeps_picture(first.picture));
  if (messages[1].parts.empty()) messages[1].parts.push_back(text_part(quote_json(kNoObjective)));

  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step& step = steps[i];
    const bool is_last = i + 1 == steps.size();
    const std::vector<std::string> ids = sent_ids(step);
    const bool keep_thoughts = !has_thoughts(step) || thoughtful-- <= options.keep_thinks;
    messages.push_back(spoken(step, ids, keep_thoughts));
    add_answers(messages, ids, is_last ? now.answers : steps[i + 1].answers);
    const Observation seen = is_last ? observation_of(now) : observation_of(steps[i + 1]);
    Message told{"user", {}};
    add_observation(told, seen, keeps_picture(seen.picture));
    if (!told.parts.empty()) messages.push_back(std::move(told));
  }
  return messages;
}

std::string given_arguments(std::string_view sent) {
  std::string as_sent(sent);
  if (!sent.starts_with('"')) return as_sent;
  const std::string text = decode_json_string(sent);
  const Result<JsonValues> read = JsonValues::read(text);
  if (!read.ok() || read.value().kind(JsonValues::kRoot) != JsonValues::Kind::object)
    return as_sent;
  const std::vector<JsonValues::Id> members = read.value().children(JsonValues::kRoot);
  if (members.size() != 1 || read.value().key(members[0]) != kInvalidJson) return as_sent;
  return std::string(read.value().bytes(members[0]));
}
}  // namespace franz
