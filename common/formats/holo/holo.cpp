#include "common/formats/holo/holo.h"
#include <array>
#include "common/formats/holo/memory.h"
#include "common/formats/holo/reply.h"
#include "common/formats/holo/voice.h"
#include "common/formats/json_object_form.h"
#include "common/formats/trained_feedback.h"
#include "common/memory/conversation.h"

namespace franz {
namespace {
constexpr std::string_view kHoloPixels = "coordinates = pixels 28, picture = 1540x868";
constexpr std::array kHoloDialects{Dialect{"holo", {OnError::stop, {}}, read_holo, report_trained}};
constexpr Memory kHoloMemory{.name = "holo",
                             .need = Need::all_steps,
                             .picture = PictureDue::always,
                             .messages = holo_messages,
                             .needs_objective = true,
                             .leaves_out_turns = true,
                             .most_pictures = kept_pictures};
constexpr std::array kHoloSentForms{&kJsonObject};
constexpr std::array kHoloModels{ModelKind{"holo1", "holo", "qwen2.5-vl", kHoloPixels},
                                 ModelKind{"holo", "holo", "qwen3-vl"}};
}  // namespace

constinit const Format kHoloFormat{.name = "holo",
                                   .dialects = kHoloDialects,
                                   .memory = &kHoloMemory,
                                   .sent_forms = kHoloSentForms,
                                   .models = kHoloModels,
                                   .voices = std::span(&kHoloVoice, 1)};
}  // namespace franz
