#pragma once
// Small readings of plain text.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace franz::demo_vlm {
// Bytes of a complaint or a note that a reply repeats.
inline constexpr std::size_t kMaxRepeated = 160;

// The lines of `text` without their ends (LF or CRLF); views into it.
std::vector<std::string_view> split_lines(std::string_view text);

// What is in `text` after `begin` up to `end`, or to its end; empty: there is no `begin`.
std::string_view between(std::string_view text, std::string_view begin, std::string_view end);

// `text` on one line: control characters become blanks, backquotes apostrophes, so that it can
// neither end a section of the story nor open a block; cut at `max_bytes`, between characters.
std::string one_line(std::string_view text, std::size_t max_bytes);

// What a reply says to a complaint with these words in it.
struct Lesson {
  std::string_view complaint, words;
};

// What a reply says about a note of the operator's and a complaint about the last reply, each with
// a blank after it; nothing about an empty one.
std::string words_about(std::string_view note, std::string_view complaint = {});

// The number that `text` begins with, up to 999999; 0 when there is none.
int small_number(std::string_view text);
}  // namespace franz::demo_vlm
