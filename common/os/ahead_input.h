#pragma once
// The standard input of a program that was started ahead (--ahead): a request, a line of JSON, and
// behind it the word that it may be acted on, a line "go". What needs nothing but the request is
// made in between, while whoever asks saves what the request follows from.
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz {
// The second line.
inline constexpr std::string_view kMayAct = "go";

class AheadInput {
 public:
  // Waits for the request. Nothing: the input ended without one. Failure: it is longer than
  // `max_bytes`, or the input ends in its middle.
  Result<std::optional<std::string>> request(std::size_t max_bytes);

  // Waits for the word. False: the input ended without it, for whoever asked has ended or thought
  // better of it; nothing may be changed then. Any thread; known from then on.
  bool may_act();

 private:
  std::string rest_;  // what was read behind the request
  std::mutex mutex_;
  std::optional<bool> may_act_;
};
}  // namespace franz
