#pragma once
// Reads the members of a JSON object as the parameters of a word.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/tools/vocabulary.h"
#include "executor/dialect/complaints.h"

namespace franz::executor {
// How to treat a value whose JSON type differs from its parameter's.
enum class WrongTypes {
  refused,  // refuse it
  // If it has only one possible meaning, take it and add a note: `x: "100" was taken as the number
  // 100`. This applies to numbers, booleans and lists in strings, one key where a list of keys is
  // expected, and numbers where a text is expected. An empty text for an optional parameter counts
  // as left out.
  taken,
};

// The value of an argument, in the member for its parameter's type.
struct ArgumentValue {
  double number = 0;  // for a flag: 0 or 1
  std::string text;
  std::vector<std::string> keys;
};

class JsonArguments {
 public:
  // Reads the members of the object at `pointer`, "/steps/0/args"; complaints name it `place`. A
  // missing, mistyped or out-of-range member is a refusal; other members are ignored. A null for an
  // optional one counts as left out. 12.0 is a whole number. WordType::integer is any whole number,
  // WordType::side one that is near a picture. WordType::key is one key or, according to `max`,
  // several keys held together.
  static JsonArguments read(std::span<const WordParameter> parameters, const JsonDocument& values,
                            const std::string& pointer, const std::string& place,
                            WrongTypes wrong_types, Complaints& complaints);

  // False also for a name that is not one of the parameters.
  bool given(std::string_view name) const;
  // For one of the parameters. If it was left out, its fallback is used.
  bool flag(std::string_view name) const;
  double number(std::string_view name) const;
  const std::string& text(std::string_view name) const;
  // In our key names (key_names.h).
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
