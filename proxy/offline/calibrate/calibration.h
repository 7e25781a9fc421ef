#pragma once
// The measurement of `proxy calibrate`: the distance between a card's targets and a model's clicks,
// in pixels of the screen and of the picture that the model saw.
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz::proxy {
// A monitor, the picture of it, and the coordinates that the model uses. There are `monitors` equal
// monitors side by side, and the card covers the last one.
struct CalibrationCase {
  std::string profile;
  std::string coordinates;  // as in [agent] coordinates
  Size monitor, picture;    // pixels
  int monitors = 1;
};

// The size of all monitors together, and the area that the card covers, in pixels of the screen.
Size screen_of(const CalibrationCase& of);
Screen card_area(const CalibrationCase& of);

// The results in the lines that a card prints (calibration_card's card_lines.h).
class CalibrationResult {
 public:
  // Adds a line of the card. Failure: why the line is invalid.
  Status take(std::string_view line);

  Size card() const { return card_; }  // pixels; 0x0: the card was not shown yet
  int targets() const { return targets_; }
  int hit() const { return hit_; }        // targets that were clicked
  int misses() const { return misses_; }  // clicks outside every target
  bool finished() const { return finished_; }
  // The largest distance of a hit from its target's middle, per axis, in pixels of the screen.
  int worst_x() const { return worst_x_; }
  int worst_y() const { return worst_y_; }

 private:
  Size card_ = {};
  int targets_ = 0, hit_ = 0, misses_ = 0, worst_x_ = 0, worst_y_ = 0;
  bool finished_ = false;
};

// The largest error of a click, in pixels of the picture.
double worst_in_picture(const CalibrationResult& result, const CalibrationCase& of);

// Every target was hit, no click missed, and no click was more than one pixel of the picture off.
bool is_exact(const CalibrationResult& result, const CalibrationCase& of);

// "pilot      pixels       1 of 1   1920x1080  1280x720   21/21     0       1 px   0.7 px   ok", in
// the columns of calibration_head(). `failure`: why the card was not finished; empty: it was.
std::string calibration_head();
std::string calibration_line(const CalibrationCase& of, const CalibrationResult& result,
                             const std::string& failure);
}  // namespace franz::proxy
