#pragma once
// The dialect `tool_calls`: one call a reply, chosen from the tools that the request tells, and a
// few words beside it where a part begins or something went wrong:
//   <think>
//   White ink reaches from (312, 124) to (603, 547). 20 of 71 strokes are drawn.
//   </think>
//
//   A small nose between them.                            + drag({"label":"nose","from":[441,440],…
// It ends with a reply without a call, which tells what is drawn. On the way it makes the mistakes
// that small models make in this dialect, once each, and mends them by the answer.
#include "proxy/demo_vlm/voice/voice.h"

namespace franz::demo_vlm {
bool asks_for_tool_calls(const SeenRequest& request);
Reply reply_with_tool_call(const SeenRequest& request);

inline constexpr OwnVoice kToolCallsVoice{"tool_calls", asks_for_tool_calls, reply_with_tool_call};
}  // namespace franz::demo_vlm
