#pragma once
// All text from a model, an operator or a file enters the exported page through this file.
#include <cstddef>
#include <string>
#include <string_view>

namespace franz::proxy {
enum class Unseen {
  marked,  // escapes are wrapped in <i class="esc">…</i>
  plain,   // without that element: inside <title> and attributes
};

// Converts `text` (WTF-8 or any bytes) to HTML that is never interpreted as markup. & < > " '
// become references. Characters that are invisible, or that reorder or hide their neighbours
// (controls except tab and line feed, bidi controls, invisible formatting, tags, lone surrogates),
// become \u202e or \U000e0041. Bytes that are not UTF-8 become U+FFFD. Linear time.
std::string html_text(std::string_view text, Unseen unseen = Unseen::marked);

struct TextLimit {
  std::size_t bytes = SIZE_MAX;  // of `text`; longer text is cut between characters, with a notice
};

// A text as numbered lines, each with its kind (heading, fence, code, error), as in the dashboard.
// A text of more than 6000 lines is one block; one longer than 200 kB is folded.
std::string html_lines(std::string_view text, TextLimit limit = {});

// 1234567 as 1,234,567
std::string grouped(unsigned long long number);
}  // namespace franz::proxy
