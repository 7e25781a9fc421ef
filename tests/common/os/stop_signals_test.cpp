#include "common/os/stop_signals.h"
#include <gtest/gtest.h>
#include <cstdint>
#include <utility>

namespace franz {
// As timeout(1) sends it: to the process and immediately to its group. Repeated Ctrl-C by a person
// counts after a second and is not postponed forever.
TEST(StopRequests, TakesSignalsWithinASecondForOneRequest) {
  StopRequests requests;
  for (const auto& [now_ms, number] : {std::pair<std::int64_t, int>{5000, 1},
                                       {5000, 0},
                                       {5600, 0},
                                       {5999, 0},
                                       {6000, 2},
                                       {6400, 0},
                                       {9000, 3}})
    EXPECT_EQ(requests.number_of(now_ms), number) << now_ms;
}
}  // namespace franz
