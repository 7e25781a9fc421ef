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
};

std::span<const ProtocolVersion> all_versions() { return kVersions; }

const ProtocolVersion& newest_version() { return kVersions.back(); }

const ProtocolVersion& version_for(std::string_view name) {
  const auto row = std::ranges::find(kVersions, name, &ProtocolVersion::name);
  return row == kVersions.end() ? newest_version() : *row;
}
}  // namespace franz::mcp
