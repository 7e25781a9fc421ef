#pragma once
// The members of a JSON object, compared with the parameters that a word has.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/tools/vocabulary.h"
#include "executor/dialect/complaints.h"

namespace franz::executor {
// What happens to a value in another JSON type than its parameter has.
enum class WrongTypes {
  refused,  // it is a refusal
  // If it can mean one thing, it is taken and noted: `x: "100" was taken as the number 100`. These
  // are numbers, booleans and lists in texts, one key where a list of keys is expected, and numbers
  // where a text is expected. An empty text for an optional parameter counts as left out.
  taken,
};

// The value of an argument, in the member that its parameter's type has.
struct ArgumentValue {
  double number = 0;  // of a flag: 0 or 1
  std::string text;
  std::vector<std::string> keys;
};

class JsonArguments {
 public:
  // The members of the object at `pointer`, "/steps/0/args", which complaints call `place`. Each
  // that is missing, of another kind or out of range is a refusal; other members are not looked at.
  // An optional one that is null counts as left out. 12.0 is a whole number. WordType::integer is
  // any whole number, WordType::side one that is near a picture; WordType::key is one key or, where
  // its `max` says so, up to so many held together.
  static JsonArguments read(std::span<const WordParameter> parameters, const JsonDocument& values,
                            const std::string& pointer, const std::string& place,
                            WrongTypes wrong_types, Complaints& complaints);

  // Of one of the parameters. One that was left out has its fallback.
  bool given(std::string_view name) const;
  bool flag(std::string_view name) const;
  double number(std::string_view name) const;
  const std::string& text(std::string_view name) const;
  // Our names of the keys (key_names.h).
  const std::vector<std::string>& keys(std::string_view name) const;

 private:
  struct Argument {
    std::string_view name;
    bool given = false;
    ArgumentValue value;
  };

  const Argument& find(std::string_view name) const;

  std::vector<Argument> arguments_;
};
}  // namespace franz::executor
