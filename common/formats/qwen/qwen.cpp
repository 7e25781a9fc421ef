#include "common/formats/qwen/qwen.h"
#include <array>
#include "common/formats/action_sentence.h"
#include "common/formats/qwen/memory.h"
#include "common/formats/qwen/reply.h"
#include "common/formats/qwen/voice.h"
#include "common/formats/trained_feedback.h"
#include "common/memory/conversation.h"

namespace franz {
namespace {
constexpr std::string_view kPixelsAndSize =
    "coordinates = pixels 28, picture = 1540x868, and in the prompt the resolution "
    "{width}x{height}";
constexpr std::array kQwenDialects{Dialect{"qwen", {OnError::stop, {}}, read_qwen, report_trained}};
constexpr Memory kQwenMemory{.name = "qwen",
                             .need = Need::all_steps,
                             .picture = PictureDue::always,
                             .messages = qwen_messages,
                             .needs_objective = true,
                             .leaves_out_turns = true,
                             .most_pictures = pictures_of_conversation};
constexpr std::array kQwenSentForms{&kActionSentence};
constexpr std::array kQwenModels{ModelKind{"evocua", "qwen", "evocua-s2"},
                                 ModelKind{"guiowl15", "qwen", "qwen3-vl"},
                                 ModelKind{"guiowl", "qwen", "gui-owl", kPixelsAndSize},
                                 ModelKind{"fara15", "qwen", "qwen3-vl"},
                                 ModelKind{"fara", "qwen", "qwen2.5-vl", kPixelsAndSize},
                                 ModelKind{"qwen2*vl", "qwen", "qwen2.5-vl", kPixelsAndSize},
                                 ModelKind{"qwen*vl", "qwen", "qwen3-vl"},
                                 ModelKind{"qwen35", "qwen", "qwen3-vl"},
                                 ModelKind{"qwen36", "qwen", "qwen3-vl"},
                                 ModelKind{"qwen37", "qwen", "qwen3-vl"},
                                 ModelKind{"qwen38", "qwen", "qwen3-vl"}};
constexpr std::array kQwenResizeRules{ResizeRule{"qwen2.5-vl", 28, 3136, 12'845'056},
                                      ResizeRule{"qwen3-vl", 32, 65'536, 16'777'216},
                                      ResizeRule{"gui-owl", 28, 3136, 3000LL * 28 * 28},
                                      ResizeRule{"evocua-s2", 32, 3136, 16LL * 16 * 4 * 12'800}};
}  // namespace

constinit const Format kQwenFormat{.name = "qwen",
                                   .dialects = kQwenDialects,
                                   .memory = &kQwenMemory,
                                   .sent_forms = kQwenSentForms,
                                   .models = kQwenModels,
                                   .resize_rules = kQwenResizeRules,
                                   .voices = std::span(&kQwenVoice, 1)};
}  // namespace franz
