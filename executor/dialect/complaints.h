#pragma once
// The faults of a reply, as lines for the model. Each names the place, what is expected there and
// what was found: `steps[1].args.x: expected an integer, got "12px"`
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/json.h"
#include "common/formats/feedback_budget.h"

namespace franz::executor {
class Complaints {
 public:
  // A fault that makes the whole reply malformed.
  void refuse(const std::string& place, const std::string& what);
  // A fault that does not affect the rest of the reply.
  void note(const std::string& place, const std::string& what);

  // The first fault that makes the reply malformed.
  const std::optional<std::string>& refusal() const { return refusal_; }
  // UTF-8, one line of at most 500 bytes each: the first lines, at most kMax and kMaxBytes in
  // total, and how many more there are.
  std::vector<std::string> lines() const;
  static constexpr std::size_t kMax = 12;
  // Leaves room in kMaxFeedback for the results of the actions.
  static constexpr std::size_t kMaxBytes = 1600;

 private:
  FeedbackBudget budget_{kMaxBytes};
  std::vector<std::string> lines_;
  std::size_t left_out_ = 0;
  std::optional<std::string> refusal_;
};

// The value as JSON (a text in quotes), cut to a length at which the model can still find it.
std::string shown(const JsonDocument& values, JsonDocument::Id value);
// A piece of text in the same way, in quotes: "Sure! Here…".
std::string shown_text(std::string_view text);

// `"100" was taken as the number 100`: for a value of the wrong JSON type that has only one
// possible meaning, which is the root of `taken`.
std::string taken_note(const JsonDocument& values, JsonDocument::Id value,
                       const JsonDocument& taken);

// Refuses each member of the object whose name resembles that of a known, missing member: "it is
// not known; did you mean steps?" Checks the first kMaxNames members. Returns the other members
// with unknown names.
inline constexpr std::size_t kMaxNames = 100;
std::vector<std::string> check_names(const JsonDocument& values, JsonDocument::Id object,
                                     const std::string& place,
                                     std::span<const std::string_view> known,
                                     Complaints& complaints);

// Reports an unknown argument. If it does not change the action (common/formats/call_arguments.h),
// it is noted as ignored; any other refuses the reply.
void report_unknown_argument(const std::string& place, std::string_view name,
                             Complaints& complaints);

// "steps[1].args.x": `place` and a member's name, which may be any text.
std::string member_of(const std::string& place, std::string_view key);
std::string element_of(const std::string& place, std::size_t index);
}  // namespace franz::executor
