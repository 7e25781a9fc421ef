#include "common/wire/api/responses_departures.h"
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include "common/base/count_text.h"
#include "common/base/json_string.h"
#include "common/wire/api/shape_reading.h"
#include "common/wire/message_fields.h"

namespace franz {
namespace {
class InputShape {
 public:
  explicit InputShape(MessageFields& fields) : fields_(fields), shape_(fields) {}

  std::vector<Departure> run(std::span<const Message> expected) {
    for (std::size_t i = 0; i < expected.size(); ++i)
      take(expected[i], i > 0 && expected[i - 1].role == kAssistant);
    const std::size_t count = fields_.size("/input");
    if (!fields_.is_list("/input") || count != next_)
      shape_.add("input", count_text(next_, "item"), std::to_string(count));
    return std::move(shape_.departures());
  }

 private:
  struct Item {
    std::string field, pointer;
  };
  Item next() {
    const std::string index = std::to_string(next_++);
    return {"input[" + index + "]", "/input/" + index};
  }
  std::string next_type() {
    const std::string type = "/input/" + std::to_string(next_) + "/type";
    return fields_.is_text(type) ? fields_.text(type) : "";
  }

  // `behind_own`: the previous message is also the assistant's.
  void take(const Message& message, bool behind_own) {
    const std::size_t calls = count_parts(message, Part::Kind::call);
    const std::size_t answers = count_parts(message, Part::Kind::answer);
    const bool is_screenshot = answers > 0 && count_parts(message, Part::Kind::picture) > 0;
    for (std::size_t i = 0; i < answers; ++i) is_screenshot ? screenshot(next()) : answer(next());
    if (answers > 0) return;
    // The body shows whether it has a text; the text itself is checked elsewhere.
    const bool may_be_left_out = message.role == kAssistant && calls > 0 && !behind_own;
    const std::string type = next_type();
    const bool begins_with_call =
        type == "function_call" || type == "computer_call" || type == "reasoning";
    if (!may_be_left_out || !begins_with_call) {
      const Item item = next();
      this->message(item.field, item.pointer, message);
      if (may_be_left_out && fields_.size(item.pointer + "/content") == 1 &&
          fields_.find_token(item.pointer + "/content/0/text") == kNoText)
        shape_.add(item.field, "no message without a text", "one");
    }
    // An item that is sent back unchanged is compared unchanged.
    for (const Part& part : message.parts)
      if (part.kind == Part::Kind::call) part.token.starts_with('{') ? void(next()) : call(next());
  }

  void call(const Item& item) {
    if (shape_.members(item.field, item.pointer, "type, call_id, name, arguments"))
      shape_.value(item.field + ".type", item.pointer + "/type", "function_call");
  }

  void answer(const Item& item) {
    if (!shape_.members(item.field, item.pointer, "type, call_id, output")) return;
    shape_.value(item.field + ".type", item.pointer + "/type", "function_call_output");
    if (!fields_.is_text(item.pointer + "/output"))
      shape_.add(item.field + ".output", "a text", "others");
  }

  void screenshot(const Item& item) {
    const bool has_checks = fields_.has(item.pointer + "/acknowledged_safety_checks");
    if (!shape_.members(item.field, item.pointer,
                        has_checks ? "type, call_id, output, acknowledged_safety_checks"
                                   : "type, call_id, output"))
      return;
    shape_.value(item.field + ".type", item.pointer + "/type", "computer_call_output");
    const std::string output = item.pointer + "/output", field = item.field + ".output";
    const bool has_detail = fields_.has(output + "/detail");
    if (!shape_.members(field, output, has_detail ? "type, image_url, detail" : "type, image_url"))
      return;
    shape_.value(field + ".type", output + "/type", "computer_screenshot");
    shape_.picture(field + ".image_url", output + "/image_url");
    if (has_detail) shape_.value(field + ".detail", output + "/detail", "original");
  }

  // A turn may have no picture.
  void message(const std::string& field, const std::string& pointer, const Message& expected) {
    const bool own = expected.role == kAssistant;
    if (!shape_.members(field, pointer, own ? "type, role, content" : "role, content")) return;
    if (own) shape_.value(field + ".type", pointer + "/type", "message");
    shape_.value(field + ".role", pointer + "/role", expected.role);
    const std::string content = pointer + "/content";
    const std::size_t count = fields_.size(content);
    const std::size_t texts = count_parts(expected, Part::Kind::text);
    const std::size_t most = texts + count_parts(expected, Part::Kind::picture);
    const bool lacks_new = count + 1 == most && std::ranges::any_of(expected.parts, is_new_picture);
    if ((count != texts && count != most && !lacks_new) || !fields_.is_list(content))
      return shape_.add(field + ".content", expected_parts(texts, most),
                        std::to_string(count) + " parts");
    std::size_t at = 0;
    for (const Part& part : expected.parts) {
      const bool is_picture = part.kind == Part::Kind::picture &&
                              (count == most || (lacks_new && !is_new_picture(part)));
      if (part.kind != Part::Kind::text && !is_picture) continue;
      const std::string name = field + ".content[" + std::to_string(at) + "]";
      const std::string place = content + "/" + std::to_string(at);
      if (is_picture) {
        picture(name, place);
      } else if (shape_.members(name, place, "type, text")) {
        shape_.value(name + ".type", place + "/type", own ? "output_text" : "input_text");
      }
      ++at;
    }
  }

  void picture(const std::string& field, const std::string& pointer) {
    if (!shape_.members(field, pointer, "type, image_url, detail")) return;
    shape_.value(field + ".type", pointer + "/type", "input_image");
    shape_.value(field + ".detail", pointer + "/detail", "auto");
    shape_.picture(field + ".image_url", pointer + "/image_url");
  }

  MessageFields& fields_;
  ShapeReading shape_;
  std::size_t next_ = 0;  // index of the next item
};
}  // namespace

std::vector<Departure> responses_departures(std::string_view body,
                                            std::span<const Message> expected) {
  Result<MessageFields> fields = MessageFields::parse(body, MessageFields::Duplicates::last_wins);
  if (!fields.ok()) return {{"body", "a JSON object", fields.error().message}};
  return InputShape(fields.value()).run(expected);
}
}  // namespace franz
