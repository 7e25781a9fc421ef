#pragma once
// How the demo model imitates a family: it writes one step of its work in the family's own form,
// with the typical mistakes of its models. Unless stated otherwise, a mistake is made once and
// corrected after the answer to the model.
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
  std::string text = {};        // type; finish: the result
  bool success = true;          // finish
};

struct Speech {
  std::string seen;                   // sentences, one line: the content of the picture
  std::string action;                 // one sentence: the action
  std::vector<SpokenAction> actions;  // one or more; a text follows its click
  std::size_t slip = 0;               // the format's mistake to make, from 1; 0: none
};

// Writes places in the format's scale, in the shortest form with the same thousandths.
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
  // A request selects this voice if its texts contain both of these, and its tools the last one; an
  // empty one always matches.
  std::array<std::string_view, 2> words = {};
  std::string_view tool = {};
  // The objective is between these in the request's texts; both empty: the user's text before the
  // first reply.
  std::string_view objective_begin = {}, objective_end = {};
  Coordinates coordinates = {};  // of its profile
  std::size_t slips = 0;         // number of mistakes it knows
  SpokenReply (*write)(const Speech& speech, const PlaceWriter& places) = nullptr;
};

// As Python writes it in single quotes; the only control characters escaped are line feeds.
std::string single_quoted(std::string_view text);
}  // namespace franz
