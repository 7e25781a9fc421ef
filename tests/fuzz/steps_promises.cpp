#include "tests/fuzz/steps_promises.h"
#include <algorithm>
#include <optional>
#include "common/base/json_string.h"
#include "executor/dialect/steps.h"
#include "tests/fuzz/dialect_promises.h"

namespace franz::executor {
namespace {
std::string broken_by(const Item& item) {
  if (item.line < 1 || item.line > 4) return "a step's number";
  if (!item.note || item.note->empty() || item.written.empty()) return "a step without its text";
  if (!item.call) return item.error && !item.error->text.empty() ? "" : "no call and no error";
  return "";
}

std::string broken_by(const Reading& reading) {
  if (std::string broken = broken_reading(reading, false); !broken.empty()) return broken;
  for (const std::string& line : reading.complaints)
    if (line.size() > 1000) return "a long complaint: " + line;
  if (reading.complaints.size() > 13) return "many complaints";
  if (reading.error && reading.complaints.empty()) return "an error without a complaint";
  const bool malformed = reading.error && reading.error->kind == "malformed_reply";
  if (malformed && (!reading.items.empty() || reading.done)) return "a malformed reply that acts";
  if (reading.items.empty() && !reading.done && reading.complaints.empty())
    return "neither an item nor a result";
  if (reading.done && reading.done->empty()) return "an empty result";
  int line = 0;
  for (const Item& item : reading.items) {
    if (item.line < line || item.line > line + 1) return "the order of the steps";
    line = item.line;
    if (std::string broken = broken_by(item); !broken.empty()) return broken;
    if (!item.call && reading.done) return "done with a step that was not read";
  }
  const TurnReport report = report_steps(reading, {}, {});
  const auto lines = static_cast<std::size_t>(std::ranges::count(report.feedback, '\n'));
  const std::size_t expected = std::max<std::size_t>(1, reading.complaints.size()) - 1;
  // Equal lines are merged with a count.
  return lines <= expected && report.feedback.empty() == reading.complaints.empty()
             ? ""
             : "the feedback's lines";
}
}  // namespace

std::string broken_steps_promise(std::string_view text) {
  const Toolset all = Toolset::all(), core = Toolset::core();
  // The bytes as decoded text of a token, and as the token itself.
  for (const std::string& token : {quote_json(text), "\"" + std::string(text) + "\""}) {
    const std::optional<Reply> reply = Reply{token, {}};
    for (const Toolset* tools : {&all, &core}) {
      const Source source{reply,
                          {Coordinates::Kind::pixels, 1000, 0},
                          {1280, 720},
                          tools == &all ? std::nullopt : std::optional(MapPoint{500, 500})};
      std::string broken = broken_by(read_steps(source, *tools));
      if (!broken.empty()) return broken;
    }
  }
  return "";
}
}  // namespace franz::executor
