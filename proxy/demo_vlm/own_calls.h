#pragma once
// What the demo model's own tool calls did, as the conversation reports it.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>
#include "proxy/demo_vlm/decide.h"
#include "proxy/demo_vlm/stroke_policy.h"

namespace franz::demo_vlm {
// The tools that it calls.
inline constexpr std::string_view kLook = "observe_screen", kDrag = "drag",
                                  kClick = "click_element", kType = "type_text", kKey = "press_key";
// Around a call that it leaves in its text: {"name":"drag","arguments":{…}}
inline constexpr std::string_view kCallBegin = "<tool_call>", kCallEnd = "</tool_call>";

struct OwnCall {
  std::string name, arguments;  // as it was sent back
  bool ok = false;
  std::string type = {}, message = {};  // of a failure; empty: no answer that can be read
};

struct OwnCalls {
  Past past;
  std::vector<OwnCall> last;        // of the last reply
  std::vector<std::string> failed;  // the types of all failures
  std::size_t with_id = 0;          // how many there are in all, but for those in texts
  bool in_text = false;             // one was left in a text
};

// `request` must outlive what it returns.
OwnCalls read_own_calls(const SeenRequest& request);
}  // namespace franz::demo_vlm
