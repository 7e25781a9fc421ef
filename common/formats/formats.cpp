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
#include "common/formats/uimate/uimate.h"
#include "common/formats/uitars/uitars.h"

namespace franz {
static constexpr std::size_t kMaxComparedName = 1000;  // only the last bytes are compared
static constexpr int kUsualGrid = 32;                  // of the newer models

// Models derived from another family's come before those of that family.
static constexpr std::array kFormats{&kGlmFormat,       &kHoloFormat,   &kUitarsFormat,
                                     &kPyautoguiFormat, &kOpenAiFormat, &kAnthropicFormat,
                                     &kUimateFormat,    &kQwenFormat};

std::span<const Format* const> all_formats() { return kFormats; }

std::span<const SentForm* const> all_sent_forms() {
  static const std::vector<const SentForm*> forms = [] {
    std::vector<const SentForm*> all{&kWholeText, &kWithoutThoughts};
    for (const Format* const format : kFormats)
      for (const SentForm* const form : format->sent_forms)
        if (std::ranges::find(all, form) == all.end()) all.push_back(form);
    return all;
  }();
  return forms;
}

std::span<const ResizeRule> all_resize_rules() {
  static const std::vector<ResizeRule> rules = [] {
    // Families whose vision part is shared come first here; for comparing names they come last.
    std::vector<ResizeRule> all;
    for (auto format = kFormats.rbegin(); format != kFormats.rend(); ++format)
      all.insert(all.end(), (*format)->resize_rules.begin(), (*format)->resize_rules.end());
    return all;
  }();
  return rules;
}

const ResizeRule* find_resize_rule(std::string_view name) {
  const auto rule = std::ranges::find(all_resize_rules(), name, &ResizeRule::name);
  return rule == all_resize_rules().end() ? nullptr : &*rule;
}

static bool is_separator(char c) { return !((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')); }

static bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

// Whether a part of the pattern that ends before `end` also ends a word of `letters`: "holo" does
// not match "hologram".
static bool ends_pattern(std::string_view letters, const std::vector<std::size_t>& words,
                         std::size_t end) {
  return end == letters.size() || !is_letter(letters[end - 1]) || !is_letter(letters[end]) ||
         std::ranges::binary_search(words, end);
}

// Whether the pattern matches from the word `at` on.
static bool matches(std::string_view letters, const std::vector<std::size_t>& words, std::size_t at,
                    std::string_view pattern) {
  const std::size_t star = pattern.find('*');
  const std::string_view begin = pattern.substr(0, star);
  if (!letters.substr(at).starts_with(begin)) return false;
  if (star == std::string_view::npos) return ends_pattern(letters, words, at + begin.size());
  const std::string_view rest = pattern.substr(star + 1);
  for (std::size_t found = letters.find(rest, at + begin.size()); found != letters.npos;
       found = letters.find(rest, found + 1))
    if (ends_pattern(letters, words, found + rest.size())) return true;
  return false;
}

// `part`: of a name, in lower case.
static const ModelKind* find_in(std::string_view part) {
  std::string letters;             // without separators
  std::vector<std::size_t> words;  // where the words begin, ascending
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
        if (matches(letters, words, word, kind.pattern)) return &kind;
  return nullptr;
}

const ModelKind* find_model_kind(std::string_view name) {
  if (name.size() > kMaxComparedName) name.remove_prefix(name.size() - kMaxComparedName);
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
  // The first rule of the family whose vision part most others share.
  const auto rule = std::ranges::find(kQwenFormat.resize_rules, grid, &ResizeRule::factor);
  return rule == kQwenFormat.resize_rules.end() ? nullptr : &*rule;
}
}  // namespace franz
