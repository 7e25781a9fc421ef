#include "common/formats/formats.h"
#include <algorithm>
#include <array>
#include <string>
#include <vector>
#include "common/base/ascii.h"
#include "common/formats/anthropic/anthropic.h"
#include "common/formats/glm/glm.h"
#include "common/formats/holo/holo.h"
#include "common/formats/names.h"
#include "common/formats/openai/openai.h"
#include "common/formats/pyautogui/pyautogui.h"
#include "common/formats/qwen/qwen.h"
#include "common/formats/uitars/uitars.h"

namespace franz {
static constexpr std::size_t kMaxModelName = 1000;  // bytes that are looked at, the last ones
static constexpr int kUsualGrid = 32;               // of the newer models

// Models that were made of another family's come before those of that family.
static constexpr std::array kFormats{&kGlmFormat,       &kHoloFormat,   &kUitarsFormat,
                                     &kPyautoguiFormat, &kOpenAiFormat, &kAnthropicFormat,
                                     &kQwenFormat};

std::span<const Format* const> all_formats() { return kFormats; }

std::span<const SentForm* const> all_sent_forms() {
  static const std::vector<const SentForm*> forms = [] {
    std::vector<const SentForm*> all{&kWhole, &kWithoutThoughts};
    for (const Format* const format : kFormats)
      for (const SentForm* const form : format->sent_forms)
        if (std::ranges::find(all, form) == all.end()) all.push_back(form);
    return all;
  }();
  return forms;
}

std::span<const ResizeRule> all_resize_rules() {
  static const std::vector<ResizeRule> rules = [] {
    std::vector<ResizeRule> all;
    for (const Format* const format : kFormats)
      all.insert(all.end(), format->resize_rules.begin(), format->resize_rules.end());
    return all;
  }();
  return rules;
}

const ResizeRule* find_resize_rule(std::string_view name) {
  const auto rule = std::ranges::find(all_resize_rules(), name, &ResizeRule::name);
  return rule == all_resize_rules().end() ? nullptr : &*rule;
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
  for (const Format* const format : kFormats)
    for (const ModelKind& kind : format->models)
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
  return kind == nullptr ? usual_resize_rule(kUsualGrid) : find_resize_rule(kind->resize);
}

const ResizeRule* usual_resize_rule(int grid) {
  // The first of the family whose vision part most others share.
  const auto rule = std::ranges::find(kQwenFormat.resize_rules, grid, &ResizeRule::factor);
  return rule == kQwenFormat.resize_rules.end() ? nullptr : &*rule;
}
}  // namespace franz
