#pragma once
// The card's standard output, one JSON object per line; places in pixels of the screen:
//   {"area":[0,0,1280,720],"targets":[[21,21],[1258,21]]}                      it is on the screen
//   {"click":1,"clicked":[21,22],"target":0,"at":[21,21],"error":[0,1],"again":false,"to_do":1}
//   {"click":2,"clicked":[400,300],"target":null,"to_do":1}                    beside all targets
//   {"finished":true}                                                          all have been
//   clicked
#include <optional>
#include <string>
#include <vector>
#include "common/geometry/screen_map.h"
#include "proxy/calibration_card/card.h"

namespace franz::calibration_card {
std::string shown_line(const Screen& area, const Card& card);
// `number`: of the click, from 1. `at`: on the screen.
std::string click_line(int number, Point at, const std::optional<Hit>& hit, const Screen& area,
                       const Card& card);
std::string finished_line();
}  // namespace franz::calibration_card
