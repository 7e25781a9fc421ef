#include "proxy/calibration_card/card_lines.h"
#include "common/base/json.h"
#include "common/base/json_string.h"

namespace franz::calibration_card {
static std::string pair(int x, int y) {
  return "[" + std::to_string(x) + "," + std::to_string(y) + "]";
}

static Point on_screen(Point place, const Screen& area) {
  return {place.x + area.origin_x, place.y + area.origin_y};
}

std::string shown_line(const Screen& area, const Card& card) {
  const std::vector<std::string> sides{std::to_string(area.origin_x), std::to_string(area.origin_y),
                                       std::to_string(area.width), std::to_string(area.height)};
  std::vector<std::string> targets;
  for (const Point target : card.targets()) {
    const Point at = on_screen(target, area);
    targets.push_back(pair(at.x, at.y));
  }
  return JsonObject().raw("area", json_array(sides)).raw("targets", json_array(targets)).finish();
}

std::string click_line(int number, Point at, const std::optional<Hit>& hit, const Screen& area,
                       const Card& card) {
  JsonObject json;
  json.number("click", static_cast<long long>(number)).raw("clicked", pair(at.x, at.y));
  if (hit) {
    const Point target = on_screen(card.targets()[hit->target], area);
    json.number("target", static_cast<long long>(hit->target))
        .raw("at", pair(target.x, target.y))
        .raw("error", pair(at.x - target.x, at.y - target.y))
        .boolean("again", !hit->is_first);
  } else {
    json.null("target");
  }
  json.number("to_do", static_cast<long long>(card.to_do()));
  return std::move(json).finish();
}

std::string finished_line() { return R"({"finished":true})"; }
}  // namespace franz::calibration_card
