#include "executor/dialect/json_arguments.h"
#include <algorithm>
#include <cmath>
#include "common/base/json_in_text.h"
#include "common/base/json_string.h"
#include "common/formats/place_limits.h"
#include "common/tools/key_names.h"

namespace franz::executor {
namespace {
using Kind = JsonDocument::Kind;
using Id = JsonDocument::Id;

constexpr double kHighestId = 9007199254740991;  // 2^53-1: the largest exact JSON integer

// The JSON type of the parameter's values.
Kind kind_of(const WordParameter& parameter) {
  switch (parameter.type) {
    case WordType::text:
    case WordType::label:
    case WordType::key:
    case WordType::choice: return Kind::text;
    case WordType::integer:
    case WordType::window:
    case WordType::side:
    case WordType::count:
    case WordType::number: return Kind::number;
    case WordType::flag: return Kind::boolean;
    case WordType::keys:
    case WordType::box: break;
  }
  return Kind::list;
}

// The list that the text of one key means, or, if keys may be held together, of several keys:
// "ctrl+shift". Nothing: it names no keys.
std::optional<std::string> list_of_keys(const WordParameter& parameter, const std::string& text) {
  if (!key_name(text).empty()) return "[" + quote_json(text) + "]";
  const Result<std::vector<std::string>> keys = key_combination(text);
  if (parameter.chord != parameter.name || !keys.ok()) return std::nullopt;
  return json_text_array(keys.value());
}

// The only possible meaning of a value of the wrong type, as JSON of the parameter's type.
std::optional<std::string> converted_value(const WordParameter& parameter,
                                           const JsonDocument& values, Id value) {
  const Kind kind = values.kind(value), expected = kind_of(parameter);
  if (kind == expected) return std::nullopt;
  if (kind == Kind::number && expected == Kind::text) return quote_json(values.bytes(value));
  if (kind != Kind::text) return std::nullopt;
  std::optional<std::string> json = json_in_text(values.text(value));
  if (parameter.type == WordType::keys && !(json && json->starts_with('[')))
    return list_of_keys(parameter, values.text(value));
  return json;
}

std::string range_of(const WordParameter& parameter) {
  return " from " + std::to_string(parameter.min) + " to " + std::to_string(parameter.max);
}

// `"left", "right" or "middle"`.
std::string listed_choices(const WordParameter& parameter) {
  std::string list;
  for (std::size_t i = 0; i < parameter.choices.size(); ++i) {
    if (i > 0) list += i + 1 == parameter.choices.size() ? " or " : ", ";
    list += quote_json(parameter.choices[i]);
  }
  return list;
}

std::string expectation(const WordParameter& parameter) {
  switch (parameter.type) {
    case WordType::text:
    case WordType::label: return "a text that is not empty";
    case WordType::key:
      return parameter.max > 1 ? "the name of a key, or of several joined by +"
                               : "the name of a key";
    case WordType::integer:
    case WordType::window:
    case WordType::side: return "an integer";
    case WordType::count: return "an integer" + range_of(parameter);
    case WordType::number: return "a number" + range_of(parameter);
    case WordType::choice: return listed_choices(parameter);
    case WordType::keys: return "a list of names of keys," + range_of(parameter);
    case WordType::flag: return "true or false";
    case WordType::box: break;
  }
  return "[x, y]";
}

// Reads one value; false: it is not as expected.
class ArgumentReader {
 public:
  ArgumentReader(const JsonDocument& values, Complaints& complaints)
      : values_(values), complaints_(complaints) {}

  bool read(const WordParameter& parameter, Id value, const std::string& place,
            ArgumentValue& made) const {
    switch (parameter.type) {
      case WordType::text:
      case WordType::label:
      case WordType::choice: return text(parameter, value, made.text);
      case WordType::integer:
      case WordType::side:
      case WordType::window:
      case WordType::count:
      case WordType::number: return number(parameter, value, made.number);
      case WordType::key:
        key(parameter, value, place, static_cast<std::size_t>(std::max(1, parameter.max)),
            made.keys);
        return true;
      case WordType::keys: return keys(parameter, value, place, made.keys);
      case WordType::flag: return flag(value, made.number);
      case WordType::box: break;
    }
    return false;
  }

 private:
  bool number(const WordParameter& parameter, Id value, double& number) const {
    if (values_.kind(value) != Kind::number) return false;
    number = values_.number(value).value_or(0);
    const bool whole = number == std::floor(number);
    switch (parameter.type) {
      case WordType::integer: return whole;
      case WordType::side: return whole && std::abs(number) <= kFarthestPlace;
      case WordType::window: return whole && number >= 1 && number <= kHighestId;
      default: break;
    }
    const bool fits = parameter.type == WordType::number || whole;
    return fits && number >= parameter.min && number <= parameter.max;
  }

