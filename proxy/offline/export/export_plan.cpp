#include "proxy/offline/export/export_plan.h"
#include "proxy/offline/export/html_text.h"

namespace franz::proxy {
static std::uint64_t texts_at(const std::vector<TurnCost>& costs, std::size_t level) {
  std::uint64_t sum = 0;
  for (const TurnCost& cost : costs) sum += cost.text[level];
  return sum;
}

static std::uint64_t pictures_at(const std::vector<TurnCost>& costs, std::size_t every) {
  std::uint64_t sum = 0;
  std::size_t index = 0;
  for (const TurnCost& cost : costs)
    if (cost.picture > 0 && index++ % every == 0) sum += cost.picture;
  return sum;
}

static std::size_t count_pictures(const std::vector<TurnCost>& costs) {
  std::size_t count = 0;
  for (const TurnCost& cost : costs) count += cost.picture > 0 ? 1 : 0;
  return count;
}

ExportPlan plan_export(std::uint64_t frame, const std::vector<TurnCost>& costs,
                       std::uint64_t max_bytes) {
  const std::uint64_t room = max_bytes > frame ? max_bytes - frame : 0;
  ExportPlan plan;
  plan.turns = costs.size();
  const std::uint64_t whole = texts_at(costs, 0);
  if (whole <= room) {
    // Thin out evenly, so that the run can be followed to its end.
    for (plan.picture_every = 1; plan.picture_every <= count_pictures(costs); ++plan.picture_every)
      if (whole + pictures_at(costs, plan.picture_every) <= room) return plan;
    plan.picture_every = count_pictures(costs) == 0 ? 1 : 0;
    return plan;
  }
  plan.picture_every = 0;
  while (plan.level + 1 < kTextLevels.size() && texts_at(costs, plan.level) > room) ++plan.level;
  std::uint64_t sum = texts_at(costs, plan.level);
  while (plan.turns > 0 && sum > room) sum -= costs[--plan.turns].text[plan.level];
  return plan;
}

std::string size_text(std::uint64_t bytes) {
  if (bytes >= 10U << 20U) return grouped(bytes >> 20U) + " MiB";
  if (bytes >= 10U << 10U) return grouped(bytes >> 10U) + " KiB";
  return grouped(bytes) + " bytes";
}

std::vector<std::string> left_out_by(const ExportPlan& plan, const std::vector<TurnCost>& costs,
                                     std::uint64_t max_bytes) {
  std::vector<std::string> lines;
  const std::size_t pictures = count_pictures(costs);
  if (plan.picture_every == 0 && pictures > 0) {
    lines.push_back("All " + grouped(pictures) + " pictures.");
  } else if (plan.picture_every > 1) {
    const std::size_t kept = (pictures + plan.picture_every - 1) / plan.picture_every;
    lines.push_back(grouped(pictures - kept) + " of " + grouped(pictures) + " pictures; one in " +
                    std::to_string(plan.picture_every) + " is kept.");
  }
  if (plan.level > 0)
    lines.push_back("The ends of texts longer than " + size_text(kTextLevels[plan.level]) + ".");
  if (plan.turns < costs.size())
    lines.push_back("The last " + grouped(costs.size() - plan.turns) + " of " +
                    grouped(costs.size()) + " turns.");
  if (!lines.empty())
    lines.push_back("The limit is " + size_text(max_bytes) + "; the run folder has all of it.");
  return lines;
}
}  // namespace franz::proxy
