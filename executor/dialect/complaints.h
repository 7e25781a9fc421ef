#pragma once
// What is wrong with a reply, in lines for its model: each names the place, what is expected there
// and what was found. `steps[1].args.x: expected an integer, got "12px"`
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
  // The reply as a whole is malformed by it.
  void refuse(const std::string& place, const std::string& what);
  // All the rest of the reply counts.
  void note(const std::string& place, const std::string& what);

  // The first one that refuses the reply.
  const std::optional<std::string>& refusal() const { return refusal_; }
  // UTF-8, one line of at most 500 bytes each: the first ones, at most kMax and kMaxBytes in all,
  // and how many more there are.
  std::vector<std::string> lines() const;
  static constexpr std::size_t kMax = 12;
  // Leaves room in kMaxFeedback for what became of the actions.
  static constexpr std::size_t kMaxBytes = 1600;

 private:
  FeedbackBudget budget_{kMaxBytes};
  std::vector<std::string> lines_;
  std::size_t left_out_ = 0;
  std::optional<std::string> refusal_;
};

// The value as JSON, in quotes if it is a text, cut to what a model needs to find it.
std::string shown(const JsonDocument& values, JsonDocument::Id value);
// A piece of text likewise, in quotes: "Sure! Here…".
std::string shown_text(std::string_view text);

// `"100" was taken as the number 100`: for a value that was put in the wrong JSON type and can mean
// one thing, which the root of `taken` is.
std::string taken_note(const JsonDocument& values, JsonDocument::Id value,
                       const JsonDocument& taken);

// Refuses each member of the object whose name is nearly that of a known one which is missing: "it
// is not known; did you mean steps?" Of the first kMaxNames members. Returned: the others whose
// names are not known.
inline constexpr std::size_t kMaxNames = 100;
std::vector<std::string> check_names(const JsonDocument& values, JsonDocument::Id object,
                                     const std::string& place,
                                     std::span<const std::string_view> known,
                                     Complaints& complaints);

// What becomes of an argument that is not known: one that means nothing for what is done
// (common/formats/call_arguments.h) is noted as ignored, any other refuses the reply.
void report_unknown_argument(const std::string& place, std::string_view name,
                             Complaints& complaints);

// "steps[1].args.x": `place` with a member's name behind it, which may be any text.
std::string member_of(const std::string& place, std::string_view key);
std::string element_of(const std::string& place, std::size_t index);
}  // namespace franz::executor
