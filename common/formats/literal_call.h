#pragma once
// Reads a call with literal arguments in Python's form, which several model families were trained
// to write: click(start_box='(1,2)'), pyautogui.click(x=1, y=2). Names may contain dots. Nothing is
// evaluated.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/formats/literal.h"

namespace franz {
struct LiteralCall {
  std::string name;                 // including dots
  std::vector<Literal> positional;  // in written order
  Literal named = {Literal::Members{}};
  std::size_t begin = 0, end = 0;  // its bytes in the text
};

// The name at `at`, which begins with a letter or underscore: "pyautogui.click"; empty: none.
std::string_view dotted_name(std::string_view text, std::size_t at);

// The call that begins at `at`. Nothing: there is none, or its arguments are not literals.
// `stopped`, if not null, then receives the position of the failure: the first byte of an argument
// that is not a literal, or the text's length.
std::optional<LiteralCall> read_literal_call(std::string_view text, std::size_t at,
                                             std::size_t* stopped = nullptr);
}  // namespace franz
