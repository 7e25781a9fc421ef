#include "proxy/tasks/task_fields.h"
#include <algorithm>
#include "common/base/json_string.h"

namespace franz::proxy {
TaskField TaskFields::member(const TaskField& object, std::string_view name) const {
  TaskField found{JsonDocument::kNone, object.at + "/" + std::string(name)};
  if (!is(object, Kind::object)) return found;
  for (const JsonDocument::Id child : json_.children(object.id))
    if (json_.key(child) == name && json_.kind(child) != Kind::null) found.id = child;
  return found;
}

std::vector<TaskField> TaskFields::items(const TaskField& list) const {
  std::vector<TaskField> all;
  if (!is(list, Kind::list)) return all;
  for (const JsonDocument::Id child : json_.children(list.id))
    all.push_back({child, list.at + "/" + std::to_string(all.size())});
  return all;
}

std::vector<TaskField> TaskFields::one_or_more(const TaskField& field) const {
  if (!field.there()) return {};
  return is(field, Kind::list) ? items(field) : std::vector<TaskField>{field};
}

std::string TaskFields::text(const TaskField& field, std::optional<std::string> fallback) {
  if (is(field, Kind::text)) return json_.text(field.id);
  if (field.there() || !fallback)
    fail(field, field.there() ? "expected a text" : "is missing; expected a text");
  return fallback.value_or("");
}

double TaskFields::number(const TaskField& field, double min, double max,
                          std::optional<double> fallback) {
  const std::optional<double> value =
      is(field, Kind::number) ? json_.number(field.id) : std::nullopt;
  if (value && *value >= min && *value <= max) return *value;
  if (field.there() || !fallback)
    fail(field, "expected a number from " + json_number(min) + " to " + json_number(max));
  return fallback.value_or(min);
}

bool TaskFields::boolean(const TaskField& field, bool fallback) {
  if (is(field, Kind::boolean)) return json_.bytes(field.id) == "true";
  if (field.there()) fail(field, "expected true or false");
  return fallback;
}

std::vector<std::string> TaskFields::texts(const TaskField& field, std::size_t max) {
  std::vector<std::string> all;
  if (field.there() && !is(field, Kind::list)) fail(field, "expected a list of texts");
  for (const TaskField& item : items(field)) {
    if (all.size() == max) {
      fail(field, "expected at most " + std::to_string(max) + " texts");
      break;
    }
    all.push_back(text(item));
  }
  return all;
}

std::string TaskFields::object(const TaskField& field) {
  if (is(field, Kind::object)) return json_.compact(field.id);
  if (field.there()) fail(field, "expected an object");
  return "{}";
}

void TaskFields::only(const TaskField& object, std::initializer_list<std::string_view> names,
                      std::span<const NotTaken> not_taken) {
  if (!is(object, Kind::object)) return fail(object, "expected an object");
  for (const JsonDocument::Id child : json_.children(object.id)) {
    const std::string key = json_.key(child);
    if (std::ranges::find(names, key) != names.end()) continue;
    const auto known = std::ranges::find(not_taken, key, &NotTaken::name);
    std::string why = "no such member; there are ";
    if (known != not_taken.end()) {
      why = known->why;
    } else {
      bool first = true;
      for (const std::string_view name : names) {
        why += (first ? "" : ", ") + std::string(name);
        first = false;
      }
    }
    return fail(object.at + "/" + pointer_segment(key), why);
  }
}
}  // namespace franz::proxy
