#pragma once
// Calls as tests write and compare them.
#include <string>
#include <vector>
#include "common/wire/capturer_messages.h"

namespace franz {
// An invalid call stops the test program.
inline std::vector<Call> calls_of(const std::vector<std::string>& texts) {
  return parse_actions(texts).value();
}

inline std::vector<std::string> texts_of(const std::vector<Call>& calls) {
  std::vector<std::string> texts;
  for (const Call& each : calls) texts.push_back(canonical_text(each));
  return texts;
}
}  // namespace franz
