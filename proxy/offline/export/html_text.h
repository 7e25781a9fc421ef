#pragma once
// The only way in which text of a model, an operator or a file comes into the exported page.
#include <cstddef>
#include <string>
#include <string_view>

namespace franz::proxy {
enum class Unseen {
  marked,  // escapes stand in <i class="esc">…</i>
  plain,   // without the element: inside <title> and attributes
};

// `text` (WTF-8, or any bytes) as HTML that shows it and is never markup: & < > " ' as references;
// characters that nobody sees, or that reorder or hide their neighbours (controls but tab and line
// feed, bidi controls, invisible formatting, tags, lone surrogates), as \u202e or \U000e0041; bytes
// that are no UTF-8 as U+FFFD. Linear time.
std::string html_text(std::string_view text, Unseen unseen = Unseen::marked);

struct TextLimit {
  std::size_t bytes = SIZE_MAX;  // of `text`; what is longer is cut at a character, and said
};

// A whole text as lines with numbers, each of its kind (heading, fence, code, error), as on the
// dashboard. One of more than 6000 lines comes as one block. One longer than 200 kB comes folded.
std::string html_lines(std::string_view text, TextLimit limit = {});

// 1234567 as 1,234,567
std::string grouped(unsigned long long number);
}  // namespace franz::proxy
