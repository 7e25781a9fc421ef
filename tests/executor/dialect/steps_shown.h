#pragma once
// Readings of the dialect `steps`, for tables of cases.
#include <optional>
#include <string>
#include "common/base/json_string.h"
#include "executor/dialect/steps.h"
#include "tests/executor/dialect/reading_shown.h"

namespace franz::executor {
inline constexpr Size kSeenBySteps{1001, 501};  // a pixel is 1 across and 2 down in 0..1000

inline Reading read_reply(const Reply& reply, const Toolset& tools = Toolset::all(),
                          std::optional<MapPoint> pointer = std::nullopt) {
  const std::optional<Reply> said = reply;
  return read_steps({said, {Coordinates::Kind::pixels, 1000, 0}, kSeenBySteps, pointer}, tools);
}

inline std::string shown_text_of(const std::string& text) {
  return shown(read_reply({quote_json(text), {}}));
}

// A reply with one step.
inline std::string step_of(const std::string& tool, const std::string& args) {
  return R"({"tool":")" + tool + R"(","args":)" + args +
         R"(,"human_readable_justification":"why"})";
}
inline std::string reply_of_steps(const std::string& steps) {
  return R"({"steps":[)" + steps + R"(],"done":null})";
}
// The reading of a reply with one step.
inline std::string shown_step(const std::string& tool, const std::string& args) {
  return shown_text_of(reply_of_steps(step_of(tool, args)));
}
}  // namespace franz::executor
