#pragma once
// What a family of trained models is: how its replies are read and answered, how it is shown the
// past, in which form its own texts are sent back, how its pictures are resized, by which names its
// models are known, and how the demo model writes as it does. A family is one folder, with one
// `const Format`, and an entry in formats.cpp.
#include <span>
#include <string_view>
#include "common/formats/dialect.h"
#include "common/formats/voice.h"
#include "common/geometry/smart_resize.h"
#include "common/memory/memory.h"
#include "common/wire/sent_form.h"

namespace franz {
struct ModelKind {
  // Matches words of the name, small and without separators: "scalecua" in
  // "OpenGVLab_ScaleCUA-7B.gguf", but not in "scalecuatro". A * matches any characters:
  // "evocua*s2".
  std::string_view pattern;
  std::string_view profile;  // a file in config/profiles, without .ini; it need not be there
  std::string_view resize;   // a name of all_resize_rules(); empty: not known
  // What a copy of the profile needs for this model, in a few words; empty: the profile fits.
  std::string_view needs = {};
};

struct Format {
  std::string_view name;              // of its profile
  std::span<const Dialect> dialects;  // as in [agent] dialect
  // As in [agent] memory; null: it is shown the past as one of FRANZ's own agents is.
  const Memory* memory = nullptr;
  std::span<const SentForm* const> sent_forms = {};  // of its memory, besides those of every memory
  // The first that matches counts: a model that was made of another one comes before that one.
  std::span<const ModelKind> models = {};
  std::span<const ResizeRule> resize_rules = {};
  std::span<const Voice> voices = {};  // one for each dialect
};
}  // namespace franz
