#pragma once
// What the voices in the formats that models were trained to write have in common: each turn shows
// a picture, one step of the work is done by it, and what was done before is told by the demo
// model's own sentences, wherever a memory sends them. A format is a row: what asks for it, and how
// a reply is written in it, with the mistakes that its models are known for. A prompt that tells
// what is seen ({surface}) keeps a drawing from being taken for a form.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>
#include "common/geometry/coordinates.h"
#include "proxy/demo_vlm/decide.h"

namespace franz::demo_vlm {
struct SpokenAction {
  enum class Kind { drag, click, type, wait, finish };
  Kind kind = Kind::wait;
  MapPoint from = {}, to = {};  // 0 to 1000; drag: both; click: `from`
  std::string text = {};        // type; finish: what the result is
  bool success = true;          // finish
};

struct Speech {
  std::string seen;                   // sentences, one line: what is in the picture
  std::string action;                 // one sentence: what is done
  std::vector<SpokenAction> actions;  // one or more; a text has its click in front of it
  std::size_t slip = 0;               // which of the format's mistakes is made, from 1; 0: none
};

// Writes places in the format's scale, as short as says the same thousandths.
class PlaceWriter {
 public:
  PlaceWriter(const Coordinates& coordinates, Size picture)
      : coordinates_(coordinates), picture_(picture) {}
  std::string x(const MapPoint& at) const;
  std::string y(const MapPoint& at) const;

 private:
  std::string written(double thousandths, bool across) const;
  Coordinates coordinates_;
  Size picture_;
};

struct TrainedFormat {
  std::string_view dialect;
  Coordinates coordinates;  // of its profile
  std::size_t slips = 0;    // how many mistakes it knows
  std::string (*objective)(const SeenRequest& request) = nullptr;
  Reply (*write)(const Speech& speech, const PlaceWriter& places) = nullptr;
};

Reply reply_in(const TrainedFormat& format, const SeenRequest& request);

// What stands in `text` behind `begin` up to `end`, or to its end; empty: no `begin`.
std::string between(std::string_view text, std::string_view begin, std::string_view end);

// What the user said in front of the first reply, where the request has the whole conversation.
std::string conversation_task(const SeenRequest& request);

// As Python writes it between single quotes; of control characters only line feeds are escaped.
std::string single_quoted(std::string_view text);
}  // namespace franz::demo_vlm
