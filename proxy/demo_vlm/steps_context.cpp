#include "proxy/demo_vlm/steps_context.h"
#include <string_view>
#include "common/base/json.h"

namespace franz::demo_vlm {
namespace {
constexpr std::string_view kObjective = "OBJECTIVE:\n";
constexpr int kLargest = 1'000'000;  // of a number that counts

class Reader {
 public:
  explicit Reader(const JsonDocument& json) : json_(json) {}

  std::size_t size(const std::string& pointer) const {
    return is(pointer, JsonDocument::Kind::list) ? json_.size(json_.at(pointer)) : 0;
  }
  std::string text(const std::string& pointer) const {
    return is(pointer, JsonDocument::Kind::text) ? json_.text(json_.at(pointer)) : std::string();
  }
  // A whole number from 0 on.
  std::optional<int> number(const std::string& pointer) const {
    if (!is(pointer, JsonDocument::Kind::number)) return std::nullopt;
    const std::optional<std::int64_t> number = json_.integer(json_.at(pointer));
    if (!number || *number < 0 || *number > kLargest) return std::nullopt;
    return static_cast<int>(*number);
  }
  // true, or a number over 0
  bool is_some(const std::string& pointer) const {
    const JsonDocument::Id value = json_.at(pointer);
    return value != JsonDocument::kNone &&
           (json_.bytes(value) == "true" || number(pointer).value_or(0) > 0);
  }

 private:
  bool is(const std::string& pointer, JsonDocument::Kind kind) const {
    return json_.is(json_.at(pointer), kind);
  }

  const JsonDocument& json_;
};

ToldStep read_step(const Reader& json, const std::string& place) {
  ToldStep step;
  step.turn = json.number(place + "/turn").value_or(0);
  const std::string action = json.text(place + "/action");
  const std::size_t blank = std::min(action.find(' '), action.size());
  step.tool = action.substr(0, blank);
  step.arguments = action.substr(std::min(blank + 1, action.size()));
  step.why = json.text(place + "/why");
  step.outcome = json.text(place + "/outcome");
  return step;
}

std::optional<StepsContext> read_context(const std::string& text) {
  if (text.find("\"actions_history\"") == text.npos) return std::nullopt;
  const Result<JsonDocument> read = JsonDocument::read(text);
  if (!read.ok() || read.value().kind(JsonDocument::kRoot) != JsonDocument::Kind::object)
    return std::nullopt;
  const JsonDocument::Id list = read.value().at("/actions_history");
  if (list == JsonDocument::kNone || read.value().kind(list) != JsonDocument::Kind::list)
    return std::nullopt;
  const Reader json(read.value());
  StepsContext context;
  context.picture = {json.number("/picture/width").value_or(0),
                     json.number("/picture/height").value_or(0)};
  context.turn = json.number("/turn").value_or(1);
  context.turns_left = json.number("/turns_left");
  for (std::size_t i = 0; i < json.size("/actions_history"); ++i)
    context.steps.push_back(read_step(json, "/actions_history/" + std::to_string(i)));
  context.left_out = json.is_some("/actions_left_out");
  for (std::size_t i = 0; i < json.size("/complaints"); ++i)
    context.complaints.push_back(json.text("/complaints/" + std::to_string(i)));
  context.note = json.text("/operator");
  return context;
}
}  // namespace

bool was_performed(const ToldStep& step) {
  return step.outcome == "done" || step.outcome == "partial";
}

std::string said_in(const StepsContext& context) {
  std::string said;
  for (const ToldStep& step : context.steps)
    if (was_performed(step) || step.outcome == "noted" || step.tool == "noop")
      said += step.why + "\n";
  return said;
}

bool has_steps_context(std::span<const std::string> texts) {
  return read_steps_context(texts).has_value();
}

std::optional<StepsContext> read_steps_context(std::span<const std::string> texts) {
  std::optional<StepsContext> context;
  for (const std::string& text : texts)
    if (!context) context = read_context(text);
  if (!context) return std::nullopt;
  for (const std::string& text : texts)
    if (text.starts_with(kObjective)) context->objective = text.substr(kObjective.size());
  return context;
}
}  // namespace franz::demo_vlm
