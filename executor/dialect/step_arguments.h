#pragma once
// The arguments of a step or of a call, held against the parameters of its word.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/tools/vocabulary.h"
#include "executor/dialect/complaints.h"

namespace franz::executor {
class StepArguments {
 public:
  // The members of the object at `pointer`, "/steps/0/args". Each that is missing, of another kind
  // or out of range is a refusal, as is a name that is nearly that of one which is missing; another
  // that the word does not know is told and ignored. An optional one that is null counts as left
  // out. Numbers in texts are no numbers; 12.0 is a whole
  // one.
  static StepArguments read(const Word& word, const JsonValues& values, const std::string& pointer,
                            const std::string& place, Complaints& complaints);

  // Of a parameter of the word. One that was left out has its fallback.
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
    double number = 0;
    std::string text;
    std::vector<std::string> keys;
  };

  const Argument& find(std::string_view name) const;

  std::vector<Argument> arguments_;
};
}  // namespace franz::executor