  bool flag(Id value, double& number) const {
    number = values_.bytes(value) == "true" ? 1 : 0;
    return values_.kind(value) == Kind::boolean;
  }

  bool text(const WordParameter& parameter, Id value, std::string& text) const {
    if (values_.kind(value) != Kind::text) return false;
    text = values_.text(value);
    if (parameter.type == WordType::choice)
      return std::ranges::find(parameter.choices, text) != parameter.choices.end();
    return !text.empty();
  }

  // Reports faults of a name. `most`: number of keys that may be held together.
  void key(const WordParameter& parameter, Id value, const std::string& place, std::size_t most,
           std::vector<std::string>& keys) const {
    if (values_.kind(value) != Kind::text)
      return complaints_.refuse(place, "expected the name of a key, got " + shown(values_, value));
    const std::string written = values_.text(value);
    if (std::string name = key_name(written); !name.empty()) {
      keys.push_back(std::move(name));
    } else if (auto together = key_combination(written);
               together.ok() && together.value().size() <= most) {
      keys = std::move(together).value();
    } else if (most > 1) {
      complaints_.refuse(place, together.ok() ? "expected at most " + std::to_string(most) +
                                                    " keys, got " + shown(values_, value)
                                              : together.error().message);
    } else if (together.ok()) {
      complaints_.refuse(place, "expected one key, got " + shown(values_, value) +
                                    ": keys that are held together are those of " +
                                    std::string(parameter.chord));
    } else {
      complaints_.refuse(place, "no key is called " + shown(values_, value));
    }
  }

  bool keys(const WordParameter& parameter, Id value, const std::string& place,
            std::vector<std::string>& keys) const {
    const auto size = static_cast<long long>(values_.size(value));
    if (values_.kind(value) != Kind::list || size < parameter.min || size > parameter.max)
      return false;
    const std::vector<Id> names = values_.children(value);
    for (std::size_t i = 0; i < names.size(); ++i)
      key(parameter, names[i], element_of(place, i), 1, keys);
    return true;
  }

  const JsonDocument& values_;
  Complaints& complaints_;
};
}  // namespace

JsonArguments JsonArguments::read(std::span<const WordParameter> parameters,
                                  const JsonDocument& values, const std::string& pointer,
                                  const std::string& place, WrongTypes wrong_types,
                                  Complaints& complaints) {
  const bool takes = wrong_types == WrongTypes::taken;
  JsonArguments arguments;
  for (const WordParameter& parameter : parameters) {
    Argument& argument = arguments.arguments_.emplace_back();
    ArgumentValue& made = argument.value;
    argument.name = parameter.name;
    made.number = parameter.fallback;
    if (parameter.type == WordType::choice) made.text = parameter.choices.front();
    const std::string here = member_of(place, parameter.name);
    const Id value = values.at(pointer + "/" + pointer_segment(parameter.name));
    if (value == JsonDocument::kNone || (values.kind(value) == Kind::null && !parameter.required)) {
      if (parameter.required)
        complaints.refuse(here, "it is missing; expected " + expectation(parameter));
      continue;
    }
    if (takes && !parameter.required && values.bytes(value) == kNoText) {
      complaints.note(here, "the empty text was taken as left out");
      continue;
    }
    argument.given = true;
    const std::optional<std::string> converted =
        takes ? converted_value(parameter, values, value) : std::nullopt;
    if (!converted) {
      if (ArgumentReader(values, complaints).read(parameter, value, here, made)) continue;
    } else if (const Result<JsonDocument> taken = JsonDocument::read(*converted); taken.ok()) {
      const ArgumentReader reader(taken.value(), complaints);
      if (reader.read(parameter, JsonDocument::kRoot, here, made)) {
        complaints.note(here, taken_note(values, value, taken.value()));
        continue;
      }
    }
    const bool far = parameter.type == WordType::side && made.number == std::floor(made.number) &&
                     std::abs(made.number) > kFarthestPlace;
    complaints.refuse(here, "expected " + expectation(parameter) +
                                (far ? " near the picture" : "") + ", got " + shown(values, value));
  }
  return arguments;
}

const JsonArguments::Argument& JsonArguments::find(std::string_view name) const {
  return *std::ranges::find(arguments_, name, &Argument::name);
}

bool JsonArguments::given(std::string_view name) const {
  return std::ranges::any_of(arguments_,
                             [&](const Argument& each) { return each.name == name && each.given; });
}
bool JsonArguments::flag(std::string_view name) const { return find(name).value.number != 0; }
double JsonArguments::number(std::string_view name) const { return find(name).value.number; }
const std::string& JsonArguments::text(std::string_view name) const {
  return find(name).value.text;
}
const std::vector<std::string>& JsonArguments::keys(std::string_view name) const {
  return find(name).value.keys;
}
}  // namespace franz::executor
