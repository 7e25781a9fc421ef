#include "common/formats/glm/glm.h"
#include <array>
#include "common/formats/glm/memory.h"
#include "common/formats/glm/parts.h"
#include "common/formats/glm/reply.h"
#include "common/formats/glm/voice.h"
#include "common/formats/trained_feedback.h"
#include "common/memory/conversation.h"

namespace franz {
namespace {
constexpr std::array kGlmDialects{Dialect{"glm", {OnError::stop, {}}, read_glm, report_trained}};
constexpr Memory kGlmHistory{.name = "glm",
                             .need = Need::all_steps,
                             .picture = PictureDue::always,
                             .messages = glm_messages,
                             .needs_objective = true,
                             .leaves_out_turns = true,
                             .most_pictures = pictures_and_newest};
constexpr std::array kGlmSentForms{&kGlmStep, &kGlmMemory};
constexpr std::array kGlmModels{ModelKind{"glm45v", "glm", ""}, ModelKind{"glm46v", "glm", ""}};
}  // namespace

constinit const Format kGlmFormat{.name = "glm",
                                  .dialects = kGlmDialects,
                                  .memory = &kGlmHistory,
                                  .sent_forms = kGlmSentForms,
                                  .models = kGlmModels,
                                  .voices = std::span(&kGlmVoice, 1)};
}  // namespace franz
