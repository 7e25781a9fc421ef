#include "common/formats/uitars/uitars.h"
#include <array>
#include "common/formats/trained_feedback.h"
#include "common/formats/uitars/boxed_places.h"
#include "common/formats/uitars/memory.h"
#include "common/formats/uitars/reply.h"
#include "common/formats/uitars/voice.h"
#include "common/memory/conversation.h"

namespace franz {
namespace {
constexpr std::string_view kThousandths = "coordinates = 0-1000";
constexpr std::string_view kSeed =
    "coordinates = 0-1000, and a prompt with the functions that it knows";
constexpr std::array kUitarsDialects{
    Dialect{"uitars", {OnError::stop, {}}, read_uitars, report_trained}};
constexpr Memory kUitarsMemory{.name = "uitars",
                               .need = Need::all_steps,
                               .picture = PictureDue::always,
                               .messages = uitars_messages,
                               .needs_objective = true,
                               .leaves_out_turns = true,
                               .most_pictures = pictures_and_newest};
constexpr std::array kUitarsSentForms{&kBoxedPlaces};
constexpr std::array kUitarsModels{ModelKind{"uitars15", "uitars", "ui-tars"},
                                   ModelKind{"uitars2b", "uitars", "ui-tars", kThousandths},
                                   ModelKind{"uitars2", "uitars", "ui-tars", kSeed},
                                   ModelKind{"uitars", "uitars", "ui-tars", kThousandths},
                                   ModelKind{"doubao", "uitars", "", kSeed},
                                   ModelKind{"mano", "uitars", ""}};
constexpr std::array kUitarsResizeRules{
    ResizeRule{"ui-tars", 28, 100LL * 28 * 28, 16'384LL * 28 * 28}};
}  // namespace

constinit const Format kUitarsFormat{.name = "uitars",
                                     .dialects = kUitarsDialects,
                                     .memory = &kUitarsMemory,
                                     .sent_forms = kUitarsSentForms,
                                     .models = kUitarsModels,
                                     .resize_rules = kUitarsResizeRules,
                                     .voices = std::span(&kUitarsVoice, 1)};
}  // namespace franz
