#include "common/run/disk_warnings.h"
#include <algorithm>
#include <string_view>
#include <utility>
#include "common/run/run_files.h"

namespace franz {
static constexpr std::string_view kFreshCanvas = "a fresh black canvas takes its place";
static constexpr std::string_view kForgotten = "the places of earlier clicks are forgotten";
static constexpr std::string_view kNotSaved = "this turn's drawing could not be saved: ";
static constexpr std::string_view kKeptAs = "it was set aside as ";
static constexpr std::string_view kNotKept = "it could not be set aside";

static std::string quarantine_text(const std::string& kept_as) {
  return kept_as.empty() ? std::string(kNotKept) : std::string(kKeptAs) + kept_as;
}

// Cuts to at most kMaxDiskReason bytes, in whole characters.
static std::string short_reason(const std::string& why) {
  std::size_t size = std::min(why.size(), kMaxDiskReason);
  const auto inside_character = [&] {
    return size < why.size() && (static_cast<unsigned char>(why[size]) & 0xC0U) == 0x80;
  };
  while (size > 0 && inside_character()) --size;
  return why.substr(0, size);
}

static std::string_view code_of(DiskWarning warning) {
  switch (warning) {
    case DiskWarning::canvas_missing: return "canvas_missing";
    case DiskWarning::canvas_damaged: return "canvas_damaged";
    case DiskWarning::state_damaged: return "state_damaged";
    case DiskWarning::not_saved: return "not_saved";
  }
  return "";
}

static Warning warning(DiskWarning kind, std::string text) {
  return {std::string(code_of(kind)), std::move(text)};
}

Warning canvas_missing_warning() {
  return warning(DiskWarning::canvas_missing,
                 std::string(kCanvasFile) + " was missing: " + std::string(kFreshCanvas));
}

Warning canvas_damaged_warning(const std::string& why, const std::string& kept_as) {
  return warning(DiskWarning::canvas_damaged,
                 std::string(kCanvasFile) + " was damaged (" + short_reason(why) +
                     "): " + quarantine_text(kept_as) + ", and " + std::string(kFreshCanvas));
}

Warning state_damaged_warning(const std::string& kept_as) {
  return warning(DiskWarning::state_damaged, std::string(kSandboxStateFile) +
                                                 " was damaged: " + quarantine_text(kept_as) +
                                                 ", and " + std::string(kForgotten));
}

Warning not_saved_warning(const std::string& why) {
  return warning(DiskWarning::not_saved, std::string(kNotSaved) + short_reason(why));
}

static bool take_front(std::string_view& text, std::string_view front) {
  if (!text.starts_with(front)) return false;
  text.remove_prefix(front.size());
  return true;
}

static bool take_back(std::string_view& text, std::string_view back) {
  if (!text.ends_with(back)) return false;
  text.remove_suffix(back.size());
  return true;
}

static bool is_reason(std::string_view text) {
  return !text.empty() && text.size() <= kMaxDiskReason && text.find('\n') == text.npos;
}

// Removes "it was set aside as NAME.corrupt7, and END" from the end of `text`.
static bool take_quarantined(std::string_view& text, std::string_view name, std::string_view end) {
  if (!take_back(text, end) || !take_back(text, ", and ")) return false;
  if (take_back(text, kNotKept)) return true;
  while (!text.empty() && text.back() >= '0' && text.back() <= '9') text.remove_suffix(1);
  return take_back(text, ".corrupt") && take_back(text, name) && take_back(text, kKeptAs);
}

static bool has_form(DiskWarning kind, std::string_view text) {
  switch (kind) {
    case DiskWarning::canvas_missing: return text == canvas_missing_warning().text;
    case DiskWarning::canvas_damaged:
      return take_front(text, kCanvasFile) && take_front(text, " was damaged (") &&
             take_quarantined(text, kCanvasFile, kFreshCanvas) && take_back(text, "): ") &&
             is_reason(text);
    case DiskWarning::state_damaged:
      return take_front(text, kSandboxStateFile) &&
             take_quarantined(text, kSandboxStateFile, kForgotten) && text == " was damaged: ";
    case DiskWarning::not_saved: return take_front(text, kNotSaved) && is_reason(text);
  }
  return false;
}

std::optional<DiskWarning> disk_warning_of(const Warning& warning) {
  for (const DiskWarning kind : {DiskWarning::canvas_missing, DiskWarning::canvas_damaged,
                                 DiskWarning::state_damaged, DiskWarning::not_saved})
    if (warning.code == code_of(kind) && has_form(kind, warning.text)) return kind;
  return std::nullopt;
}
}  // namespace franz
