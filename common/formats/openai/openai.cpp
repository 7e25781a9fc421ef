#include "common/formats/openai/openai.h"
#include <array>
#include "common/formats/openai/memory.h"
#include "common/formats/openai/reply.h"
#include "common/formats/openai/voice.h"
#include "common/memory/conversation.h"

namespace franz {
namespace {
constexpr std::array kOpenAiDialects{
    Dialect{"openai", {OnError::stop, {}}, read_openai, report_openai},
    Dialect{"openai_preview", {OnError::stop, {}}, read_openai, report_openai}};
constexpr Memory kOpenAiMemory{.name = "openai",
                               .need = Need::all_steps,
                               .picture = PictureDue::always,
                               .messages = openai_messages,
                               .needs_objective = true,
                               .is_conversation = true,
                               .leaves_out_turns = true,
                               .keeps_in_steps = true,
                               .most_pictures = pictures_of_conversation};
constexpr std::array kOpenAiModels{
    ModelKind{"computerusepreview", "openai", "", "dialect = openai_preview"},
    ModelKind{"gpt54", "openai", ""},
    ModelKind{"gpt55", "openai", ""},
    ModelKind{"gpt56", "openai", ""},
    ModelKind{"gpt57", "openai", ""},
    ModelKind{"gpt58", "openai", ""},
    ModelKind{"gpt59", "openai", ""},
    ModelKind{"gpt6", "openai", ""}};
}  // namespace

constinit const Format kOpenAiFormat{.name = "openai",
                                     .dialects = kOpenAiDialects,
                                     .memory = &kOpenAiMemory,
                                     .models = kOpenAiModels,
                                     .voices = kOpenAiVoices};
}  // namespace franz
