#pragma once
// The families of trained models, and queries over all of them.
#include <span>
#include <string_view>
#include "common/formats/format.h"

namespace franz {
// In the order in which model names are compared: the first match counts.
std::span<const Format* const> all_formats();

// The forms in which replies are sent back, of all families and of FRANZ's own agents.
std::span<const SentForm* const> all_sent_forms();

// Of all families; those with shared rules come first.
std::span<const ResizeRule> all_resize_rules();
// nullptr: no such rule.
const ResizeRule* find_resize_rule(std::string_view name);

// Finds a model by the name that a server lists. The name may be a path, or a file name with a
// quantizer's suffix ("hf.co/unsloth/ScaleCUA-7B-GGUF:Q4_K_M"). The last part of a path is compared
// first. Only the end of a long name is compared. nullptr: unknown model.
const ModelKind* find_model_kind(std::string_view name);

// How the model's pictures are resized; for an unknown model, the rule of most newer models.
// nullptr: a known model with an unknown rule.
const ResizeRule* resize_rule_of(std::string_view model);

// The rule of most models with pictures in multiples of `grid`. nullptr: none has that grid.
const ResizeRule* usual_resize_rule(int grid);
}  // namespace franz
