#pragma once
// A reading of the dialect `steps` as text, for tables of cases.
#include <optional>
#include <string>
#include "common/base/json_string.h"
#include "common/tools/call.h"
#include "executor/dialect/steps.h"

namespace franz::executor {
inline constexpr Size kSeenBySteps{1001, 501};  // a pixel is 1 and 2 of 0..1000

inline Reading read_reply(const Reply& reply, const Toolset& tools = Toolset::all(),
                          std::optional<MapPoint> pointer = std::nullopt) {
  const std::optional<Reply> said = reply;
  return read_steps({said, {Coordinates::Kind::pixels, 1000, 0}, kSeenBySteps, pointer}, tools);
}

// A line for each thing that was read:
//   1 left_click(10, 40)            an item: its step and its call
//   2 unknown_tool                  one that is no call, and the kind of its error
//   done: words
//   ? steps[1].tool: there is …     a complaint
//   ! malformed_reply               the reading's error
inline std::string shown(const Reading& reading) {
  std::string text;
  const auto line = [&text](const std::string& more) { text += (text.empty() ? "" : "\n") + more; };
  for (const Item& item : reading.items)
    line(std::to_string(item.line) + " " +
         (item.call    ? canonical_text(*item.call)
          : item.error ? item.error->kind
                       : "nothing") +
         (item.clamped ? " clamped" : ""));
  if (reading.done) line("done: " + *reading.done);
  for (const std::string& complaint : reading.complaints) line("? " + complaint);
  if (reading.error) line("! " + reading.error->kind);
  return text;
}

inline std::string shown_text_of(const std::string& text) {
  return shown(read_reply({quote_json(text), {}}));
}

// A reply of one step.
inline std::string step_of(const std::string& tool, const std::string& args) {
  return R"({"tool":")" + tool + R"(","args":)" + args +
         R"(,"human_readable_justification":"why"})";
}
inline std::string reply_of_steps(const std::string& steps) {
  return R"({"steps":[)" + steps + R"(],"done":null})";
}
// What its one step comes to.
inline std::string shown_step(const std::string& tool, const std::string& args) {
  return shown_text_of(reply_of_steps(step_of(tool, args)));
}
}  // namespace franz::executor
