#include "executor/dialect/dialect.h"
#include <algorithm>
#include <array>
#include "executor/dialect/actions.h"
#include "executor/dialect/python.h"

namespace franz::executor {
static constexpr std::array kDialects{
    Dialect{"python", {OnError::stop, {}}, read_python, tell_python},
    Dialect{"actions", {OnError::skip, {true, true, true}}, read_actions, tell_actions},
};

const Dialect* find_dialect(std::string_view name) {
  const auto row = std::ranges::find(kDialects, name, &Dialect::name);
  return row == kDialects.end() ? nullptr : &*row;
}
}  // namespace franz::executor
