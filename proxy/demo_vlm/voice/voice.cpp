#include "proxy/demo_vlm/voice/voice.h"
#include <algorithm>
#include <array>
#include "proxy/demo_vlm/voice/action_voice.h"
#include "proxy/demo_vlm/voice/actions_voice.h"
#include "proxy/demo_vlm/voice/anthropic_voice.h"
#include "proxy/demo_vlm/voice/glm_voice.h"
#include "proxy/demo_vlm/voice/holo_voice.h"
#include "proxy/demo_vlm/voice/openai_voice.h"
#include "proxy/demo_vlm/voice/pyautogui_voice.h"
#include "proxy/demo_vlm/voice/python_voice.h"
#include "proxy/demo_vlm/voice/qwen_voice.h"
#include "proxy/demo_vlm/voice/steps_voice.h"
#include "proxy/demo_vlm/voice/tool_calls_voice.h"
#include "proxy/demo_vlm/voice/uitars_voice.h"

namespace franz::demo_vlm {
static constexpr std::array kVoices{kHoloVoice,      kGlmVoice,       kQwenVoice,    kUitarsVoice,
                                    kPyautoguiVoice, kAnthropicVoice, kOpenAiVoice,  kActionVoice,
                                    kStepsVoice,     kToolCallsVoice, kActionsVoice, kPythonVoice};

const Voice& voice_for(const SeenRequest& request) {
  const auto row = std::ranges::find_if(
      kVoices, [&](const Voice& voice) { return voice.is_asked_for(request); });
  return row == kVoices.end() ? kVoices.back() : *row;
}

Reply decide(const SeenRequest& request) { return voice_for(request).reply(request); }
}  // namespace franz::demo_vlm
