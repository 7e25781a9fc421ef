#include <optional>
#include "common/base/json_string.h"
#include "proxy/tasks/picture_facts.h"
#include "proxy/tasks/text_checks.h"
#include "proxy/tasks/value_rule.h"

namespace franz::proxy {
static constexpr std::size_t kMaxJsonRules = 100, kMaxKeyParts = 50;

namespace {
struct KeyedRule {
  std::string pointer;  // of the value, RFC 6901
  ValueRule rule;
};
}  // namespace

// "key": texts, or whole numbers for the items of a list.
static Result<std::string> read_key(MessageFields& rules, const std::string& at) {
  std::string pointer;
  if (!rules.is_list(at) || rules.size(at) == 0 || rules.size(at) > kMaxKeyParts)
    return Error{at + ": expected a list of keys"};
  for (std::size_t i = 0; i < rules.size(at); ++i) {
    const std::string part = at + "/" + std::to_string(i);
    if (rules.is_text(part)) {
      pointer += "/" + pointer_segment(rules.text(part));
    } else {
      pointer += "/" + std::to_string(rules.integer(part, 0, 1'000'000'000));
    }
  }
  return pointer;
}

static Result<std::vector<KeyedRule>> read_rules(MessageFields& rules, const std::string& at) {
  std::vector<KeyedRule> all;
  if (!rules.has(at)) return all;
  if (!rules.is_list(at) || rules.size(at) > kMaxJsonRules)
    return Error{at + ": expected a list of at most 100 rules"};
  for (std::size_t i = 0; i < rules.size(at); ++i) {
    const std::string item = at + "/" + std::to_string(i);
    Result<std::string> pointer = read_key(rules, item + "/key");
    if (!pointer.ok()) return pointer.error();
    Result<ValueRule> rule = ValueRule::read(rules.raw(item));
    if (!rule.ok()) return within(item, rule.error());
    all.push_back({std::move(pointer).value(), std::move(rule).value()});
  }
  return all;
}

static CheckVerdict judge_json(std::string_view json, const std::vector<KeyedRule>& expect,
                               const std::vector<KeyedRule>& unexpect) {
  const Result<JsonDocument> read = JsonDocument::read(json);
  if (!read.ok()) return missed("it is not JSON: " + read.error().message);
  const JsonDocument& document = read.value();
  for (const KeyedRule& each : expect) {
    const JsonDocument::Id id = document.at(each.pointer);
    if (id == JsonDocument::kNone) return missed(each.pointer + " is missing");
    const RuleValue value = read_value(document, id);
    if (!each.rule.holds(value))
      return missed(each.pointer + " is " + shown_value(value) + ", expected " + each.rule.text());
  }
  for (const KeyedRule& each : unexpect) {
    const JsonDocument::Id id = document.at(each.pointer);
    if (id != JsonDocument::kNone && each.rule.holds(read_value(document, id)))
      return missed(each.pointer + " must not be " + each.rule.text());
  }
  return passed();
}

Result<CheckFunction> make_json_check(MessageFields& rules, MessageFields& options) {
  for (const std::string& key : rules.keys(""))
    if (key != "expect" && key != "unexpect") return Error{"/" + key + ": not accepted"};
  if (options.size("") > 0)
    return Error{
        "options: not accepted; of OSWorld's, is_yaml needs a reader that FRANZ does not have"};
  Result<std::vector<KeyedRule>> expect = read_rules(rules, "/expect");
  if (!expect.ok()) return expect.error();
  Result<std::vector<KeyedRule>> unexpect = read_rules(rules, "/unexpect");
  if (!unexpect.ok()) return unexpect.error();
  return CheckFunction(
      [expect = expect.value(), unexpect = unexpect.value()](const CheckInput& in) {
        if (!is_png(in.got)) return judge_json(in.got, expect, unexpect);
        const Result<std::string> facts = picture_facts(in.got);
        if (!facts.ok()) return missed(facts.error().message);
        return judge_json(facts.value(), expect, unexpect);
      });
}
}  // namespace franz::proxy
