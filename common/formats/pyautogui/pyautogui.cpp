#include "common/formats/pyautogui/pyautogui.h"
#include <array>
#include "common/formats/action_sentence.h"
#include "common/formats/pyautogui/memory.h"
#include "common/formats/pyautogui/reply.h"
#include "common/formats/pyautogui/voice.h"
#include "common/formats/trained_feedback.h"
#include "common/memory/conversation.h"

namespace franz {
namespace {
constexpr std::string_view kShares = "coordinates = 0-1";
constexpr std::array kPyautoguiDialects{
    Dialect{"pyautogui", {OnError::stop, {}}, read_pyautogui, report_trained}};
constexpr Memory kPyautoguiMemory{.name = "pyautogui",
                                  .need = Need::all_steps,
                                  .picture = PictureDue::always,
                                  .messages = pyautogui_messages,
                                  .needs_objective = true,
                                  .leaves_out_turns = true,
                                  .most_pictures = pictures_of_conversation};
constexpr std::array kPyautoguiSentForms{&kActionSentence};
constexpr std::array kPyautoguiModels{
    ModelKind{"opencuaa3b", "pyautogui", "qwen2.5-vl", kShares},
    ModelKind{"opencuaqwen2", "pyautogui", "qwen2.5-vl", kShares},
    ModelKind{"opencua", "pyautogui", "qwen2.5-vl"},
    ModelKind{"scalecua", "pyautogui", "scalecua",
              "keep_pictures = 1, and a prompt that asks for calls in <action>"},
    // Kimi K3 makes OpenAI's tool calls.
    ModelKind{"kimik3", "toolcall", ""},
    ModelKind{"kimi", "pyautogui", "", "coordinates = 0-1, temperature = 1, top_p = 0.95"},
    ModelKind{"evocuas1", "pyautogui", "evocua-s2"}};
constexpr std::array kPyautoguiResizeRules{ResizeRule{"scalecua", 28, 3136, 2'109'744}};
}  // namespace

constinit const Format kPyautoguiFormat{.name = "pyautogui",
                                        .dialects = kPyautoguiDialects,
                                        .memory = &kPyautoguiMemory,
                                        .sent_forms = kPyautoguiSentForms,
                                        .models = kPyautoguiModels,
                                        .resize_rules = kPyautoguiResizeRules,
                                        .voices = std::span(&kPyautoguiVoice, 1)};
}  // namespace franz
