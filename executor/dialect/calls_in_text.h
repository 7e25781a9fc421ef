#pragma once
// Tool calls that a server left in the text of a reply, because it knows the model's form of them
// only in part. Only forms that can mean nothing else are read:
//   <tool_call>{"name":"click_element","arguments":{…}}</tool_call>   anywhere, any number
//   the same object, OpenAI's {"function":{"name":…,"arguments":…}} or a list of either, where it
//   is the whole text or the one fenced block in it and the name is one that the model was told
#include <string>
#include <string_view>
#include <vector>
#include "common/tools/vocabulary.h"
#include "common/wire/reply.h"

namespace franz::executor {
struct TextCall {
  bool readable = true;  // false: what stands in its place is no call
  ReplyCall call;        // `id` as it is in the text, or empty; `arguments` as JSON
  std::string written;   // where it is not readable
};

// `text`: decoded, without thoughts. At most kMaxCalls of them. Linear time.
std::vector<TextCall> calls_in_text(std::string_view text, const Vocabulary& vocabulary);
}  // namespace franz::executor
