#pragma once
// Messages for tests that write chat requests. A picture's reference is its base64 itself.
#include <string>
#include <string_view>
#include <vector>
#include "common/wire/api/chat_request.h"
#include "common/wire/message.h"

namespace franz {
inline Message chat_message(const std::string& role, const std::string& token,
                            const std::string& picture_b64 = "") {
  Message message{role, {text_part(token)}};
  if (!picture_b64.empty()) message.parts.push_back(picture_part({picture_b64}));
  return message;
}

inline std::string body_of(const RequestParameters& parameters,
                           const std::vector<Message>& messages) {
  return chat_request_body(parameters, messages, "", [](const PictureRef& picture) {
    return std::string_view(picture.sha256);
  });
}
}  // namespace franz
