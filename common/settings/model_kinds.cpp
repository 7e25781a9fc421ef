#include "common/settings/model_kinds.h"
#include <array>
#include <string>
#include <vector>
#include "common/base/ascii.h"

namespace franz {
static constexpr std::size_t kMaxModelName = 1000;  // bytes that are looked at, the last ones

std::span<const ModelKind> all_model_kinds() {
  static constexpr std::string_view kThousandths = "coordinates = 0-1000",
                                    kShares = "coordinates = 0-1",
                                    kPixels = "coordinates = pixels 28, picture = 1540x868";
  static constexpr std::string_view kSeed =
      "coordinates = 0-1000, and a prompt with the functions that it knows";
  static constexpr std::string_view kPixelsAndSize =
      "coordinates = pixels 28, picture = 1540x868, and in the prompt the resolution "
      "{width}x{height}";
  static constexpr std::array kKinds{
      ModelKind{"uitars15", "uitars", "ui-tars"},
      ModelKind{"uitars2b", "uitars", "ui-tars", kThousandths},
      ModelKind{"uitars2", "uitars", "ui-tars", kSeed},
      ModelKind{"uitars", "uitars", "ui-tars", kThousandths},
      ModelKind{"doubao", "uitars", "", kSeed},
      ModelKind{"mano", "uitars", ""},
      ModelKind{"holo1", "holo", "qwen2.5-vl", kPixels},
      ModelKind{"holo", "holo", "qwen3-vl"},
      ModelKind{"opencuaa3b", "pyautogui", "qwen2.5-vl", kShares},
      ModelKind{"opencuaqwen2", "pyautogui", "qwen2.5-vl", kShares},
      ModelKind{"opencua", "pyautogui", "qwen2.5-vl"},
      ModelKind{"scalecua", "pyautogui", "scalecua",
                "keep_pictures = 1, and a prompt that asks for calls in <action>"},
      ModelKind{"kimi", "pyautogui", "", "coordinates = 0-1, temperature = 1, top_p = 0.95"},
      ModelKind{"evocuas1", "pyautogui", "evocua-s2"},
      ModelKind{"evocua", "qwen", "evocua-s2"},
      ModelKind{"guiowl15", "qwen", "qwen3-vl"},
      ModelKind{"guiowl", "qwen", "gui-owl", kPixelsAndSize},
      ModelKind{"fara15", "qwen", "qwen3-vl"},
      ModelKind{"fara", "qwen", "qwen2.5-vl", kPixelsAndSize},
      ModelKind{"glm45v", "glm", ""},
      ModelKind{"glm46v", "glm", ""},
      ModelKind{"computerusepreview", "openai", "", "dialect = openai_preview"},
      ModelKind{"gpt54", "openai", ""},
      ModelKind{"gpt55", "openai", ""},
      ModelKind{"gpt56", "openai", ""},
      ModelKind{"gpt57", "openai", ""},
      ModelKind{"gpt58", "openai", ""},
      ModelKind{"gpt59", "openai", ""},
      ModelKind{"gpt6", "openai", ""},
      ModelKind{"qwen2*vl", "qwen", "qwen2.5-vl", kPixelsAndSize},
      ModelKind{"qwen*vl", "qwen", "qwen3-vl"},
      ModelKind{"qwen35", "qwen", "qwen3-vl"},
      ModelKind{"qwen36", "qwen", "qwen3-vl"},
  };
  return kKinds;
}

static bool is_separator(char c) { return !((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')); }

// Whether `text`, which has no separators, begins with the pattern.
static bool begins(std::string_view text, std::string_view pattern) {
  const std::size_t star = pattern.find('*');
  if (!text.starts_with(pattern.substr(0, star))) return false;
  return star == std::string_view::npos ||
         text.find(pattern.substr(star + 1), star) != std::string_view::npos;
}

// `part`: of a name, in small letters.
static const ModelKind* find_in(std::string_view part) {
  std::string letters;             // without separators
  std::vector<std::size_t> words;  // where one begins in them
  bool begins_word = true;
  for (const char c : part) {
    if (!is_separator(c)) {
      if (begins_word) words.push_back(letters.size());
      letters += c;
    }
    begins_word = is_separator(c);
  }
  for (const ModelKind& kind : all_model_kinds())
    for (const std::size_t word : words)
      if (begins(std::string_view(letters).substr(word), kind.pattern)) return &kind;
  return nullptr;
}

const ModelKind* find_model_kind(std::string_view name) {
  if (name.size() > kMaxModelName) name.remove_prefix(name.size() - kMaxModelName);
  const std::string lower = ascii_lower(name);
  std::string_view rest = lower;
  for (;;) {
    const std::size_t slash = rest.find_last_of("/\\");
    const std::string_view part = slash == std::string_view::npos ? rest : rest.substr(slash + 1);
    if (const ModelKind* kind = find_in(part)) return kind;
    if (slash == std::string_view::npos) return nullptr;
    rest = rest.substr(0, slash);
  }
}

const ResizeRule* resize_rule_of(std::string_view model) {
  const ModelKind* const kind = find_model_kind(model);
  return find_resize_rule(kind == nullptr ? "qwen3-vl" : kind->resize);
}
}  // namespace franz
