#include "proxy/demo_vlm/seen_request.h"
#include <algorithm>
#include "common/base/base64.h"
#include "common/base/json_string.h"
#include "common/wire/json_fields.h"
#include "proxy/demo_vlm/reply_pieces.h"

namespace franz::demo_vlm {
namespace {
constexpr std::size_t kMaxMessages = 10000;
constexpr std::size_t kMaxParts = 100;
constexpr int kPatchSide = 28;  // pixels a side that one token of a picture stands for

struct Message {
  std::string text;
  std::string url;  // of its first picture; empty: none
};

class MessageReader {
 public:
  explicit MessageReader(JsonFields& fields) : fields_(fields) {}

  Message read(std::size_t index) {
    Message message;
    const std::string content = "/messages/" + std::to_string(index) + "/content";
    if (fields_.is_text(content)) {
      message.text = text_at(content);
      return message;
    }
    if (fields_.is_object(content) || fields_.size(content) == 0) {
      fields_.fail(content, "a text or a list of parts");
    }
    for (std::size_t i = 0; i < std::min(fields_.size(content), kMaxParts); ++i) {
      const std::string part = content + "/" + std::to_string(i);
      const std::string type = fields_.text(part + "/type");
      if (type == "text") {
        (void)fields_.text(part + "/text");
        if (!message.text.empty()) message.text += '\n';
        message.text += text_at(part + "/text");
      } else if (type == "image_url") {
        (void)fields_.text(part + "/image_url/url");
        if (message.url.empty()) message.url = text_at(part + "/image_url/url");
      }
    }
    return message;
  }

 private:
  std::string text_at(const std::string& pointer) const {
    const auto token = fields_.find_token(pointer);
    return token ? decode_json_string(*token) : std::string();
  }

  JsonFields& fields_;
};

void see_picture(std::string_view url, SeenRequest& seen) {
  constexpr std::string_view kBase64 = ";base64,";
  const std::size_t comma = url.find(kBase64);
  if (url.substr(0, 5) != "data:" || comma == url.npos) {
    seen.picture_problem = "is not in the request itself (no data:image/png;base64, address)";
    return;
  }
  const Result<std::string> bytes = base64_decode(url.substr(comma + kBase64.size()));
  if (!bytes.ok()) {
    seen.picture_problem = "is no base64: " + bytes.error().message;
    return;
  }
  Result<Picture> picture = decode_png(bytes.value());
  if (picture.ok()) {
    seen.picture = std::move(picture).value();
  } else {
    seen.picture_problem = picture.error().message;
  }
}

std::optional<long long> read_max_tokens(JsonFields& fields) {
  for (const char* name : {"/max_completion_tokens", "/max_tokens"}) {
    if (!fields.has(name)) continue;
    const auto asked = fields.integer(name, -1, 1LL << 40);
    if (asked == 0) fields.fail(name, "1 or more");
    if (asked > 0) return asked;  // -1: no limit, as llama-server has it
  }
  return std::nullopt;
}

// Of a message's content: its text, or the texts among its parts.
long long tokens_of_texts(const JsonFields& fields, const std::string& content) {
  if (const auto text = fields.find_token(content)) return tokens_of(text->size() - 2);
  long long tokens = 0;
  const std::size_t parts = fields.size(content);
  for (std::size_t i = 0; i < parts; ++i) {
    const auto text = fields.find_token(content + "/" + std::to_string(i) + "/text");
    if (text) tokens += tokens_of(text->size() - 2);
  }
  return tokens;
}

long long tokens_of_picture(const Picture& picture) {
  const auto patches = [](int side) { return (side + kPatchSide - 1) / kPatchSide; };
  return static_cast<long long>(patches(picture.width)) * patches(picture.height);
}
}  // namespace

Result<ChatCall> read_chat_call(std::string_view body) {
  Result<JsonFields> parsed = JsonFields::parse(body, JsonFields::Duplicates::last_wins);
  if (!parsed.ok()) return parsed.error();
  JsonFields& fields = parsed.value();
  const std::size_t count = fields.size("/messages");
  if (count == 0 || count > kMaxMessages || fields.is_object("/messages")) {
    return Error{"/messages: expected a list of 1 to 10000 messages"};
  }
  ChatCall call;
  call.model = fields.text("/model", "");
  call.stream = fields.boolean("/stream", false);
  call.include_usage = fields.boolean("/stream_options/include_usage", false);
  call.max_tokens = read_max_tokens(fields);
  // Only what is looked at is decoded.
  MessageReader reader(fields);
  if (count >= 3) {
    call.seen.system = reader.read(0).text;
    call.seen.story = reader.read(1).text;
  }
  Message current = reader.read(count >= 3 ? 2 : count - 1);
  call.seen.feedback = std::move(current.text);
  if (!current.url.empty()) see_picture(current.url, call.seen);
  call.prompt_tokens = static_cast<long long>(count) * 4;
  for (std::size_t i = 0; i < count; ++i)
    call.prompt_tokens += tokens_of_texts(fields, "/messages/" + std::to_string(i) + "/content");
  if (call.seen.picture) call.prompt_tokens += tokens_of_picture(*call.seen.picture);
  if (!fields.failure().empty()) return Error{fields.failure()};
  return call;
}
}  // namespace franz::demo_vlm
