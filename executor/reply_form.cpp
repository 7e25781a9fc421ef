#include "executor/reply_form.h"
#include "common/base/json_string.h"
#include "common/base/thoughts.h"
#include "common/base/utf8.h"

namespace franz::executor {
std::vector<std::string> passed_over_in(const Reply& reply) {
  std::vector<std::string> found;
  const std::string text = decode_json_string(reply.text);
  if (text.starts_with(kByteOrderMark)) found.emplace_back("byte_order_mark");
  if (!thoughts_in(reply.text).empty()) found.emplace_back("thoughts");
  if (text.find("\r\n") != std::string::npos) found.emplace_back("crlf");
  return found;
}
}  // namespace franz::executor
