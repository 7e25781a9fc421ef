#pragma once
// UI-TARS 1.0, 1.5 and 2, Doubao-1.5, Seed-1.8 and Mano. Source for the resizing:
// bytedance/UI-TARS, codes/ui_tars/action_parser.py.
#include "common/formats/format.h"

namespace franz {
extern const Format kUitarsFormat;
}  // namespace franz
