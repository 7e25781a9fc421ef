#include "executor/mcp/protocol_versions.h"
#include <algorithm>
#include <array>

namespace franz::mcp {
static constexpr std::array kVersions{
    ProtocolVersion{.name = "2024-11-05"},
    ProtocolVersion{
        .name = "2025-03-26", .batches = true, .annotations = true, .progress_message = true},
    ProtocolVersion{.name = "2025-06-18",
                    .annotations = true,
                    .progress_message = true,
                    .titles = true,
                    .structured = true,
                    .elicitation = true},
    ProtocolVersion{.name = "2025-11-25",
                    .annotations = true,
                    .progress_message = true,
                    .titles = true,
                    .structured = true,
                    .elicitation = true},
    ProtocolVersion{.name = "2026-07-28",
                    .annotations = true,
                    .progress_message = true,
                    .titles = true,
                    .structured = true,
                    .elicitation = true,
                    .stateless = true},
};
static constexpr const ProtocolVersion& kNewestInitialized = kVersions[3];
static_assert(!kNewestInitialized.stateless && kVersions[4].stateless);

std::span<const ProtocolVersion> all_versions() { return kVersions; }

const ProtocolVersion* find_version(std::string_view name) {
  const auto* const found = std::ranges::find(kVersions, name, &ProtocolVersion::name);
  return found == kVersions.end() ? nullptr : found;
}

const ProtocolVersion& version_for(std::string_view name) {
  const ProtocolVersion* const found = find_version(name);
  return found == nullptr || found->stateless ? kNewestInitialized : *found;
}
}  // namespace franz::mcp
