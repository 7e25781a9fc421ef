#include "proxy/offline/export/html_text.h"
#include <algorithm>
#include <array>
#include <optional>
#include "common/base/utf8.h"

namespace franz::proxy {
static constexpr std::size_t kFineLines =
    6000;  // longer texts become one element: browsers are slow with many
static constexpr std::size_t kFoldedFrom = 200'000;  // bytes: browsers do not lay out a folded text

namespace {
struct Range {
  char32_t first, last;
};
// The same set as in dashboard/js/text_model.js (kUnseen). Joiners stay: scripts need them.
constexpr std::array<Range, 14> kUnseen = {{
    {0x00, 0x08},
    {0x0B, 0x1F},
    {0x7F, 0x9F},
    {0xAD, 0xAD},
    {0x61C, 0x61C},
    {0x180E, 0x180E},
    {0x200B, 0x200B},
    {0x200E, 0x200F},
    {0x2028, 0x202E},
    {0x2060, 0x206F},
    {0xD800, 0xDFFF},
    {0xFEFF, 0xFEFF},
    {0xFFF9, 0xFFFB},
    {0xE0000, 0xE007F},
}};
}  // namespace

static bool is_unseen(char32_t code) {
  return std::any_of(kUnseen.begin(), kUnseen.end(), [code](const Range& range) {
    return code >= range.first && code <= range.last;
  });
}

static void append_escape(std::string& html, char32_t code) {
  if (code == '\r') {
    html += "\\r";
    return;
  }
  constexpr std::string_view kDigits = "0123456789abcdef";
  const int digits = code > 0xFFFF ? 8 : 4;
  html += digits == 8 ? "\\U" : "\\u";
  for (int i = digits - 1; i >= 0; --i) html += kDigits[(code >> (4 * i)) & 0xFU];
}

static void append_seen(std::string& html, std::string_view character) {
  switch (character.front()) {
    case '&': html += "&amp;"; break;
    case '<': html += "&lt;"; break;
    case '>': html += "&gt;"; break;
    case '"': html += "&quot;"; break;
    case '\'': html += "&#39;"; break;
    default: html += character;
  }
}

// The number of leading characters that are one byte each and shown unchanged: most text.
static std::size_t plain_front(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && ((text[size] >= ' ' && text[size] <= '~') || text[size] == '\n') &&
         text[size] != '&' && text[size] != '<' && text[size] != '>' && text[size] != '"' &&
         text[size] != '\'')
    ++size;
  return size;
}

std::string html_text(std::string_view text, Unseen unseen) {
  std::string html;
  html.reserve(text.size() + text.size() / 8);
  bool open = false;  // neighbours share one element, so that a megabyte of NULs stays small
  while (!text.empty()) {
    if (!open) {
      const std::size_t plain = plain_front(text);
      html += text.substr(0, plain);
      text.remove_prefix(plain);
      if (text.empty()) break;
    }
    const DecodedCharacter next = decode_utf8(text);
    const bool escape = is_unseen(next.code);
    if (unseen == Unseen::marked && escape != open) html += escape ? "<i class=\"esc\">" : "</i>";
    open = escape;
    if (escape) {
      append_escape(html, next.code);
    } else if (next.valid) {
      append_seen(html, text.substr(0, next.length));
    } else {
      append_utf8(html, kReplacement);
    }
    text.remove_prefix(next.length);
  }
  if (unseen == Unseen::marked && open) html += "</i>";
  return html;
}

std::string grouped(unsigned long long number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3;) digits.insert(i -= 3, ",");
  return digits;
}

static bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

// SELF PORTRAIT, GOAL:
static bool is_heading(std::string_view line) {
  if (line.ends_with(':')) line.remove_suffix(1);
  return line.size() >= 5 && line.size() <= 61 && is_upper(line.front()) &&
         std::all_of(line.begin(), line.end(),
                     [](char c) { return is_upper(c) || c == ' ' || c == '\'' || c == '-'; });
}

// "TypeError: …", "ERROR: …", "  Line 3: …"
static bool is_error(std::string_view line) {
  if (line.starts_with("  Line ")) return true;
  const std::size_t colon = line.find(": ");
  if (colon > 40) return false;  // or there is none: npos is the largest number
  const std::string_view word = line.substr(0, colon);
  if (word.find(' ') != std::string_view::npos) return false;
  return word == "ERROR" || word == "WARNING" || word.ends_with("Error") ||
         word.ends_with("Exception");
}

static std::string_view fence_of(std::string_view line) {
  const std::size_t ink = line.find_first_not_of(' ');
  if (ink > 3) return {};  // or there is none: npos is the largest number
  line.remove_prefix(ink);
  if (line.front() != '`' && line.front() != '~') return {};
  const std::size_t end = std::min(line.find_first_not_of(line.front()), line.size());
  return end >= 3 ? line.substr(0, end) : std::string_view{};
}

static void append_line(std::string& html, std::string_view line, std::string_view kind) {
  html += kind.empty() ? "<div>" : "<div class=\"" + std::string(kind) + "\">";
  html += html_text(line) + "</div>";
}

static std::string fine_lines(std::string_view text) {
  std::string html = "<div class=\"text\">";
  std::string_view fence;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line = text.substr(start, end - start);
    const std::string_view mark = fence_of(line);
    std::string_view kind;
    if (!mark.empty() && (fence.empty() || mark.starts_with(fence))) {
      kind = "fence";
      fence = fence.empty() ? mark : std::string_view{};
    } else if (!fence.empty()) {
      kind = "code";
    } else if (is_error(line)) {
      kind = "error";
    } else if (line.starts_with("OK: ")) {
      kind = "good";
    } else if (is_heading(line)) {
      kind = "title";
    }
    append_line(html, line, kind);
    start = end + 1;
  }
  return html + "</div>";
}

// At most `bytes` of the text, whole characters.
static std::string_view front_of(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) --bytes;
  return text.substr(0, bytes);
}

std::string html_lines(std::string_view text, TextLimit limit) {
  const std::string_view kept = front_of(text, limit.bytes);
  const auto lines = static_cast<std::size_t>(std::count(kept.begin(), kept.end(), '\n')) + 1;
  std::string html = lines <= kFineLines
                         ? fine_lines(kept)
                         : "<div class=\"text block\">" + html_text(kept) + "</div>";
  if (kept.size() < text.size()) {
    html += "<p class=\"cut\">Left out here, to keep this file small: the last " +
            grouped(text.size() - kept.size()) + " of " + grouped(text.size()) + " bytes.</p>";
  }
  if (kept.size() <= kFoldedFrom) return html;
  return "<details><summary>a long text: " + grouped(text.size()) + " bytes in " +
         grouped(static_cast<unsigned long long>(std::count(text.begin(), text.end(), '\n')) + 1) +
         " lines</summary>" + html + "</details>";
}
}  // namespace franz::proxy
