#include "executor/reply_form.h"
#include <gtest/gtest.h>

namespace franz::executor {
namespace {
using Names = std::vector<std::string>;

TEST(ReplyForm, NamesTheSkippedParts) {
  EXPECT_EQ(passed_over_in({R"("plain\n")", {}}), Names{});
  EXPECT_EQ(passed_over_in({R"("\ufeffa")", {}}), (Names{"byte_order_mark"}));
  EXPECT_EQ(passed_over_in({"\"\xEF\xBB\xBF"
                            "a\"",
                            {}}),
            (Names{"byte_order_mark"}));
  EXPECT_EQ(passed_over_in({R"("<think>a</think>b\r\nc")", {}}), (Names{"thoughts", "crlf"}));
  EXPECT_EQ(passed_over_in({R"("a\\r\\n")", {}}), Names{});
}
}  // namespace
}  // namespace franz::executor
