#pragma once
// Qwen's vision models, and models trained on their form: EvoCUA-S2, GUI-Owl, Fara. Source for the
// resizing: the preprocessors of Qwen2.5-VL, which OpenCUA and Fara-7B also use, and of Qwen3-VL;
// OSWorld's agents of Qwen3-VL and EvoCUA-S2, which resize by themselves; GUI-Owl 7B.
#include "common/formats/format.h"

namespace franz {
extern const Format kQwenFormat;
}  // namespace franz
