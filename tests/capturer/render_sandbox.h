#pragma once
// The sandbox without a folder: for the golden pictures.
#include <string>
#include <vector>
#include "capturer/capture_turn.h"
#include "capturer/sandbox/trace.h"

namespace franz::capturer {
// The actions of canonical calls. A text that is no call is a defect of the caller and stops the
// program.
std::vector<Action> actions_of(const std::vector<std::string>& calls);

// Draws `earlier` without marks, then `actions` with the marks that `options` asks for, on a black
// canvas. A fresh start: no click came before `earlier`. All texts are as those of actions_of().
// `cells`: for what our own font does not have.
DrawnPicture render_sandbox(const std::vector<std::string>& earlier,
                            const std::vector<std::string>& actions, const PictureOptions& options,
                            const CellFont& cells = unifont());
}  // namespace franz::capturer
