#include "proxy/tasks/value_rule.h"
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <memory>
#include "proxy/tasks/pattern.h"
#include "proxy/tasks/text_checks.h"

namespace franz::proxy {
static RuleValue read_scalar(const JsonDocument& document, JsonDocument::Id id) {
  RuleValue value;
  if (id == JsonDocument::kNone) return value;
  value.json = document.compact(id);
  if (document.is(id, JsonDocument::Kind::text)) value.text = document.text(id);
  if (document.is(id, JsonDocument::Kind::number)) value.number = document.number(id);
  return value;
}

// Lists within the list are compared as JSON, so they have no items: with them, a deep list would
// be stored once for each level.
RuleValue read_value(const JsonDocument& document, JsonDocument::Id id) {
  RuleValue value = read_scalar(document, id);
  if (id != JsonDocument::kNone && document.is(id, JsonDocument::Kind::list))
    for (const JsonDocument::Id child : document.children(id))
      value.items.push_back(read_scalar(document, child));
  return value;
}

std::string shown_value(const RuleValue& value) {
  return quoted_part(value.text ? *value.text : value.json);
}

static bool equal_values(const RuleValue& a, const RuleValue& b) {
  if (a.number && b.number) return *a.number == *b.number;
  if (a.text || b.text) return a.text == b.text;
  return a.json == b.json;
}

static bool is_in_value(const RuleValue& value, const RuleValue& whole) {
  if (whole.text) return value.text && whole.text->find(*value.text) != std::string::npos;
  return std::ranges::any_of(whole.items,
                             [&](const RuleValue& each) { return equal_values(each, value); });
}

static bool equal_lists(std::vector<RuleValue> a, std::vector<RuleValue> b, bool in_order) {
  if (!in_order)
    for (std::vector<RuleValue>* const each : {&a, &b}) {
      std::ranges::sort(*each, {}, &RuleValue::json);
      const auto rest = std::ranges::unique(*each, equal_values);
      each->erase(rest.begin(), rest.end());
    }
  return std::ranges::equal(a, b, equal_values);
}

using Holds = std::function<bool(const RuleValue&)>;

// Numbers by their value, texts by their bytes; other values are never ordered.
static Holds ordered(const RuleValue& ref, bool (*accepts)(int order)) {
  return [ref, accepts](const RuleValue& value) {
    if (ref.number && value.number)
      return accepts(*value.number < *ref.number ? -1 : *value.number > *ref.number ? 1 : 0);
    return ref.text && value.text && accepts(value.text->compare(*ref.text));
  };
}

static Result<Holds> holds_for(const std::string& method, const RuleValue& ref) {
  if (method == "eq")
    return Holds([ref](const RuleValue& value) { return equal_values(value, ref); });
  if (method == "ne")
    return Holds([ref](const RuleValue& value) { return !equal_values(value, ref); });
  if (method == "lt") return ordered(ref, [](int order) { return order < 0; });
  if (method == "le") return ordered(ref, [](int order) { return order <= 0; });
  if (method == "gt") return ordered(ref, [](int order) { return order > 0; });
  if (method == "ge") return ordered(ref, [](int order) { return order >= 0; });
  if (method == "in")
    return Holds([ref](const RuleValue& value) { return is_in_value(value, ref); });
  if (method == "not_in")
    return Holds([ref](const RuleValue& value) { return !is_in_value(value, ref); });
  if (method == "str_list_eq" || method == "str_set_eq")
    return Holds([ref, in_order = method == "str_list_eq"](const RuleValue& value) {
      return equal_lists(value.items, ref.items, in_order);
    });
  if (method == "re") {
    Result<std::shared_ptr<const Pattern>> made = Pattern::make(ref.text.value_or(""));
    if (!made.ok()) return made.error();
    return Holds([pattern = made.value()](const RuleValue& value) {
      return pattern->is_in(value.text ? *value.text : value.json);
    });
  }
  constexpr std::string_view kApprox = "approx:";
  double within = 0;
  const char* const end = method.data() + method.size();
  if (method.starts_with(kApprox) && ref.number &&
      std::from_chars(method.data() + kApprox.size(), end, within).ptr == end)
    return Holds([ref, within](const RuleValue& value) {
      return value.number && std::abs(*value.number - *ref.number) <= within;
    });
  return Error{method +
               ": no such method; there are eq, ne, lt, le, gt, ge, re, in, not_in, "
               "str_list_eq, str_set_eq and approx:NUMBER"};
}

Result<ValueRule> ValueRule::read(std::string_view rule) {
  const Result<JsonDocument> read = JsonDocument::read(rule);
  if (!read.ok()) return read.error();
  const JsonDocument& document = read.value();
  const JsonDocument::Id method = document.at("/method"), ref = document.at("/ref");
  if (!document.is(method, JsonDocument::Kind::text)) return Error{"/method: expected a text"};
  if (ref == JsonDocument::kNone) return Error{"/ref: is missing"};
  const RuleValue value = read_value(document, ref);
  Result<Holds> holds = holds_for(document.text(method), value);
  if (!holds.ok()) return holds.error();
  ValueRule made;
  made.holds_ = std::move(holds).value();
  made.text_ = document.text(method) + " " + shown_value(value);
  return made;
}
}  // namespace franz::proxy
