#include "capturer/render/overlay_grid.h"
#include <algorithm>

namespace franz::capturer {
namespace {
constexpr int kMiniSides = 1, kTextSides = 2;  // dots of background around a text

// The lines of one axis. `at`: start of the area, `length`: its pixels.
std::vector<GridLine> lines_along(int at, int length, int first, int whole,
                                  const GridMeasures& measures) {
  std::vector<GridLine> lines;
  const int end = std::min(whole, first + length / measures.zoom);
  const int before = std::max(0, first - 1) / measures.minor;  // the last line outside, or 0
  for (int value = (before + 1) * measures.minor; value < end; value += measures.minor) {
    lines.push_back({at + (value - first) * measures.zoom, value, value % measures.major == 0});
  }
  return lines;
}

OverlayText number_of(const GridLine& line, const GridMeasures& measures) {
  return overlay_text(std::to_string(line.value), measures.number_dot,
                      !line.major || measures.mini_majors);
}

int widest(int whole, bool major, const GridMeasures& measures) {
  return number_of({0, std::max(whole - 1, 0), major}, measures).plate.width;
}

// The distance between minor numbers, in pixels of the shown picture; 0: none. Their neighbours are
// minor and major numbers.
int minor_step(Size whole, const GridMeasures& measures) {
  const int side = std::max(whole.width, whole.height);
  const int minor = widest(side, false, measures), major = widest(side, true, measures);
  const int room = (minor + std::max(minor, major)) / 2 + 2 * measures.number_dot;
  for (const int step : {measures.minor, 2 * measures.minor}) {
    if (measures.major % step == 0 && room <= step * measures.zoom) return step;
  }
  return 0;
}

enum class Edge { top, left };

class Numbers {
 public:
  Numbers(const Box& area, const GridMeasures& measures, const std::vector<Box>& taken)
      : area_(area), measures_(measures), taken_(taken) {}

  // Places the number at its line and the area's edge: centred on the line, or moved inwards until
  // it is completely visible.
  void add(const GridLine& line, Edge edge) {
    OverlayText number = number_of(line, measures_);
    Box& plate = number.plate;
    plate.left = area_.left;
    plate.top = area_.top;
    if (edge == Edge::top) {
      const int right_most = area_.left + area_.width - plate.width;
      plate.left = std::min(line.at + measures_.zoom / 2 - plate.width / 2, right_most);
    } else {
      const int lowest = area_.top + area_.height - plate.height;
      plate.top = std::min(line.at + measures_.zoom / 2 - plate.height / 2, lowest);
    }
    if (!within(plate, area_)) return;
    if (std::ranges::any_of(taken_, [&](const Box& other) { return overlap(plate, other); })) {
      return;
    }
    taken_.push_back(plate);
    numbers_.push_back(std::move(number));
  }

  std::vector<OverlayText> take() { return std::move(numbers_); }

 private:
  const Box area_;
  const GridMeasures measures_;
  std::vector<Box> taken_;
  std::vector<OverlayText> numbers_;
};
}  // namespace

OverlayText overlay_text(std::string text, int dot, bool mini) {
  const int sides = 2 * (mini ? kMiniSides : kTextSides);
  const int width = mini ? mini_width(text) : text_width(text);
  const int height = mini ? kMiniRows : kCapRows;
  const Box plate{0, 0, (width + sides) * dot, (height + sides) * dot};
  return {plate, std::move(text), dot, mini};
}

GridLayout lay_out_grid(const GridView& view, const GridMeasures& measures,
                        const std::vector<Box>& taken) {
  const Box& area = view.area;
  GridLayout grid;
  grid.columns = lines_along(area.left, area.width, view.first.x, view.whole.width, measures);
  grid.rows = lines_along(area.top, area.height, view.first.y, view.whole.height, measures);
  Numbers numbers(area, measures, taken);
  // Major numbers are placed first.
  const int step = minor_step(view.whole, measures);
  for (const bool major : {true, false}) {
    if (!major && step == 0) break;
    const auto add = [&](const std::vector<GridLine>& lines, Edge edge) {
      for (const GridLine& line : lines) {
        if (line.major == major && (major || line.value % step == 0)) numbers.add(line, edge);
      }
    };
    add(grid.columns, Edge::top);
    add(grid.rows, Edge::left);
  }
  grid.numbers = numbers.take();
  return grid;
}

Size number_strips(Size picture, const GridMeasures& measures) {
  return {std::max(widest(picture.height, true, measures), widest(picture.height, false, measures)),
          overlay_text("0", measures.number_dot, measures.mini_majors).plate.height};
}
}  // namespace franz::capturer
