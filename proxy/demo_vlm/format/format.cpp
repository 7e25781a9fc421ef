#include "proxy/demo_vlm/format/format.h"
#include <algorithm>
#include <array>
#include "common/formats/formats.h"
#include "proxy/demo_vlm/story_policy.h"

namespace franz::demo_vlm {
namespace {
constexpr StoryForm kBlock{
    [](const SeenRequest& request, const Drawing& drawing) {
      return read_story(request.story, drawing);
    },
    [](const SeenRequest& request, const Memory&) { return read_feedback(request.feedback); },
    write_story, 100};

struct OwnFormat {
  std::string_view dialect;
  // The first format that is asked for is used; the last one always is.
  bool (*is_asked_for)(const SeenRequest& request);
  Reply (*reply)(const SeenRequest& request);
};
constexpr std::array kOwnFormats{
    OwnFormat{"action", asks_for_action, reply_with_action},
    OwnFormat{"steps", asks_for_steps, reply_with_steps},
    OwnFormat{"tool_calls", asks_for_tool_calls, reply_with_tool_call},
    OwnFormat{"actions", asks_for_actions, reply_with_narrative},
    OwnFormat{"python", [](const SeenRequest&) { return true; },
              [](const SeenRequest& request) { return reply_with_story(request, kBlock); }},
};

const Voice* family_for(const SeenRequest& request) {
  for (const Format* const format : all_formats())
    for (const Voice& family : format->voices)
      if (asks_for(family, request)) return &family;
  return nullptr;
}

const OwnFormat& own_format_for(const SeenRequest& request) {
  return *std::ranges::find_if(
      kOwnFormats, [&](const OwnFormat& format) { return format.is_asked_for(request); });
}
}  // namespace

std::string_view dialect_for(const SeenRequest& request) {
  const Voice* const family = family_for(request);
  return family != nullptr ? family->dialect : own_format_for(request).dialect;
}

Reply decide(const SeenRequest& request) {
  const Voice* const family = family_for(request);
  return family != nullptr ? reply_in(*family, request) : own_format_for(request).reply(request);
}
}  // namespace franz::demo_vlm
