#include "common/base/readable_json.h"
#include "common/base/data_uri.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/sha256.h"

namespace franz {
static constexpr std::size_t kShownDigits = 12;

static std::string short_picture(std::string_view token) {
  if (!token.starts_with("\"data:")) return std::string(token);
  const std::string uri = decode_json_string(token);
  const auto base64 = picture_base64(uri);
  if (!base64) return std::string(token);
  return quote_json(uri.substr(0, uri.size() - base64->size()) +
                    "[b64 sha=" + sha256_hex(*base64).substr(0, kShownDigits) +
                    " len=" + std::to_string(base64->size()) + "]");
}

std::string readable_json(std::string_view json) {
  if (!JsonDocument::read(json).ok()) return std::string(json);
  std::string text;
  std::size_t depth = 0;
  const auto new_line = [&] { text.append("\n").append(2 * depth, ' '); };
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (is_json_space(c)) continue;
    switch (c) {
      case '{':
      case '[': {
        const std::size_t next = json.find_first_not_of(" \t\r\n", i + 1);
        text += c;
        if (json[next] == '}' || json[next] == ']') {
          text += json[next];
          i = next;
        } else {
          ++depth;
          new_line();
        }
        break;
      }
      case '}':
      case ']':
        --depth;
        new_line();
        text += c;
        break;
      case ',':
        text += c;
        new_line();
        break;
      case ':': text += ": "; break;
      case '"': {
        const std::size_t length = json_string_length(json.substr(i));
        text += short_picture(json.substr(i, length));
        i += length - 1;
        break;
      }
      default: text += c;
    }
  }
  return text;
}
}  // namespace franz
