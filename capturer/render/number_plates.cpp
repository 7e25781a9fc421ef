// The numbers of the classic marks: each on a plate next to its mark, without overlaps.
#include <algorithm>
#include <optional>
#include <string>
#include "capturer/render/capsule.h"
#include "capturer/render/mark_sheet.h"

namespace franz::capturer {
namespace {
// Pixels at scale 1.
constexpr int kPlateRise = 2, kPlateSides = 3;
constexpr int kSmallRise = 2, kSmallSides = 3;
constexpr int kBesideClick = 13, kBesideStart = 10;  // from the spot to the plate's middle
constexpr int kBesideOnScreen = 21;  // the same on a real screen, where a target is often a button
constexpr int kBesideText = 3, kAboveUnderline = 4;  // after a text, at the height of its letters
constexpr int kFurther = 11;                         // between two attempts
constexpr int kTries = 5;
constexpr std::size_t kMostPlates = 40;
constexpr int kRoomyArrow = 44;  // an arrow of this length carries its number on its start

constexpr int kPlateRim = 56;  // units: the white border of a plate
constexpr int kLeader = 70;    // units: the line to a plate that had to be moved away
constexpr int kLeaderAlpha = 200;

// Parts that a plate should not cover. Weights are in pixels of distance.
constexpr int kTipWeight = 14, kShaftWeight = 3;
constexpr int kSampleEvery = 6;            // pixels along an arrow
constexpr std::size_t kMaxSamples = 2000;  // limits the time for hundreds of actions

// Eight directions, upwards first, as multiples of 1/5 of a step: 3, 4 and 5 make right triangles,
// so the directions approximate a circle.
constexpr Point kDirections[] = {{0, -5}, {5, 0},   {-5, 0}, {0, 5},
                                 {4, -4}, {-4, -4}, {4, 4},  {-4, 4}};

struct Place {
  Box plate;
  Point middle;  // pixels
  int cost;
};

// Many plates would hide the drawing, so only each second, fifth, … action has its number.
int number_step(std::size_t actions) {
  for (const int step : {1, 2, 5}) {
    if (actions <= kMostPlates * static_cast<std::size_t>(step)) return step;
  }
  return 10;
}

Box plate_around(const MarkSheet& sheet, Point middle, std::string_view digits) {
  const int width =
      sheet.small ? mini_width(digits) + 2 * kSmallSides : text_width(digits) + 2 * kPlateSides;
  const int height = sheet.small ? kMiniRows + 2 * kSmallRise : kCapRows + 2 * kPlateRise;
  return {middle.x - sheet.pixels(width) / 2, middle.y - sheet.pixels(height) / 2,
          sheet.pixels(width), sheet.pixels(height)};
}

// The anchor of an action's number: the centre of a click, the start of an arrow, the end of the
// last underline.
Point anchor_of(const MarkedAction& action) {
  Point spot = action.from;
  if (action.kind == ActionKind::type && !action.underlines.empty()) {
    spot = {action.underlines.back().right, action.underlines.back().y};
  }
  return {spot.x / kUnits, spot.y / kUnits};
}

std::optional<Place> find_place(const MarkSheet& sheet, std::span<const MarkedAction> actions,
                                std::size_t index, std::span<const MarkedSpot> samples,
                                std::string_view digits) {
  const MarkedAction& action = actions[index];
  const Point anchor = anchor_of(action);
  const bool click = action.kind != ActionKind::drag && action.kind != ActionKind::type;
  const bool on_screen = sheet.content != nullptr;
  std::optional<Place> best;
  const auto consider = [&](Point middle, int cost) {
    const Box plate = plate_around(sheet, middle, digits);
    if ((best && cost >= best->cost) || !sheet.inside(plate)) return;
    const Box wide = grown(plate, sheet.pixels(1));
    for (const Box& other : sheet.taken) {
      if (overlap(wide, other)) return;
    }
    const Box clear = on_screen ? grown(wide, sheet.ring_radius() / kUnits) : wide;
    for (const MarkedSpot& there : samples) {
      if (there.action == index && there.start && !click && !on_screen) continue;
      if (contains(clear, there.pixel)) cost += there.weight;
    }
    cost += sheet.hidden_by(wide);
    if (!best || cost < best->cost) best = Place{plate, middle, cost};
  };
  const std::int64_t dx = action.to.x - action.from.x, dy = action.to.y - action.from.y;
  const int length = static_cast<int>(integer_sqrt(dx * dx + dy * dy)) / kUnits;
  if (action.kind == ActionKind::type) {
    // After the text, or before it if it ends at its click.
    const int level = on_screen ? action.from.y / kUnits : anchor.y - sheet.pixels(kAboveUnderline);
    const int beside = plate_around(sheet, anchor, digits).width / 2 + sheet.pixels(kBesideText);
    consider({anchor.x + beside, level}, 0);
    if (!action.underlines.empty()) {
      const int left = action.underlines.back().left / kUnits;
      consider({left - beside, level}, 1);
    }
  } else if (!on_screen && length >= sheet.pixels(kRoomyArrow)) {  // it hides what is dragged
    consider(anchor, 0);
  }
  for (int attempt = 0; attempt < kTries; ++attempt) {
    const int nearest = on_screen ? kBesideOnScreen : click ? kBesideClick : kBesideStart;
    const int distance = nearest + attempt * kFurther;
    for (const Point direction : kDirections) {
      consider({anchor.x + direction.x * sheet.pixels(distance) / 5,
                anchor.y + direction.y * sheet.pixels(distance) / 5},
               distance);
    }
  }
  return best;
}

void draw_plate(MarkSheet& sheet, const Box& plate, std::string_view digits) {
  const int radius = plate.height * kUnits / 2;
  const int middle = plate.top * kUnits + radius;
  const Point left{plate.left * kUnits + radius, middle};
  const Point right{(plate.left + plate.width) * kUnits - radius, middle};
  sheet.mask.stroke(left, right, 2 * (radius + sheet.units(kPlateRim)));
  sheet.picture.paint(sheet.mask, kMarkWhite);
  sheet.mask.stroke(left, right, 2 * radius);
  sheet.picture.paint(sheet.mask, kPlateRed);
  const int width = sheet.small ? mini_width(digits) : text_width(digits);
  const int height = sheet.small ? kMiniRows : kCapRows;
  sheet.mask.dots(sheet.small ? mini_runs(digits) : text_runs(digits),
                  {plate.left + (plate.width - sheet.pixels(width)) / 2,
                   plate.top + (plate.height - sheet.pixels(height)) / 2},
                  sheet.scale);
  sheet.picture.paint(sheet.mask, kMarkWhite);
}

// Draws the line from the mark to the middle of a plate that does not touch it.
void draw_leader(MarkSheet& sheet, const MarkedAction& action, Point middle) {
  const Point anchor = anchor_of(action);
  const Point from = pixel_centre(anchor), to = pixel_centre(middle);
  const std::int64_t dx = to.x - from.x, dy = to.y - from.y;
  const std::int64_t length = integer_sqrt(dx * dx + dy * dy);
  const bool click = action.kind != ActionKind::drag && action.kind != ActionKind::type;
  const int clear = click ? sheet.ring_radius() : 0;
  if (length <= clear) return;
  sheet.mask.stroke({static_cast<int>(from.x + dx * clear / length),
                     static_cast<int>(from.y + dy * clear / length)},
                    to, sheet.units(kLeader));
}
}  // namespace

std::vector<MarkedSpot> marked_spots(int scale, std::span<const MarkedAction> actions) {
  std::vector<MarkedSpot> spots;
  const auto add = [&](Point spot, int weight, std::size_t action, bool start) {
    spots.push_back({{spot.x / kUnits, spot.y / kUnits}, weight, action, start});
  };
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const auto& [kind, number, from, to, underlines] = actions[i];
    add(from, kTipWeight, i, true);
    if (kind != ActionKind::drag) continue;
    add(to, kTipWeight, i, false);
    const std::int64_t dx = to.x - from.x, dy = to.y - from.y;
    const int apart = kUnits * kSampleEvery * scale;
    const std::int64_t steps = integer_sqrt(dx * dx + dy * dy) / apart;
    for (std::int64_t step = 1; step < steps && spots.size() < kMaxSamples; ++step) {
      add({static_cast<int>(from.x + dx * step / steps),
           static_cast<int>(from.y + dy * step / steps)},
          kShaftWeight, i, false);
    }
  }
  return spots;
}

