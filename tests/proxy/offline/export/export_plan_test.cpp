#include "proxy/offline/export/export_plan.h"
#include <gtest/gtest.h>

namespace franz::proxy {
namespace {
TurnCost cost(std::uint64_t whole, std::uint64_t cut64, std::uint64_t cut8, std::uint64_t cut1,
              std::uint64_t picture) {
  return {{whole, cut64, cut8, cut1}, picture};
}

TEST(ExportPlan, OmitsPicturesThenTextsThenTurns) {
  const std::vector<TurnCost> costs(9, cost(100, 50, 20, 10, 1000));
  const struct {
    std::uint64_t max;
    ExportPlan plan;
  } cases[] = {
      {10'000, {0, 1, 9}},  // 100 + 9 * 1100
      {9'999, {0, 2, 9}},   // five pictures
      {4'000, {0, 3, 9}},   // three
      {2'000, {0, 9, 9}},   // one
      {1'999, {0, 0, 9}},   // none
      {1'000, {0, 0, 9}},  {999, {1, 0, 9}}, {300, {2, 0, 9}}, {190, {3, 0, 9}},
      {189, {3, 0, 8}},    {100, {3, 0, 0}}, {0, {3, 0, 0}},
  };
  for (const auto& each : cases) {
    const ExportPlan plan = plan_export(100, costs, each.max);
    EXPECT_EQ(plan, each.plan) << each.max << ": level " << plan.level << ", every "
                               << plan.picture_every << ", turns " << plan.turns;
  }
  EXPECT_EQ(plan_export(100, {}, 1000), (ExportPlan{0, 1, 0}));
}

TEST(ExportPlan, ListsItsOmissions) {
  const std::vector<TurnCost> costs(9, cost(100, 50, 20, 10, 1000));
  const auto said = [&](const ExportPlan& plan) { return left_out_by(plan, costs, 2000); };
  using Lines = std::vector<std::string>;
  const std::string limit = "The limit is 2,000 bytes; the run folder has all of it.";
  EXPECT_EQ(said({0, 1, 9}), Lines{});
  EXPECT_EQ(said({0, 3, 9}), (Lines{"6 of 9 pictures; one in 3 is kept.", limit}));
  EXPECT_EQ(said({2, 0, 7}), (Lines{"All 9 pictures.", "The ends of texts longer than 8,192 bytes.",
                                    "The last 2 of 9 turns.", limit}));
}
}  // namespace
}  // namespace franz::proxy
