#pragma once
// A comparison of one value, as OSWorld writes it: {"method":"ge","ref":3}. The methods are eq, ne,
// lt, le, gt, ge, re (a pattern that is found in the text), in, not_in (in a list or a text),
// str_list_eq, str_set_eq (lists of texts), and approx:T (a number within T).
#include <functional>
#include <optional>
#include <string>
#include "common/wire/message_fields.h"

namespace franz::proxy {
// A JSON value as read: `json` in compact form; `text` of a string; `number` of a number.
struct RuleValue {
  std::string json = "null";
  std::optional<std::string> text = {};
  std::optional<double> number = {};
  std::vector<RuleValue> items = {};  // of a list; they have none themselves
};
RuleValue read_value(const JsonDocument& document, JsonDocument::Id id);

// For people: the text, or the JSON.
std::string shown_value(const RuleValue& value);

class ValueRule {
 public:
  // `rule`: JSON with method and ref. Failure: another method, a ref of the wrong kind.
  static Result<ValueRule> read(std::string_view rule);
  bool holds(const RuleValue& value) const { return holds_(value); }
  const std::string& text() const { return text_; }  // "ge 3", for people

 private:
  std::function<bool(const RuleValue&)> holds_;
  std::string text_;
};
}  // namespace franz::proxy
