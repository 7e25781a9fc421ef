#pragma once
// Reads a task file member by member. The first mistake is kept with its place, and every later
// read returns a default, so that a reader is a plain list of members.
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/json.h"

namespace franz::proxy {
// A name of OSWorld's form that is not accepted, and why.
struct NotTaken {
  std::string_view name;
  std::string_view why;
};

// A value and its JSON pointer, for messages.
struct TaskField {
  JsonDocument::Id id = JsonDocument::kNone;
  std::string at;
  bool there() const { return id != JsonDocument::kNone; }
};

class TaskFields {
 public:
  using Kind = JsonDocument::Kind;
  explicit TaskFields(const JsonDocument& json) : json_(json) {}

  // The member, or nothing if it is missing or null.
  TaskField member(const TaskField& object, std::string_view name) const;
  bool is(const TaskField& field, Kind kind) const { return json_.is(field.id, kind); }
  std::vector<TaskField> items(const TaskField& list) const;
  // A list's items; another value is a list of itself; missing: empty.
  std::vector<TaskField> one_or_more(const TaskField& field) const;

  // These fail for another kind of value; a missing field gives the fallback, without one it fails.
  std::string text(const TaskField& field, std::optional<std::string> fallback = {});
  double number(const TaskField& field, double min, double max, std::optional<double> fallback);
  bool boolean(const TaskField& field, bool fallback);
  std::vector<std::string> texts(const TaskField& field, std::size_t max);  // missing: empty
  // The object as JSON; missing: "{}".
  std::string object(const TaskField& field);

  // Fails unless `object` is an object with no other members than these. One of `not_taken` is
  // refused with its reason.
  void only(const TaskField& object, std::initializer_list<std::string_view> names,
            std::span<const NotTaken> not_taken = {});
  void fail(const TaskField& field, const std::string& why) { fail(field.at, why); }
  void fail(const std::string& at, const std::string& why) {
    if (failure_.empty()) failure_ = (at.empty() ? "" : at + ": ") + why;
  }
  const std::string& failure() const { return failure_; }
  bool failed() const { return !failure_.empty(); }

 private:
  const JsonDocument& json_;
  std::string failure_;
};
}  // namespace franz::proxy
