#pragma once
// The families of trained models, and what is known of all of them together.
#include <span>
#include <string_view>
#include "common/formats/format.h"

namespace franz {
// In the order in which their models' names are compared: the first that matches counts.
std::span<const Format* const> all_formats();

// The forms in which replies are sent back, of every family and of FRANZ's own agents.
std::span<const SentForm* const> all_sent_forms();

// Of all families; those whose rules others share come first.
std::span<const ResizeRule> all_resize_rules();
// nullptr: there is no such rule.
const ResizeRule* find_resize_rule(std::string_view name);

// By the name that a server lists: also a path, or a file's name with what quantizers add at its
// end ("hf.co/unsloth/ScaleCUA-7B-GGUF:Q4_K_M"). The last part of a path is looked at first.
// nullptr: the model is unknown. Of a long name, only the end is looked at.
const ModelKind* find_model_kind(std::string_view name);

// How the model's pictures are resized; of an unknown model, as most of the newer ones do it.
// nullptr: the model is known, and its rule is not.
const ResizeRule* resize_rule_of(std::string_view model);

// The rule that most models with pictures in multiples of `grid` have. nullptr: none has that grid.
const ResizeRule* usual_resize_rule(int grid);
}  // namespace franz
