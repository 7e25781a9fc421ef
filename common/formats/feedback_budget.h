#pragma once
// Limits the size of the feedback about one reply. A runaway reply of 22 KB of broken calls once
// caused 189 KB of feedback, which filled the context after two turns.
#include <cstddef>

namespace franz {
inline constexpr std::size_t kMaxFeedback = 2000;  // bytes

// A budget shared by all texts about one reply. The first text that does not fit closes it, so all
// omitted texts come after the included ones.
class FeedbackBudget {
 public:
  explicit FeedbackBudget(std::size_t bytes = kMaxFeedback) : left_(bytes) {}

  // Returns false if fewer bytes are left; the caller then counts or shortens its text.
  bool take(std::size_t bytes) {
    if (bytes > left_) {
      left_ = 0;
      return false;
    }
    left_ -= bytes;
    return true;
  }

 private:
  std::size_t left_;
};
}  // namespace franz
