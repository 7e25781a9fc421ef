#pragma once
// steps.jsonl: the turns that are over, as a memory that needs all of them is given them; line T is
// of turn T.
//   {"turn":7,"reply":<token>,"calls":[…],"items":[…],"answers":[{"id":<token>,"text":<token>,
//    "picture":false}],"feedback":"…","note":null,"picture":null|"<SHA-256 of the PNG>"}
// A line is written and synced before state.json tells its turn, so a kill leaves a torn line or
// one that is ahead of the state, and nothing else.
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/memory/memory.h"

namespace franz {
inline constexpr const char* kStepsFile = "steps.jsonl";

// A line, without its end. Model text as it came.
std::string to_json(const Step& step);
// Failure: names the wrong field.
Result<Step> parse_step(std::string_view line);

// Takes the lines of a file, in their order.
class StepLines {
 public:
  // `up_to`: the turn that the state tells.
  explicit StepLines(int up_to) : up_to_(up_to) {}

  // False: this line and what is behind it do not count: it was torn, is no step of the turn that
  // it stands for, or is ahead of the state.
  bool take(std::string_view line, bool whole);

  bool all_counted() const { return all_counted_; }
  std::vector<Step>& steps() { return steps_; }  // of the turns 1, 2, …

 private:
  int up_to_;
  bool all_counted_ = true;
  std::vector<Step> steps_;
};
}  // namespace franz
