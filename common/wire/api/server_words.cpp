#include "common/wire/api/server_words.h"
#include <algorithm>
#include "common/base/json.h"
#include "common/base/utf8.h"
#include "common/wire/message_fields.h"

namespace franz {
std::string clip(std::string_view text, std::size_t max) {
  std::string clipped = to_valid_utf8(text.substr(0, max));
  // The cut may have split a character, which is then U+FFFD at the end.
  if (text.size() > max && clipped.ends_with("\xEF\xBF\xBD")) {
    clipped.resize(clipped.size() - 3);
    clipped += "…";
  }
  return clipped;
}

// The string, number or whole value at `pointer`, as text.
static std::string words(MessageFields& fields, const std::string& pointer) {
  if (!fields.has(pointer)) return "";
  return fields.is_text(pointer) ? fields.text(pointer) : fields.raw(pointer);
}

std::optional<ServerError> find_error(MessageFields& fields, bool has_reply,
                                      const std::string& at) {
  ServerError error;
  std::string object = at;
  if (fields.has(at + "/error") && fields.raw(at + "/error") != "false") {
    object = at + "/error";
    if (!fields.is_object(object)) {
      error.text = clip(words(fields, object));
      return error.text.empty() ? std::nullopt : std::optional(error);
    }
  } else if (has_reply || !(fields.has(at + "/message") || fields.has(at + "/detail"))) {
    return std::nullopt;
  }
  const std::string message = object + "/message";
  error.text = clip(words(fields, fields.has(message) ? message
                                  : object == at      ? at + "/detail"
                                                      : object));
  error.type = clip(words(fields, object + "/type"), kMaxName);
  error.code = clip(words(fields, object + "/code"), kMaxName);
  return error;
}

long long token_count(MessageFields& fields, const std::string& pointer) {
  if (!fields.is_number(pointer)) return 0;
  return static_cast<long long>(fields.number(pointer, 0, 1e15));
}

std::optional<long long> first_token_count(MessageFields& fields,
                                           std::initializer_list<std::string> pointers) {
  const auto there = std::ranges::find_if(
      pointers, [&fields](const std::string& pointer) { return fields.is_number(pointer); });
  return there == pointers.end() ? std::nullopt : std::optional(token_count(fields, *there));
}

void add_duplicates(const MessageFields& fields, std::vector<std::string>& duplicates) {
  for (const std::string& each : fields.duplicates())
    if (duplicates.size() < JsonDocument::kMaxDuplicates &&
        std::ranges::find(duplicates, each) == duplicates.end())
      duplicates.push_back(each);
}
}  // namespace franz
