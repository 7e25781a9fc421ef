#pragma once
// When the live screen is looked at: by one look at a time and at most four in a second, whoever
// asks and how often. Pure.
#include <cstdint>
#include <optional>

namespace franz::proxy {
inline constexpr int kLookRestMs = 250;  // from the end of a look to the next

class LivePace {
 public:
  enum class Next {
    last,  // what the look before found is new enough
    wait,  // the look under way will answer
    look,  // none is under way: the asker begins one, and tells its end by looked()
  };
  // `now_ms`: a clock that never goes back.
  Next asked(std::int64_t now_ms);
  void looked(std::int64_t now_ms);

 private:
  bool looking_ = false;
  std::optional<std::int64_t> looked_ms_;
};
}  // namespace franz::proxy
