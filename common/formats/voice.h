#pragma once
// How the demo model writes as a family does: one step of its work, in the family's own form, with
// the mistakes that its models are known for. Where nothing else is known, a mistake is made once,
// and corrected by what the model is answered.
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>
#include "common/geometry/coordinates.h"

namespace franz {
// A tool call of a reply; decoded texts.
struct SpokenCall {
  std::string id, name, arguments;
};

struct SpokenReply {
  std::string text;
  std::vector<SpokenCall> calls = {};
};

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
  std::vector<SpokenAction> actions;  // one or more; a text has its click before it
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

struct Voice {
  std::string_view dialect;
  // A request asks for this voice if its texts hold both of these, and its tools the last; an empty
  // one always holds.
  std::array<std::string_view, 2> words = {};
  std::string_view tool = {};
  // The objective is between these in the request's texts; both empty: what the user said before
  // the first reply.
  std::string_view objective_begin = {}, objective_end = {};
  Coordinates coordinates = {};  // of its profile
  std::size_t slips = 0;         // how many mistakes it knows
  SpokenReply (*write)(const Speech& speech, const PlaceWriter& places) = nullptr;
};

// As Python writes it between single quotes; of control characters only line feeds are escaped.
std::string single_quoted(std::string_view text);
}  // namespace franz
