#include "capturer/render/overlay_layout.h"
#include <algorithm>
#include <initializer_list>

namespace franz::capturer {
namespace {
constexpr int kMinor = 50, kMajor = 200, kInsetMinor = 10, kInsetMajor = 50;  // pixels
constexpr int kLargestNumberDot = 7;  // 8192 pixels: a number still fits between two major lines

constexpr int kBannerShare = 5;  // the banner takes at most this part of the height
// The inset takes about 2/7 and 1/3 of the picture's sides, at most half.
constexpr int kFewestColumns = 13, kFewestRows = 9;  // magnified pixels

// Pixels at scale 1.
constexpr int kLabelClear = 9;  // between pointer and label, for a click's ring
constexpr int kPanelMargin = 3;
constexpr int kAroundSource = 4;
constexpr int kAroundPointer = 6;  // a number at the picture's edge must not hide the pointer

int text_dot(int scale) { return std::max(1, (2 * scale + 1) / 3); }
int line_width(int scale) { return (scale / 3) | 1; }  // odd, so that it has a middle

GridMeasures grid_measures(int scale) {
  return {kMinor, kMajor, 1, std::min(kLargestNumberDot, text_dot(scale)), false};
}

GridMeasures inset_measures(int scale) {
  return {kInsetMinor, kInsetMajor, kInsetZoom, std::min(kLargestNumberDot, text_dot(scale)), true};
}

std::string place_text(Point at) {
  return "(" + std::to_string(at.x) + "," + std::to_string(at.y) + ")";
}

// The first text that fits into the space; nothing if none does.
std::optional<OverlayText> first_that_fits(const std::vector<std::string>& texts, Size room,
                                           int dot) {
  for (const std::string& text : texts) {
    OverlayText candidate = overlay_text(text, dot);
    if (candidate.plate.width <= room.width && candidate.plate.height <= room.height) {
      return candidate;
    }
  }
  return std::nullopt;
}

void centre_in(OverlayText& text, const Box& box) {
  text.plate.left = box.left + (box.width - text.plate.width) / 2;
  text.plate.top = box.top + (box.height - text.plate.height) / 2;
}

bool meets(const Box& box, const std::vector<Box>& others) {
  return std::ranges::any_of(others, [&](const Box& other) { return overlap(box, other); });
}

int weight_of_marks(const Box& box, const MarkedGround& marks) {
  int weight = 0;
  for (const MarkedSpot& spot : marks.spots) weight += contains(box, spot.pixel) ? spot.weight : 0;
  return weight;
}

class Layout {
 public:
  Layout(Size picture, const OverlayPlan& plan, const MarkedGround& marks)
      : size_(picture),
        scale_(mark_scale(picture)),
        dot_(text_dot(scale_)),
        plan_(plan),
        marks_(marks) {
    layout_.line = line_width(scale_);
  }

  OverlayLayout make() {
    if (plan_.on.banner) place_banner();
    // The badge is no overlay, but its known place is kept free.
    badge_ = badge_box(size_, marks_, layout_.banner ? layout_.banner->height : 0);
    if (badge_) layout_.taken.push_back(*badge_);
    if (plan_.on.inset && plan_.pointer) place_inset(*plan_.pointer);
    if (plan_.on.crosshair && plan_.pointer) place_crosshair(*plan_.pointer);
    if (plan_.on.grid) place_grid();
    return std::move(layout_);
  }

 private:
  int pixels(int length) const { return length * scale_; }

  void place_banner() {
    const std::string size = std::to_string(size_.width) + "x" + std::to_string(size_.height);
    const std::string corner = place_text({size_.width - 1, size_.height - 1}) + " bottom right";
    std::optional<OverlayText> text = first_that_fits(
        {size + " px, (0,0) top left, " + corner, size + " px, " + corner, size + " px", size},
        {size_.width, size_.height / kBannerShare}, dot_);
    if (!text) return;
    const int height = text->plate.height;
    layout_.banner = Box{0, size_.height - height, size_.width, height};
    centre_in(*text, *layout_.banner);
    layout_.banner_text = std::move(text);
    layout_.taken.push_back(*layout_.banner);
  }

  // The strips along the edges that contain the grid's numbers.
  Size strips() const {
    return plan_.on.grid ? number_strips(size_, grid_measures(scale_)) : Size{};
  }

