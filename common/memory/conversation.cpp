#include "common/memory/conversation.h"
#include <algorithm>
#include <utility>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/memory/note.h"

namespace franz {
namespace {
constexpr const char* kNotAnswered = "(the call was not answered)";
constexpr const char* kInvalidJson = "invalid_json";

bool is_json(std::string_view text) {
  const Result<JsonDocument> read = JsonDocument::read(text);
  return read.ok() && read.value().kind(JsonDocument::kRoot) == JsonDocument::Kind::object;
}

std::string invalid_json(const std::string& json) {
  return JsonObject().raw(kInvalidJson, json).finish();
}

// Servers' templates parse the text as JSON again.
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

// Nine letters or digits, as Mistral's chat templates require: six for the turn and three for the
// call, in base 36, which is enough for kMaxTurn and kMaxCalls.
std::string own_id(int turn, std::size_t call) {
  static constexpr std::string_view kDigits = "0123456789abcdefghijklmnopqrstuvwxyz";
  std::string id;
  const auto add = [&id](std::size_t value, std::size_t width) {
    std::string digits(width, '0');
    for (std::size_t i = width; i-- > 0; value /= kDigits.size())
      digits[i] = kDigits[value % kDigits.size()];
    id += digits;
  };
  add(static_cast<std::size_t>(turn), 6);
  add(call, 3);
  return id;
}

std::string sent_id(const Step& step, std::size_t index) {
  const std::vector<ReplyCall>& calls = step.reply.calls;
  const std::string& id = calls[index].id;
  const auto same = [&](const ReplyCall& call) { return call.id == id; };
  if (id != "\"\"" && std::ranges::count_if(calls, same) == 1) return id;
  return quote_json(own_id(step.turn, index + 1));
}
}  // namespace

Observation observation_of(const Step& step) {
  return {step.feedback, step.note, step.picture, Part::Source::own};
}

Observation observation_of(const Now& now) {
  return {now.feedback, now.note, now.picture, Part::Source::feedback};
}

void add_words(Message& message, const Observation& seen) {
  if (!seen.feedback.empty() || seen.note)
    message.parts.push_back(
        text_part(quote_json(with_note(seen.feedback, seen.note)), seen.source));
}

std::vector<std::string> sent_ids(const Step& step) {
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < step.reply.calls.size(); ++i) ids.push_back(sent_id(step, i));
  return ids;
}

std::size_t first_in_conversation(std::size_t steps, const MemoryOptions& options) {
  const auto window = static_cast<std::size_t>(std::max(options.keep_pictures - 1, 1));
  return steps - std::min(steps, window);
}

std::size_t dropped(std::size_t count, int keep, const MemoryOptions& options) {
  const auto kept = static_cast<std::size_t>(std::max(keep, 0));
  if (!options.in_steps || kept == 0) return count - std::min(count, kept);
  const std::size_t step = kept + 1, over = count - std::min(count, 2 * kept);
  return (over + step - 1) / step * step;
}

int pictures_of_conversation(const MemoryOptions& options) {
  return std::max(options.keep_pictures, 2) * (options.in_steps ? 2 : 1);
}

int kept_pictures(const MemoryOptions& options) {
  return std::max(options.keep_pictures, 0) * (options.in_steps ? 2 : 1);
}

int pictures_and_newest(const MemoryOptions& options) {
  return std::max(kept_pictures(options), 1);
}

std::size_t left_out(std::span<const Step> steps, const MemoryOptions& options) {
  std::size_t count = 0;
  while (count + 1 < steps.size() && steps[count].turn < options.from_turn) ++count;
  return count;
}

std::string left_out_note(std::size_t turns) {
  const std::string which =
      turns == 1 ? "Turn 1 is" : "Turns 1 to " + std::to_string(turns) + " are";
  return "[" + which + " left out: " + (turns == 1 ? "it no longer fits" : "they no longer fit") +
         " the context.]";
}

Part reply_part(const Step& step, const SentForm& form) {
  Part text = text_part(form.of(step.reply.text), Part::Source::reply, step.turn);
  text.form = &form;
  return text;
}

Message spoken(const Step& step, const std::vector<std::string>& ids, const SentForm& form) {
  Message message{"assistant", {}};
  message.parts.push_back(reply_part(step, form));
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

void add_answers(std::vector<Message>& messages, const std::vector<std::string>& ids,
                 const std::vector<Answer>& answers) {
  for (std::size_t i = 0; i < ids.size(); ++i) {
    Part answer;
    answer.kind = Part::Kind::answer;
    answer.id = ids[i];
    answer.token = i < answers.size() ? answers[i].text : quote_json(kNotAnswered);
    messages.push_back({"tool", {std::move(answer)}});
  }
}

std::string given_arguments(std::string_view sent) {
  std::string as_sent(sent);
  if (!sent.starts_with('"')) return as_sent;
  const std::string text = decode_json_string(sent);
  const Result<JsonDocument> read = JsonDocument::read(text);
  if (!read.ok() || read.value().kind(JsonDocument::kRoot) != JsonDocument::Kind::object)
    return as_sent;
  const std::vector<JsonDocument::Id> members = read.value().children(JsonDocument::kRoot);
  if (members.size() != 1 || read.value().key(members[0]) != kInvalidJson) return as_sent;
  return std::string(read.value().bytes(members[0]));
}
}  // namespace franz
