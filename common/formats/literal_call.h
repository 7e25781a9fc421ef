#pragma once
// A call with literal arguments in the form of Python's, as several families of models were trained
// to write their actions: click(start_box='(1,2)'), pyautogui.click(x=1, y=2). Names may have dots.
// Nothing is evaluated.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/formats/literal.h"

namespace franz {
struct LiteralCall {
  std::string name;                 // with its dots
  std::vector<Literal> positional;  // in written order
  Literal named = {Literal::Members{}};
  std::size_t begin = 0, end = 0;  // its bytes in the text
};

// The name at `at`, which a letter or underscore begins: "pyautogui.click"; empty: there is none.
std::string_view dotted_name(std::string_view text, std::size_t at);

// The call that begins at `at`. Nothing: there is none, or its arguments are no literals.
// `stopped`, where it is not null: then the byte at which that is seen, an argument's first if that
// is none, or the text's length.
std::optional<LiteralCall> read_literal_call(std::string_view text, std::size_t at,
                                             std::size_t* stopped = nullptr);
}  // namespace franz