  void place_inset(Point at) {
    Size pixels_seen{std::max(kFewestColumns, size_.width * 2 / 7 / kInsetZoom) | 1,
                     std::max(kFewestRows, size_.height / 3 / kInsetZoom) | 1};
    pixels_seen.width = std::min(pixels_seen.width, 2 * pixels_seen.height + 1);
    pixels_seen.height = std::min(pixels_seen.height, pixels_seen.width);
    const int frame = 2 * layout_.line;
    const Size view{pixels_seen.width * kInsetZoom, pixels_seen.height * kInsetZoom};
    std::optional<OverlayText> legend =
        first_that_fits({"6x centre=" + place_text(at), "6x " + place_text(at)},
                        {view.width, view.height / 2}, dot_);
    const Size panel{view.width + 2 * frame,
                     view.height + 2 * frame + (legend ? legend->plate.height : 0)};
    if (panel.width > size_.width / 2 || panel.height > size_.height / 2) return;

    const Point first{at.x - pixels_seen.width / 2, at.y - pixels_seen.height / 2};
    const Box source{first.x, first.y, pixels_seen.width, pixels_seen.height};
    const std::optional<Box> place = corner_for(panel, grown(source, pixels(kAroundSource)), at);
    if (!place) return;
    InsetLayout inset{*place, {place->left + frame, place->top + frame, view.width, view.height},
                      first,  at,
                      {},     std::move(legend)};
    if (inset.legend) {
      Box foot = inset.view;
      foot.top += foot.height;
      foot.height = inset.legend->plate.height;
      centre_in(*inset.legend, foot);
    }
    inset.grid = lay_out_grid({inset.view, first, size_}, inset_measures(scale_), {});
    layout_.taken.push_back(inset.panel);
    layout_.inset = std::move(inset);
  }

  // The corner that leaves the pointer's surroundings free and has the fewest marks below the
  // panel; if several are equal, the one opposite the pointer. Nothing: no corner is free.
  std::optional<Box> corner_for(Size panel, const Box& surroundings, Point pointer) const {
    const int margin = pixels(kPanelMargin);
    const Size strip = strips();
    const int left = strip.width + margin, right = size_.width - margin - panel.width;
    const int top = strip.height + margin;
    int lowest = size_.height - margin - panel.height;
    if (layout_.banner) lowest -= layout_.banner->height;
    if (right < left || lowest < top) return std::nullopt;
    const bool at_left = 2 * pointer.x < size_.width, at_top = 2 * pointer.y < size_.height;
    std::optional<Box> best;
    int least = 0;
    for (const bool opposite_x : {true, false}) {
      for (const bool opposite_y : {true, false}) {
        Box box{at_left == opposite_x ? right : left, at_top == opposite_y ? lowest : top,
                panel.width, panel.height};
        if (badge_ && overlap(box, *badge_)) box.top = badge_->top - margin - box.height;
        if (box.top < top || overlap(box, surroundings)) continue;
        const int weight = weight_of_marks(box, marks_);
        if (best && weight >= least) continue;
        best = box;
        least = weight;
      }
    }
    return best;
  }

  void place_crosshair(Point at) {
    CrosshairLayout crosshair{at, {}};
    crosshair.label = label_for(at, "cursor=" + place_text(at));
    if (!crosshair.label) crosshair.label = label_for(at, place_text(at));
    if (crosshair.label) layout_.taken.push_back(crosshair.label->plate);
    layout_.crosshair = std::move(crosshair);
  }

  void place_grid() {
    std::vector<Box> taken = layout_.taken;
    if (plan_.pointer) {
      taken.push_back(grown({plan_.pointer->x, plan_.pointer->y, 1, 1}, pixels(kAroundPointer)));
    }
    layout_.grid = lay_out_grid({{0, 0, size_.width, size_.height}, {0, 0}, size_},
                                grid_measures(scale_), taken);
    for (const OverlayText& number : layout_.grid->numbers) {
      layout_.taken.push_back(number.plate);
    }
  }

  // A place beside the pointer, between the arms of the cross-hair, that is free of other texts and
  // covers the fewest marks; near places are preferred. Nothing: no room.
  std::optional<OverlayText> label_for(Point at, const std::string& said) const {
    OverlayText label = overlay_text(said, dot_);
    const Size strip = strips();
    const Box numbers_above{0, 0, size_.width, strip.height};
    const Box numbers_beside{0, 0, strip.width, size_.height};
    const Box whole{0, 0, size_.width, size_.height};
    const int clear = pixels(kLabelClear);
    std::optional<Box> best;
    int least = 0;
    for (const int away : {0, 1, 2}) {
      for (const bool below : {false, true}) {
        for (const bool before : {false, true}) {
          Box box = label.plate;
          box.left = before ? at.x - clear - box.width : at.x + clear + 1;
          const int distance = clear + away * box.height;
          box.top = below ? at.y + distance + 1 : at.y - distance - box.height;
          if (!within(box, whole) || meets(box, layout_.taken)) continue;
          // Spots are the centres of marks; the ring around one must not cover the letters.
          int weight = weight_of_marks(grown(box, clear), marks_) + away;
          if (strip.width > 0 && (overlap(box, numbers_above) || overlap(box, numbers_beside))) {
            weight += kNumbersWeight;
          }
          if (best && weight >= least) continue;
          best = box;
          least = weight;
        }
      }
    }
    if (!best) return std::nullopt;
    label.plate = *best;
    return label;
  }

  static constexpr int kNumbersWeight = 8;  // a label should not cover numbers of the grid

  const Size size_;
  const int scale_, dot_;
  const OverlayPlan& plan_;
  const MarkedGround& marks_;
  std::optional<Box> badge_;
  OverlayLayout layout_;
};
}  // namespace

OverlayLayout lay_out_overlays(Size picture, const OverlayPlan& plan, const MarkedGround& marks) {
  return Layout(picture, plan, marks).make();
}
}  // namespace franz::capturer
