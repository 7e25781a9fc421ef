#pragma once
// Shared by marks and overlays while they are drawn on a picture.
#include <optional>
#include <span>
#include <string_view>
#include <vector>
#include "capturer/render/marks.h"
#include "capturer/render/mask.h"
#include "capturer/render/overlays.h"
#include "capturer/render/picture.h"

namespace franz::capturer {
// Source: the dashboard's design; its hover layer and action list use the same two reds.
inline constexpr Color kMarkRed{0xFF, 0x3B, 0x30};
inline constexpr Color kPlateRed{0xB3, 0x13, 0x0B};
inline constexpr Color kMarkWhite{255, 255, 255};

// Whole pixels.
struct Box {
  int left = 0, top = 0, width = 0, height = 0;
};
bool overlap(const Box& a, const Box& b);
bool within(const Box& box, const Box& area);  // completely
inline Box grown(const Box& box, int by) {
  return {box.left - by, box.top - by, box.width + 2 * by, box.height + 2 * by};
}
inline bool contains(const Box& box, Point pixel) {
  return pixel.x >= box.left && pixel.x < box.left + box.width && pixel.y >= box.top &&
         pixel.y < box.top + box.height;
}

// The size of letters and plates on a picture of this size: 1, 2, …; 1 up to about 512x288.
int mark_scale(Size picture);

// How much of a picture a box hides: the pixels in it that differ clearly from the next one to the
// right or below. The part of the box outside the picture counts as 0.
int edges_in(const Picture& picture, const Box& box);

struct MarkSheet {
  // `content`: a real screen's picture without marks and overlays, which must outlive the sheet;
  // null: the canvas.
  MarkSheet(Picture& on, const Picture* content);

  // Converts lengths at scale 1, on the canvas the scale of a 512x288 picture.
  int pixels(int length) const { return length * scale; }
  int units(int sixty_fourths) const { return sixty_fourths * fineness / kUnits; }

  // The radius of a click's circle, in units. On a real screen it leaves a short label readable.
  int ring_radius() const { return units(content == nullptr ? 7 * kUnits : 10 * kUnits); }

  bool inside(const Box& box) const;  // completely in the picture

  // The cost of hiding the content of a box, in pixels of distance; 0 on the canvas.
  int hidden_by(const Box& box) const;

  Picture& picture;
  const Picture* content;
  Mask mask;
  int scale;               // 1, 2, …: letters and plates grow by whole dots
  bool small;              // the picture is so low that numbers use the three-dot digits
  int fineness;            // of shapes: 64 per whole scale, less on a small picture
  std::vector<Box> taken;  // by texts and panels; must stay free of other texts
  int foot = 0;            // rows at the bottom edge that the banner covers
};

// A pixel that marks cover, and the importance that it stays visible.
struct MarkedSpot {
  Point pixel;
  int weight;          // in pixels of distance
  std::size_t action;  // index in the list
  bool start;          // an action's start may be covered by its own number
};
std::vector<MarkedSpot> marked_spots(int scale, std::span<const MarkedAction> actions);

// The actions of the plan that get marks.
std::span<const MarkedAction> marked_actions(const MarkPlan& plan);

// The area of the red marks, for the overlays, which are laid out before them.
struct MarkedGround {
  std::vector<MarkedSpot> spots;
  std::string badge;                 // text; empty: none
  const Picture* content = nullptr;  // see MarkSheet
};

// The badge's box, with its rim, at least `foot` rows above the bottom edge; nothing if the text is
// empty or the picture is too small.
std::optional<Box> badge_box(Size picture, const MarkedGround& ground, int foot);

// In painting order.
void draw_overlays(MarkSheet& sheet, const OverlayPlan& plan, const MarkedGround& marks);
void draw_marks(MarkSheet& sheet, const MarkPlan& plan, const MarkedGround& ground);

// The parts of the marks, also in painting order.
void draw_trails(MarkSheet& sheet, std::span<const MarkedAction> actions);
void draw_strokes(MarkSheet& sheet, std::span<const MarkedAction> actions);
void draw_badge(MarkSheet& sheet, const MarkedGround& ground);
void draw_pointers(MarkSheet& sheet, const std::optional<MarkedPointer>& previous,
                   const std::optional<MarkedPointer>& cursor);
void draw_numbers(MarkSheet& sheet, std::span<const MarkedAction> actions,
                  std::span<const MarkedSpot> spots);

// A line of letters on a plate with round corners; `box` is the plate.
void draw_label(MarkSheet& sheet, const Box& box, std::string_view text, Color ground,
                int ground_alpha, int text_alpha);

}  // namespace franz::capturer
