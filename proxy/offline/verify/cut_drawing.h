#pragma once
// A canvas whose last turn was cut off in the middle of its drawing. Pure.
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace franz::proxy {
// Whether `canvas`, a BMP file, may be what a kill leaves between two of the `drawings`: each of
// its bytes is that of the one or of the other, for ink is written once and nothing else is.
// `drawings`: the files as they are in each way the run may have gone; nothing: there is none yet,
// which a black one follows. Fewer than two: nothing was undecided, and it is false.
bool is_cut_drawing(std::string_view canvas, std::span<const std::optional<std::string>> drawings);
}  // namespace franz::proxy
