#include "proxy/demo_vlm/voice/voice.h"
#include <algorithm>
#include <array>
#include "common/formats/formats.h"
#include "proxy/demo_vlm/voice/action_voice.h"
#include "proxy/demo_vlm/voice/actions_voice.h"
#include "proxy/demo_vlm/voice/python_voice.h"
#include "proxy/demo_vlm/voice/steps_voice.h"
#include "proxy/demo_vlm/voice/tool_calls_voice.h"
#include "proxy/demo_vlm/voice/trained_voice.h"

namespace franz::demo_vlm {
static constexpr std::array kOwnVoices{kActionVoice, kStepsVoice, kToolCallsVoice, kActionsVoice,
                                       kPythonVoice};

static const Voice* trained_voice_for(const SeenRequest& request) {
  for (const Format* const format : all_formats())
    for (const Voice& voice : format->voices)
      if (asks_for(voice, request)) return &voice;
  return nullptr;
}

static const OwnVoice& own_voice_for(const SeenRequest& request) {
  const auto found = std::ranges::find_if(
      kOwnVoices, [&](const OwnVoice& voice) { return voice.is_asked_for(request); });
  return found == kOwnVoices.end() ? kOwnVoices.back() : *found;
}

std::string_view dialect_for(const SeenRequest& request) {
  const Voice* const voice = trained_voice_for(request);
  return voice != nullptr ? voice->dialect : own_voice_for(request).dialect;
}

Reply decide(const SeenRequest& request) {
  const Voice* const voice = trained_voice_for(request);
  return voice != nullptr ? reply_in(*voice, request) : own_voice_for(request).reply(request);
}
}  // namespace franz::demo_vlm
