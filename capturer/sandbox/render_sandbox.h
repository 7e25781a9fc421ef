#pragma once
// The sandbox without a folder: for the contact sheet and the golden pictures.
#include "capturer/capture_turn.h"
#include "capturer/sandbox/trace.h"

namespace franz::capturer {
// Draws `earlier` without marks, then `actions` with the marks that `options` asks for, on a black
// canvas. A fresh start: no click came before `earlier`. All texts are canonical calls. `cells`:
// for what our own font does not have.
DrawnPicture render_sandbox(const std::vector<std::string>& earlier,
                            const std::vector<std::string>& actions, const PictureOptions& options,
                            const CellFont& cells = unifont());
}  // namespace franz::capturer
