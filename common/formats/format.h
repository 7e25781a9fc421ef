#pragma once
// Everything about a family of trained models: how its replies are read and answered, its memory,
// the form in which its own texts are sent back, how its pictures are resized, the names of its
// models, and how the demo model imitates it. A family is one folder with one `const Format` and an
// entry in formats.cpp.
#include <span>
#include <string_view>
#include "common/formats/dialect.h"
#include "common/formats/voice.h"
#include "common/geometry/smart_resize.h"
#include "common/memory/memory.h"
#include "common/wire/sent_form.h"

namespace franz {
struct ModelKind {
  // Matches words of the name, in lower case and without separators: "scalecua" matches
  // "OpenGVLab_ScaleCUA-7B.gguf", but not "scalecuatro". A * matches any characters: "evocua*s2".
  std::string_view pattern;
  std::string_view profile;  // a file in config/profiles, without .ini; it may be missing
  std::string_view resize;   // a name of all_resize_rules(); empty: unknown
  // Changes to the profile that this model needs, in a few words; empty: the profile fits.
  std::string_view needs = {};
};

struct Format {
  std::string_view name;              // of its profile
  std::span<const Dialect> dialects;  // as in [agent] dialect
  // As in [agent] memory; null: the same memories as FRANZ's own agents.
  const Memory* memory = nullptr;
  std::span<const SentForm* const> sent_forms = {};  // of its memory, besides those of every memory
  // The first match counts, so a derived model comes before its base model.
  std::span<const ModelKind> models = {};
  std::span<const ResizeRule> resize_rules = {};
  std::span<const Voice> voices = {};  // one for each dialect
};
}  // namespace franz
