#pragma once
// What the tests of the demo model's formats check in a run.
#include <gtest/gtest.h>
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>
#include "proxy/demo_vlm/drawing_plan.h"
#include "proxy/demo_vlm/picture.h"

namespace franz::demo_vlm {
inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

inline std::ptrdiff_t count_with(const std::vector<std::string>& texts, const std::string& part) {
  return std::ranges::count_if(texts,
                               [&](const std::string& text) { return contains(text, part); });
}

// Every stroke of the drawing is there.
inline void expect_whole(const Picture& picture, const Drawing& drawing) {
  for (const Part& part : drawing.parts)
    for (const PlannedCall& call : part.calls)
      EXPECT_EQ(look_for(picture, call), Sight::there) << part.name << to_text(call);
}
}  // namespace franz::demo_vlm
