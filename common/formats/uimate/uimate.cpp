#include "common/formats/uimate/uimate.h"
#include <array>
#include "common/formats/trained_feedback.h"
#include "common/formats/uimate/memory.h"
#include "common/formats/uimate/reply.h"
#include "common/formats/uimate/voice.h"
#include "common/memory/conversation.h"

namespace franz {
namespace {
constexpr std::array kUimateDialects{
    Dialect{"uimate", {OnError::stop, {}}, read_uimate, report_trained}};
constexpr Memory kUimateMemory{.name = "uimate",
                               .need = Need::all_steps,
                               .picture = PictureDue::always,
                               .messages = uimate_messages,
                               .needs_objective = true,
                               .leaves_out_turns = true,
                               .most_pictures = pictures_of_conversation};
constexpr std::array kUimateSentForms{&kFromThought, &kUimateAction};
constexpr std::array kUimateModels{ModelKind{"uimate", "uimate", "evocua-s2"}};
}  // namespace

constinit const Format kUimateFormat{.name = "uimate",
                                     .dialects = kUimateDialects,
                                     .memory = &kUimateMemory,
                                     .sent_forms = kUimateSentForms,
                                     .models = kUimateModels,
                                     .voices = std::span(&kUimateVoice, 1)};
}  // namespace franz