void draw_numbers(MarkSheet& sheet, std::span<const MarkedAction> actions,
                  std::span<const MarkedSpot> spots) {
  struct Numbered {
    Box plate;
    std::string digits;
  };
  std::vector<Numbered> plates;
  const auto number = [&](std::size_t index, bool must) {
    const MarkedAction& action = actions[index];
    if (action.kind == ActionKind::other) return;
    const std::string digits = std::to_string(action.number);
    std::optional<Place> place = find_place(sheet, actions, index, spots, digits);
    if (!place && must) {
      const Point anchor = anchor_of(action);
      place = Place{plate_around(sheet, anchor, digits), anchor, 0};
    }
    if (!place) return;
    draw_leader(sheet, action, place->middle);
    sheet.taken.push_back(place->plate);
    plates.push_back({place->plate, digits});
  };
  // The last action is the most important, then the first.
  if (!actions.empty()) number(actions.size() - 1, true);
  const int every = number_step(actions.size());
  for (std::size_t i = 0; i + 1 < actions.size(); ++i) {
    if (i == 0 || actions[i].number % every == 0) number(i, i == 0);
  }
  sheet.picture.paint(sheet.mask, kMarkRed, kLeaderAlpha);
  for (const auto& [plate, digits] : plates) draw_plate(sheet, plate, digits);
}
}  // namespace franz::capturer
