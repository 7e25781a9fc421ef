#include "common/run/foreign_requests.h"
#include <gtest/gtest.h>
#include "tests/common/run/observe_dialogue.h"

namespace franz {
namespace {
// Any number of requests gives one line a minute, with a count.
TEST(ForeignRequests, AreReportedOnceAMinute) {
  for (const bool page : {false, true}) {
    Dialogue talk;
    talk.from_page = page;
    const std::string kind = page ? "page " : "log ";
    const std::string line = kind + "foreign request: POST /v1/chat/completions: status 200" +
                             (page ? " (asked by a web page: it has an Origin header)" : "");
    for (std::uint64_t i = 1; i <= 500; ++i) {
      talk.request(i, std::nullopt, request_body(R"("x")", R"("F")", false));
      talk.answer(i, reply_body(R"("foreign")"), 200, "", true, 1400 + static_cast<double>(i));
    }
    EXPECT_EQ(talk.said(), Lines{line});
    EXPECT_EQ(talk.observe().due_ms(), 61401);
    if (!page) talk.observe().foreign_missed(1000);
    talk.take(talk.observe().tick(61400));
    EXPECT_EQ(talk.said(), Lines{});
    talk.take(talk.observe().tick(61401));
    EXPECT_EQ(talk.said(),
              Lines{line + "; and " + (page ? "498" : "1498") + " more since the last line"});
    talk.take(talk.observe().tick(999999));
    EXPECT_EQ(talk.said(), Lines{});
    EXPECT_EQ(talk.observe().due_ms(), std::nullopt);
    talk.request(600, std::nullopt, request_body(R"("x")", R"("F")", false));
    talk.answer(600, reply_body(R"("foreign")"), 200, "", true, 2000000);
    talk.request(601, std::nullopt, request_body(R"("x")", R"("F")", false));
    talk.answer(601, reply_body(R"("foreign")"), 200, "", true, 2000001);
    EXPECT_EQ(talk.said(), Lines{line});
    talk.take(talk.observe().finish(2000002));
    EXPECT_EQ(talk.said(), Lines{line});
  }
}
}  // namespace
}  // namespace franz
