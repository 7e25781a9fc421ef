#include "common/wire/api/chat_departures.h"
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include "common/base/base64.h"
#include "common/base/count_text.h"
#include "common/base/data_uri.h"
#include "common/wire/api/chat_request.h"
#include "common/wire/json_fields.h"

namespace franz {
namespace {
class ChatShape {
 public:
  explicit ChatShape(JsonFields& fields) : fields_(fields) {}

  std::vector<Departure> run(std::span<const Message> expected) {
    for (std::size_t i = 0; i < expected.size(); ++i)
      members(name_of(i), pointer_of(i), chat_form(expected[i]).members);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (count_parts(expected[i], Part::Kind::call) > 0) calls(i);
      if (!chat_form(expected[i]).plain_content) continue;
      const std::string content = pointer_of(i) + "/content";
      const bool has_text = count_parts(expected[i], Part::Kind::text) +
                                count_parts(expected[i], Part::Kind::answer) >
                            0;
      if (has_text ? !fields_.is_text(content) : !fields_.is_null(content))
        add(name_of(i) + ".content", has_text ? "a text" : "null", "others");
    }
    for (std::size_t i = 0; i < expected.size(); ++i)
      if (!chat_form(expected[i]).plain_content) parts(i, expected[i]);
    return std::move(departures_);
  }

 private:
  static std::string name_of(std::size_t message) {
    return "messages[" + std::to_string(message) + "]";
  }
  static std::string pointer_of(std::size_t message) {
    return "/messages/" + std::to_string(message);
  }

  void add(const std::string& field, std::string_view expected, std::string_view got) {
    departures_.push_back({field, std::string(expected), std::string(got)});
  }

  // False: it has others, or is no object.
  bool members(const std::string& field, const std::string& pointer, std::string_view expected) {
    std::string got;
    for (const std::string& key : fields_.keys(pointer)) got += (got.empty() ? "" : ", ") + key;
    if (got != expected) add(field, expected, got);
    return got == expected;
  }

  void calls(std::size_t message) {
    const std::string list = pointer_of(message) + "/tool_calls";
    for (std::size_t i = 0; i < fields_.size(list); ++i) {
      const std::string pointer = list + "/" + std::to_string(i);
      const std::string field = name_of(message) + ".tool_calls[" + std::to_string(i) + "]";
      if (!members(field, pointer, "id, type, function")) continue;
      value(field + ".type", pointer + "/type", "function");
      members(field + ".function", pointer + "/function", "name, arguments");
    }
  }

  // A turn may have no picture.
  void parts(std::size_t message, const Message& expected) {
    const std::string field = name_of(message) + ".content";
    const std::string pointer = pointer_of(message) + "/content";
    const std::size_t count = fields_.size(pointer);
    const std::size_t texts = count_parts(expected, Part::Kind::text);
    const std::size_t most = texts + count_parts(expected, Part::Kind::picture);
    if ((count != texts && count != most) || fields_.is_object(pointer))
      return add(field,
                 texts == most ? count_text(texts, "part")
                               : std::to_string(texts) + " or " + count_text(most, "part"),
                 std::to_string(count) + " parts");
    std::size_t at = 0;
    for (const Part& part : expected.parts) {
      const std::string index = std::to_string(at);
      if (part.kind == Part::Kind::text) {
        text(field + "[" + index + "]", pointer + "/" + index);
      } else if (part.kind == Part::Kind::picture && count == most) {
        picture(field + "[" + index + "]", pointer + "/" + index);
      } else {
        continue;
      }
      ++at;
    }
  }

  void text(const std::string& field, const std::string& pointer) {
    if (members(field, pointer, "type, text")) value(field + ".type", pointer + "/type", "text");
  }

  void picture(const std::string& field, const std::string& pointer) {
    if (!members(field, pointer, "type, image_url")) return;
    value(field + ".type", pointer + "/type", "image_url");
    if (!members(field + ".image_url", pointer + "/image_url", "url")) return;
    const std::string url = fields_.text(pointer + "/image_url/url", "");
    const std::string_view base64 =
        std::string_view(url).substr(std::min(url.size(), kPngUri.size()));
    if (!url.starts_with(kPngUri)) return add(field + ".image_url.url", kPngUri, url);
    const Result<std::string> bytes = base64_decode(base64);
    if (!bytes.ok() || base64_encode(bytes.value()) != base64)
      add(field + ".image_url.url", "base64 as it is written", base64);
  }

  void value(const std::string& field, const std::string& pointer, std::string_view expected) {
    const std::string got = fields_.is_text(pointer) ? fields_.text(pointer) : fields_.raw(pointer);
    if (got != expected) add(field, expected, got);
  }

  JsonFields& fields_;
  std::vector<Departure> departures_;
};
}  // namespace

std::vector<Departure> chat_departures(std::string_view body, std::span<const Message> expected) {
  Result<JsonFields> fields = JsonFields::parse(body, JsonFields::Duplicates::last_wins);
  if (!fields.ok()) return {{"body", "a JSON object", fields.error().message}};
  return ChatShape(fields.value()).run(expected);
}
}  // namespace franz
