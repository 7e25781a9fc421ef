#pragma once
// The capturer's warnings about the sandbox's two files. They depend on the disk, not on what the
// model wrote, so a replay of the turn elsewhere cannot produce them. Their codes are
// "canvas_missing", "canvas_damaged", "state_damaged" and "not_saved". A run folder may come from a
// stranger and the model has read these texts, so each has exactly one form:
//   sandbox_canvas.bmp was missing: a fresh black canvas takes its place
//   sandbox_canvas.bmp was damaged (WHY): it was set aside as sandbox_canvas.bmp.corrupt, and a
//     fresh black canvas takes its place
//   sandbox_state.json was damaged: it could not be set aside, and the places of earlier clicks are
//     forgotten
//   this turn's drawing could not be saved: WHY
#include <optional>
#include <string>
#include "common/wire/turn_options.h"

namespace franz {
enum class DiskWarning { canvas_missing, canvas_damaged, state_damaged, not_saved };

Warning canvas_missing_warning();
// `kept_as`: the new name of the damaged file; empty: it could not be quarantined.
Warning canvas_damaged_warning(const std::string& why, const std::string& kept_as);
Warning state_damaged_warning(const std::string& kept_as);
Warning not_saved_warning(const std::string& why);

// Nothing: another code, or a text that does not have the form of its code. A reason has at most
// kMaxDiskReason bytes.
inline constexpr std::size_t kMaxDiskReason = 200;
std::optional<DiskWarning> disk_warning_of(const Warning& warning);
}  // namespace franz
