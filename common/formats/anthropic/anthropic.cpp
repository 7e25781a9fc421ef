#include "common/formats/anthropic/anthropic.h"
#include <array>
#include "common/formats/anthropic/reply.h"
#include "common/formats/anthropic/voice.h"

namespace franz {
namespace {
constexpr std::array kAnthropicDialects{
    Dialect{"anthropic", {OnError::stop, {}}, read_anthropic, report_anthropic}};
}  // namespace

constinit const Format kAnthropicFormat{
    .name = "anthropic", .dialects = kAnthropicDialects, .voices = std::span(&kAnthropicVoice, 1)};
}  // namespace franz
