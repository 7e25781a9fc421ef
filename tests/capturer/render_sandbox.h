#pragma once
// Renders the sandbox without a folder, for the golden pictures.
#include <string>
#include <vector>
#include "capturer/capture_turn.h"
#include "capturer/sandbox/trace.h"

namespace franz::capturer {
// The actions of canonical calls. An invalid call is a defect of the caller and stops the program.
std::vector<Action> actions_of(const std::vector<std::string>& calls);

// Draws `earlier` without marks, then `actions` with the marks that `options` asks for, on a new
// black canvas; there was no click before `earlier`. The calls are as for actions_of(). `cells`:
// glyphs that our font lacks.
DrawnPicture render_sandbox(const std::vector<std::string>& earlier,
                            const std::vector<std::string>& actions, const PictureOptions& options,
                            const CellFont& cells = unifont());
}  // namespace franz::capturer
