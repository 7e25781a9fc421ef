#include "executor/dialect/dialect.h"
#include <algorithm>
#include <array>
#include <utility>
#include "common/base/utf8.h"
#include "executor/dialect/action.h"
#include "executor/dialect/actions.h"
#include "executor/dialect/anthropic.h"
#include "executor/dialect/glm.h"
#include "executor/dialect/holo.h"
#include "executor/dialect/mcp.h"
#include "executor/dialect/openai.h"
#include "executor/dialect/pyautogui.h"
#include "executor/dialect/python.h"
#include "executor/dialect/qwen.h"
#include "executor/dialect/steps.h"
#include "executor/dialect/tool_calls.h"
#include "executor/dialect/trained_feedback.h"
#include "executor/dialect/uitars.h"

namespace franz::executor {
static constexpr std::array kDialects{
    Dialect{"python", {OnError::stop, {}}, read_python, tell_python},
    Dialect{"actions", {OnError::skip, {true, true, true}}, read_actions, tell_actions},
    Dialect{"tool_calls", {OnError::skip, {}}, read_tool_calls, tell_tool_calls},
    Dialect{"steps", {OnError::skip, {}}, read_steps, tell_steps},
    Dialect{"action", {OnError::stop, {}}, read_action, tell_action},
    Dialect{"qwen", {OnError::stop, {}}, read_qwen, tell_trained},
    Dialect{"uitars", {OnError::stop, {}}, read_uitars, tell_trained},
    Dialect{"pyautogui", {OnError::stop, {}}, read_pyautogui, tell_trained},
    Dialect{"holo", {OnError::stop, {}}, read_holo, tell_trained},
    Dialect{"anthropic", {OnError::stop, {}}, read_anthropic, tell_anthropic},
    Dialect{"openai", {OnError::stop, {}}, read_openai, tell_openai},
    Dialect{"openai_preview", {OnError::stop, {}}, read_openai, tell_openai},
    Dialect{"glm", {OnError::stop, {}}, read_glm, tell_trained},
    Dialect{"mcp", {OnError::stop, {}}, read_mcp, tell_mcp},
};

std::vector<Item> items_of(ReadCalls read, const Source& source) {
  std::vector<Item> items;
  items.reserve(read.statements.size());
  for (std::size_t i = 0; i < read.statements.size(); ++i) {
    Statement& statement = read.statements[i];
    Item item;
    if (statement.call)
      item.call =
          with_normalised_places(*std::move(statement.call), source.coordinates, source.seen);
    item.written = std::move(statement.written);
    item.line = statement.line;
    if (i == read.failed) item.error = read.error;
    items.push_back(std::move(item));
  }
  return items;
}

void set_places(const Call& call, const Screen& screen, ItemResult& result) {
  const auto pixel = [&](const std::optional<MapPoint>& at) -> std::optional<Point> {
    if (!at) return std::nullopt;
    return to_pixel(*at, screen);
  };
  const std::optional<MapPoint> start = start_point(call), end = end_point(call);
  result.from = pixel(start);
  result.to = end != start ? pixel(end) : std::nullopt;
}

CallError error_without_line(std::string kind, const std::string& message) {
  return {std::move(kind), to_valid_utf8(message), 0, ""};
}

const Dialect* find_dialect(std::string_view name) {
  const auto row = std::ranges::find(kDialects, name, &Dialect::name);
  return row == kDialects.end() ? nullptr : &*row;
}
}  // namespace franz::executor
