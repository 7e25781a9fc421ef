#include "common/formats/uitars/boxed_places.h"
#include <gtest/gtest.h>

namespace franz {
TEST(BoxedPlaces, HaveTheirTokensRestored) {
  const struct {
    const char *token, *expected;
  } rows[] = {
      {R"j("click(start_box='(1,2)')")j",
       R"j("click(start_box='<|box_start|>(1,2)<|box_end|>')")j"},
      {R"j("click(start_box=\u0027(1, 2)\u0027)\n")j",
       R"j("click(start_box=\u0027<|box_start|>(1, 2)<|box_end|>\u0027)\n")j"},
      {R"j("click(start_box=\"(1,2)\")")j",
       R"j("click(start_box=\"<|box_start|>(1,2)<|box_end|>\")")j"},
      {R"j("drag(start_box='(1,2)', end_box='(3.5,-4)')\n\nclick(start_box='(1,2,3,4)')")j",
       R"j("drag(start_box='<|box_start|>(1,2)<|box_end|>', end_box='<|box_start|>(3.5,-4)<|box_end|>')\n\nclick(start_box='<|box_start|>(1,2,3,4)<|box_end|>')")j"},
      // Nothing to restore.
      {R"j("click(start_box='<|box_start|>(1,2)<|box_end|>')")j",
       R"j("click(start_box='<|box_start|>(1,2)<|box_end|>')")j"},
      {R"j("click(start_box='\u003c|box_start|>(1,2)<|box_end|>')")j",
       R"j("click(start_box='\u003c|box_start|>(1,2)<|box_end|>')")j"},
      {R"j("click(point='<point>1 2</point>')")j", R"j("click(point='<point>1 2</point>')")j"},
      {R"j("click(start_box='(1,2)")j", R"j("click(start_box='(1,2)")j"},
      {R"j("click(start_box='(1,2)\u0027)")j", R"j("click(start_box='(1,2)\u0027)")j"},
      {R"j("click(start_box='(a)')")j", R"j("click(start_box='(a)')")j"},
      {R"j("click(start_box='()')")j", R"j("click(start_box='()')")j"},
      {R"j("click(my_box='(1,2)')")j", R"j("click(my_box='(1,2)')")j"},
      {R"j("_box=")j", R"j("_box=")j"},
      {"_box='(", "_box='("},
      {"start_box='(1", "start_box='(1"},
      {R"j("")j", R"j("")j"},
      {"", ""},
  };
  for (const auto& [token, expected] : rows) EXPECT_EQ(with_boxed_places(token), expected) << token;
}
}  // namespace franz
