#pragma once
// What `proxy calibrate` measures: how far from the targets of a card a model's clicks land, in
// pixels of the screen and of the picture that it saw.
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz::proxy {
// A monitor, a picture of it, and how places in it are told. The card covers the last of
// `monitors`, which are alike and side by side.
struct CalibrationCase {
  std::string profile;
  std::string coordinates;  // as in [agent] coordinates
  Size monitor, picture;    // pixels
  int monitors = 1;
};

// All monitors together, and what the card covers of them, in pixels of the screen.
Size screen_of(const CalibrationCase& of);
Screen card_area(const CalibrationCase& of);

// What a card told, line by line (calibration_card's card_lines.h).
class CalibrationResult {
 public:
  // A line of the card. Failure: it is none, and why.
  Status take(std::string_view line);

  int targets() const { return targets_; }
  int hit() const { return hit_; }        // targets that were clicked
  int misses() const { return misses_; }  // clicks beside every target
  bool finished() const { return finished_; }
  // Of the clicks that hit, the farthest from the target's middle, along the worse axis.
  int worst_x() const { return worst_x_; }
  int worst_y() const { return worst_y_; }

 private:
  int targets_ = 0, hit_ = 0, misses_ = 0, worst_x_ = 0, worst_y_ = 0;
  bool finished_ = false;
};

// The most that a click was off, in pixels of the picture.
double worst_in_picture(const CalibrationResult& result, const CalibrationCase& of);

// Every target was hit, no click missed, and none was more than a pixel of the picture off.
bool is_exact(const CalibrationResult& result, const CalibrationCase& of);

// "pilot      pixels       1 of 1   1920x1080  1280x720   21/21     0       1 px   0.7 px   ok", in
// the columns of calibration_head(). `failure`: why the card was not finished; empty: it was.
std::string calibration_head();
std::string calibration_line(const CalibrationCase& of, const CalibrationResult& result,
                             const std::string& failure);
}  // namespace franz::proxy
