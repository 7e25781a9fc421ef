#include "tests/fuzz/action_promises.h"
#include <algorithm>
#include <optional>
#include <vector>
#include "common/base/json_string.h"
#include "executor/dialect/action.h"
#include "tests/fuzz/dialect_promises.h"

namespace franz::executor {
namespace {
std::string broken_by(const Item& item) {
  if (item.line != 1) return "a line";
  if (item.written.size() > 2000 || (item.note && item.note->size() > 2000)) return "a long text";
  if (!item.call) return item.error && !item.error->text.empty() ? "" : "no call and no error";
  if (!item.note || item.note->empty() || item.error) return "a call without its reason";
  return "";
}

std::string broken_by(const Reading& reading) {
  if (std::string broken = broken_reading(reading, false); !broken.empty()) return broken;
  for (const std::string& line : reading.complaints)
    if (line.size() > 1000) return "a long complaint: " + line;
  if (reading.complaints.size() > 13) return "many complaints";
  if (reading.error.has_value() == reading.complaints.empty()) return "error and complaints differ";
  if (reading.items.size() > 1) return "many items";
  if (reading.items.empty() && !reading.done) return "neither an item nor a result";
  if (reading.done && reading.done->empty()) return "an empty result";
  for (const Item& item : reading.items)
    if (std::string broken = broken_by(item); !broken.empty()) return broken;
  const bool acts = reading.done || (!reading.items.empty() && reading.items.front().call);
  if (reading.error && acts) return "a faulty reply that acts";
  const std::vector<ItemResult> results(reading.items.size(), {.outcome = Outcome::noted});
  const TurnReport report = report_action(reading, results, {});
  if (report.done_withdrawn) return "done withdrawn";
  const auto lines = static_cast<std::size_t>(std::ranges::count(report.feedback, '\n'));
  const std::size_t expected = std::max<std::size_t>(1, reading.complaints.size()) - 1;
  // Equal lines are merged with a count.
  return lines <= expected && report.feedback.empty() == reading.complaints.empty()
             ? ""
             : "the feedback's lines";
}
}  // namespace

std::string broken_action_promise(std::string_view text) {
  const Toolset all = Toolset::all(), core = Toolset::core();
  // The bytes as decoded text of a token, and as the token itself.
  for (const std::string& token : {quote_json(text), "\"" + std::string(text) + "\""}) {
    const std::optional<Reply> reply = Reply{token, {}};
    for (const double min_confidence : {0.0, 0.5}) {
      const Source source{reply,
                          {Coordinates::Kind::pixels, 1000, min_confidence > 0 ? 28 : 0},
                          {1280, 720},
                          std::nullopt,
                          min_confidence};
      std::string broken = broken_by(read_action(source, min_confidence > 0 ? core : all));
      if (!broken.empty()) return broken;
    }
  }
  return "";
}
}  // namespace franz::executor
