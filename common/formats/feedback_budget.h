#pragma once
// The size of the feedback about one reply, whatever the reply is. A runaway reply of 22 KB of
// broken calls was once answered with 189 KB of faults, and the context was full after two turns.
#include <cstddef>

namespace franz {
inline constexpr std::size_t kMaxFeedback = 2000;  // bytes

// All texts about one reply take from one budget. The first one that does not fit ends it, so that
// what is left out always comes after what is kept.
class FeedbackBudget {
 public:
  explicit FeedbackBudget(std::size_t bytes = kMaxFeedback) : left_(bytes) {}

  // Returns false where so many bytes are not left; the caller counts its text or shortens it.
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
