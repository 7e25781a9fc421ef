#pragma once
// What is known of a model by its name: the profile that writes as it was trained to, and how its
// pictures are resized. Source of the rows: what these models' own repositories show of their
// prompts and preprocessors; which row is for whom follows from the models' published names.
#include <span>
#include <string_view>
#include "common/geometry/smart_resize.h"

namespace franz {
struct ModelKind {
  // Matches at the beginning of a word of the name, small and without separators: "uitars" in
  // "ByteDance_UI-TARS-1.5-7B.gguf". A * stands for any characters: "qwen*vl".
  std::string_view pattern;
  std::string_view profile;  // a file in config/profiles, without .ini; it need not be there
  std::string_view resize;   // a name of all_resize_rules(); empty: not known
  // What a copy of the profile needs for this model, in a few words; empty: the profile fits.
  std::string_view needs = {};
};

// The first row that matches counts: a model that was made of another one stands before that.
std::span<const ModelKind> all_model_kinds();

// By the name that a server lists: also a path, or a file's name with what quantizers put at its
// end ("hf.co/unsloth/Qwen3-VL-8B-Instruct-GGUF:Q4_K_M"). The last part of a path is looked at
// first. nullptr: nobody knows it. Of a long name, only the end is looked
// at.
const ModelKind* find_model_kind(std::string_view name);

// How the model's pictures are resized; for one that is not known, as those of qwen3-vl, which most
// of the newer ones share. nullptr: it is known, and its rule is not.
const ResizeRule* resize_rule_of(std::string_view model);
}  // namespace franz
