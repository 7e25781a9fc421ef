#pragma once
// What the capturer says of the sandbox's two files. These warnings tell of a disk, not of what the
// model wrote: whoever draws the turn again, elsewhere, cannot meet them. Their codes are
// "canvas_missing", "canvas_damaged", "state_damaged" and "not_saved"; a run folder may come from a
// stranger and the model has read their texts, so each has one form:
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
// `kept_as`: the name that the damaged file has now; empty: it could not be set aside.
Warning canvas_damaged_warning(const std::string& why, const std::string& kept_as);
Warning state_damaged_warning(const std::string& kept_as);
Warning not_saved_warning(const std::string& why);

// Nothing: it has another code, or not the form of its own. A reason has at most kMaxDiskReason
// bytes.
inline constexpr std::size_t kMaxDiskReason = 200;
std::optional<DiskWarning> disk_warning_of(const Warning& warning);
}  // namespace franz
