#include "common/wire/api/chat_departures.h"
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include "common/wire/api/chat_request.h"
#include "common/wire/api/shape_reading.h"
#include "common/wire/message_fields.h"

namespace franz {
namespace {
class ChatShape {
 public:
  explicit ChatShape(MessageFields& fields) : fields_(fields), shape_(fields) {}

  std::vector<Departure> run(std::span<const Message> expected) {
    for (std::size_t i = 0; i < expected.size(); ++i)
      shape_.members(message_field(i), pointer_of(i), chat_form(expected[i]).members);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (count_parts(expected[i], Part::Kind::call) > 0) calls(i);
      if (!chat_form(expected[i]).plain_content) continue;
      const std::string content = pointer_of(i) + "/content";
      const bool has_text = count_parts(expected[i], Part::Kind::text) +
                                count_parts(expected[i], Part::Kind::answer) >
                            0;
      if (has_text ? !fields_.is_text(content) : !fields_.is_null(content))
        shape_.add(message_field(i) + ".content", has_text ? "a text" : "null", "others");
    }
    for (std::size_t i = 0; i < expected.size(); ++i)
      if (!chat_form(expected[i]).plain_content) parts(i, expected[i]);
    return std::move(shape_.departures());
  }

 private:
  static std::string pointer_of(std::size_t message) {
    return "/messages/" + std::to_string(message);
  }

  void calls(std::size_t message) {
    const std::string list = pointer_of(message) + "/tool_calls";
    for (std::size_t i = 0; i < fields_.size(list); ++i) {
      const std::string pointer = list + "/" + std::to_string(i);
      const std::string field = message_field(message) + ".tool_calls[" + std::to_string(i) + "]";
      if (!shape_.members(field, pointer, "id, type, function")) continue;
      shape_.value(field + ".type", pointer + "/type", "function");
      shape_.members(field + ".function", pointer + "/function", "name, arguments");
    }
  }

  // A turn may have no picture.
  void parts(std::size_t message, const Message& expected) {
    const std::string field = message_field(message) + ".content";
    const std::string pointer = pointer_of(message) + "/content";
    const std::size_t count = fields_.size(pointer);
    const std::size_t texts = count_parts(expected, Part::Kind::text);
    const std::size_t most = texts + count_parts(expected, Part::Kind::picture);
    const bool lacks_new = count + 1 == most && std::ranges::any_of(expected.parts, is_new_picture);
    if ((count != texts && count != most && !lacks_new) || fields_.is_object(pointer))
      return shape_.add(field, expected_parts(texts, most), std::to_string(count) + " parts");
    std::size_t at = 0;
    for (const Part& part : expected.parts) {
      const std::string index = std::to_string(at);
      const std::string name = std::string(field).append("[").append(index).append("]");
      const std::string place = std::string(pointer).append("/").append(index);
      if (part.kind == Part::Kind::text) {
        text(name, place);
      } else if (part.kind == Part::Kind::picture &&
                 (count == most || (lacks_new && !is_new_picture(part)))) {
        picture(name, place);
      } else {
        continue;
      }
      ++at;
    }
  }

  void text(const std::string& field, const std::string& pointer) {
    if (shape_.members(field, pointer, "type, text"))
      shape_.value(field + ".type", pointer + "/type", "text");
  }

  void picture(const std::string& field, const std::string& pointer) {
    if (!shape_.members(field, pointer, "type, image_url")) return;
    shape_.value(field + ".type", pointer + "/type", "image_url");
    if (shape_.members(field + ".image_url", pointer + "/image_url", "url"))
      shape_.picture(field + ".image_url.url", pointer + "/image_url/url");
  }

  MessageFields& fields_;
  ShapeReading shape_;
};
}  // namespace

std::vector<Departure> chat_departures(std::string_view body, std::span<const Message> expected) {
  Result<MessageFields> fields = MessageFields::parse(body, MessageFields::Duplicates::last_wins);
  if (!fields.ok()) return {{"body", "a JSON object", fields.error().message}};
  return ChatShape(fields.value()).run(expected);
}
}  // namespace franz
