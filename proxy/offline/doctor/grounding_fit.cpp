#include "proxy/offline/doctor/grounding_fit.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include "common/base/count_text.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/formats/formats.h"
#include "common/formats/picture_cost.h"
#include "common/geometry/coordinates.h"
#include "common/settings/setting_rows.h"
#include "common/settings/setting_values.h"

namespace franz::proxy {
static constexpr int kLeastRead = 6;
static constexpr double kLeastHits =
    0.6;                               // share of the answers; chance gives one of a card's targets
static constexpr double kApart = 1.5;  // times the median error
static constexpr double kLeastError = 0.5;            // pixels; models do not write finer places
static constexpr std::size_t kMinDistinguishing = 4;  // answers in which two spaces differ
static constexpr double kMostWon = 0.25;  // the share of these that the worse space may win
// If a space's error exceeds this multiple of the error of a line through each card's answers, the
// space is wrong.
static constexpr double kWrongSpaceRatio = 3;
static constexpr double kPlainError =
    0.006;  // of the width; below it, do not look for another space

const std::vector<GroundingSpace>& all_grounding_spaces() {
  static const std::vector<GroundingSpace> spaces = [] {
    std::vector<GroundingSpace> all{
        {"0-1000", "0-1000"}, {"0-999", "0-999"}, {"pixels as sent", "pixels"}, {"0-1", "0-1"}};
    for (const ResizeRule& rule : all_resize_rules())
      all.push_back({"pixels after the resize of " + std::string(rule.name),
                     "pixels " + std::to_string(rule.factor), &rule});
    return all;
  }();
  return spaces;
}

namespace {
// An answer that contains a place.
struct Sighting {
  int card;
  Size sent;
  Point target;
  MapPoint said;
};

struct Fit {
  const GroundingSpace* space;
  std::vector<MapPoint> places;  // in pixels of the sent picture, one per answer
  std::vector<double> errors;    // pixels, one per answer
  double loss = 0;               // smaller is better
};
}  // namespace

static double distance(MapPoint a, MapPoint b) { return std::hypot(a.x - b.x, a.y - b.y); }

static MapPoint middle_of_pixel(Point pixel) {
  return {static_cast<double>(pixel.x), static_cast<double>(pixel.y)};
}

static double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

// The place in pixels of the sent picture.
static MapPoint in_pixels(MapPoint said, const GroundingSpace& space, Size sent) {
  const auto along = [&](double value, double extent, int side) {
    return value / std::max(1.0, extent) * (side - 1);
  };
  const auto named =
      std::ranges::find(all_coordinates(), space.coordinates, &NamedCoordinates::name);
  Size frame = sent;
  if (space.rule != nullptr) {
    const Result<Size> resized = smart_resize(sent, *space.rule);
    if (resized.ok()) frame = resized.value();
  }
  const bool relative = named->value.kind == Coordinates::Kind::relative;
  const double width = relative ? named->value.divisor : frame.width - 1;
  const double height = relative ? named->value.divisor : frame.height - 1;
  return {along(said.x, width, sent.width), along(said.y, height, sent.height)};
}

static Fit fit_of(const GroundingSpace& space, std::span<const Sighting> sightings) {
  Fit fit{&space, {}, {}, 0};
  for (const Sighting& each : sightings) {
    fit.places.push_back(in_pixels(each.said, space, each.sent));
    fit.errors.push_back(distance(fit.places.back(), middle_of_pixel(each.target)));
    // Grows slowly with an answer that is far off in every space.
    fit.loss += std::log(1 + fit.errors.back());
  }
  return fit;
}

static int hits_of(std::span<const MapPoint> places, std::span<const Sighting> sightings) {
  int hits = 0;
  for (std::size_t i = 0; i < sightings.size(); ++i) {
    const double own = distance(places[i], middle_of_pixel(sightings[i].target));
    hits += std::ranges::none_of(sightings, [&](const Sighting& other) {
      return other.card == sightings[i].card && other.target != sightings[i].target &&
             distance(places[i], middle_of_pixel(other.target)) <= own;
    });
  }
  return hits;
}

// Whether the answers cannot distinguish `other` from `best`.
static bool is_tie(const Fit& best, const Fit& other) {
  const double apart = kApart * std::max(kLeastError, median(best.errors));
  std::size_t distinguishing = 0, won = 0;
  for (std::size_t i = 0; i < best.places.size(); ++i) {
    if (distance(best.places[i], other.places[i]) <= apart) continue;
    ++distinguishing;
    won += other.errors[i] < best.errors[i] ? 1U : 0U;
  }
  if (distinguishing < kMinDistinguishing) return true;
  return static_cast<double>(won) > kMostWon * static_cast<double>(distinguishing);
}

namespace {
// value = slope * place + offset
struct Line {
  double slope = 0, offset = 0;
};
}  // namespace

// Uses the medians of the slopes between all pairs of points and of the offsets, which a few wrong
// points hardly change. Source: the Theil-Sen estimator.
static std::optional<Line> line_through(const std::vector<std::pair<double, double>>& points) {
  std::vector<double> slopes, offsets;
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = i + 1; j < points.size(); ++j)
      if (std::abs(points[j].first - points[i].first) > 1)
        slopes.push_back((points[j].second - points[i].second) /
                         (points[j].first - points[i].first));
  if (slopes.size() < 3) return std::nullopt;
  const double slope = median(slopes);
  if (!(slope > 0) || !std::isfinite(slope)) return std::nullopt;
  for (const auto& [place, value] : points) offsets.push_back(value - slope * place);
  return Line{slope, median(offsets)};
}

// The length of a side on which the places, counted from 0, have these values, by their ratios.
// Places near 0 are ignored: they say little.
static int side_by(const std::vector<std::pair<double, double>>& points, int side) {
  std::vector<double> ratios;
  for (const auto& [place, value] : points)
    if (place * 8 > side) ratios.push_back(value / place);
  return static_cast<int>(std::lround(std::clamp(median(ratios) * (side - 1) + 1, 0.0, 1e6)));
}

// Maps the answers by a line through those of each card, in pixels of the sent picture. Nothing: a
// card's answers do not rise with its targets. `frame`: of the first card.
static std::optional<std::vector<MapPoint>> free_fit(std::span<const Sighting> sightings,
                                                     std::optional<Size>& frame) {
  std::vector<MapPoint> places(sightings.size());
  for (std::size_t first = 0; first < sightings.size(); ++first) {
    const int card = sightings[first].card;
    const auto of_card = [card](const Sighting& each) { return each.card == card; };
    if (std::ranges::any_of(sightings.first(first), of_card)) continue;
    std::vector<std::pair<double, double>> xs, ys;
    for (const Sighting& each : sightings) {
      if (!of_card(each)) continue;
      xs.emplace_back(each.target.x, each.said.x);
      ys.emplace_back(each.target.y, each.said.y);
    }
    const auto x = line_through(xs), y = line_through(ys);
    if (!x || !y) return std::nullopt;
    if (!frame)
      frame =
          Size{side_by(xs, sightings[first].sent.width), side_by(ys, sightings[first].sent.height)};
    for (std::size_t i = 0; i < sightings.size(); ++i)
      if (of_card(sightings[i]))
        places[i] = {(sightings[i].said.x - x->offset) / x->slope,
                     (sightings[i].said.y - y->offset) / y->slope};
  }
  return places;
}

// `sightings`: at least kLeastRead, each with x before y. Returns `found`, `unknown` or `guesses`.
static GroundingVerdict judge_places(std::span<const Sighting> sightings) {
  GroundingVerdict verdict;
  verdict.read = static_cast<int>(sightings.size());
  std::vector<Fit> fits;
  for (const GroundingSpace& space : all_grounding_spaces())
    fits.push_back(fit_of(space, sightings));
  const Fit& best = *std::ranges::min_element(fits, {}, &Fit::loss);
  verdict.median_px = median(best.errors);
  verdict.worst_px = std::ranges::max(best.errors);
  verdict.hits = hits_of(best.places, sightings);

  std::optional<Size> frame;
  const auto free = free_fit(sightings, frame);
  if (free) {
    std::vector<double> errors;
    for (std::size_t i = 0; i < sightings.size(); ++i)
      errors.push_back(distance((*free)[i], middle_of_pixel(sightings[i].target)));
    const double plain = kPlainError * sightings.front().sent.width;
    const int hits = hits_of(*free, sightings);
    const double left = median(errors);
    if (hits >= kLeastHits * verdict.read && verdict.median_px > plain &&
        verdict.median_px > kWrongSpaceRatio * std::max(kLeastError, left)) {
      verdict.kind = GroundingVerdict::Kind::unknown;
      verdict.median_px = left;
      verdict.worst_px = std::ranges::max(errors);
      verdict.hits = hits;
      verdict.frame = frame;
      verdict.sent = sightings.front().sent;
      return verdict;
    }
  }
  if (verdict.hits < kLeastHits * verdict.read) {
    verdict.kind = GroundingVerdict::Kind::guesses;
    return verdict;
  }
  verdict.kind = GroundingVerdict::Kind::found;
  verdict.spaces.push_back(best.space);
  for (const Fit& fit : fits)
    if (fit.space != best.space && is_tie(best, fit)) verdict.spaces.push_back(fit.space);
  return verdict;
}

GroundingVerdict judge_grounding(std::span<const GroundingAnswer> answers) {
  std::vector<Sighting> sightings;
  for (const GroundingAnswer& each : answers)
    if (each.said && std::isfinite(each.said->x) && std::isfinite(each.said->y))
      sightings.push_back({each.card, each.sent, each.target, *each.said});
  GroundingVerdict verdict;
  verdict.read = static_cast<int>(sightings.size());
  if (verdict.read >= kLeastRead) verdict = judge_places(sightings);
  if (verdict.kind == GroundingVerdict::Kind::guesses) {
    for (Sighting& each : sightings) std::swap(each.said.x, each.said.y);
    GroundingVerdict swapped = judge_places(sightings);
    if (swapped.kind == GroundingVerdict::Kind::found) {
      swapped.kind = GroundingVerdict::Kind::swapped;
      verdict = std::move(swapped);
    }
  }
  verdict.asked = static_cast<int>(answers.size());
  return verdict;
}

GroundingLines profile_lines(const GroundingVerdict& verdict, const SurfaceSettings& surface,
                             std::string_view model) {
  if (verdict.kind != GroundingVerdict::Kind::found) return {};
  const GroundingSpace& space = *verdict.spaces.front();
  GroundingLines lines{"coordinates = " + space.coordinates, ""};
  // For a server that resizes, advise a size that it leaves unchanged; otherwise keep the present
  // picture if it is large enough.
  const Size usual = usual_picture(surface, surface.canvas);
  if (space.rule == nullptr && !too_small_picture(model, usual, true)) {
    Settings now;
    now.surface = surface;
    lines.picture = "picture = " + print_setting(*find_setting("surface", "picture"), now);
    return lines;
  }
  const ResizeRule* const of_model = resize_rule_of(model);
  const int grid = space.rule != nullptr ? space.rule->factor
                   : of_model != nullptr ? of_model->factor
                                         : 32;
  lines.picture = "picture = " + advised_picture(grid);
  return lines;
}

static std::string pixels_text(double pixels) {
  const double tenths = std::round(std::min(pixels, 1e9) * 10) / 10;
  std::string text = json_number(tenths);
  return text;
}

static std::string error_text(const GroundingVerdict& verdict) {
  return "median " + pixels_text(verdict.median_px) + " pixels, worst " +
         pixels_text(verdict.worst_px) + ", by " +
         count_text(static_cast<std::size_t>(verdict.read), "answer", "answers") + " of " +
         std::to_string(verdict.asked);
}

// Several spaces may fit equally well.
static std::string spaces_text(const GroundingVerdict& verdict, std::string_view order) {
  std::string text = "coordinates: " + verdict.spaces.front()->name + std::string(order) + "\n";
  for (std::size_t i = 1; i < verdict.spaces.size(); ++i)
    text += "as likely:   " + verdict.spaces[i]->name + std::string(order) + "\n";
  return text + "error:       " + error_text(verdict) + "\n";
}

std::string grounding_text(const GroundingVerdict& verdict, const GroundingLines& lines,
                           std::string_view model) {
  using Kind = GroundingVerdict::Kind;
  std::string text;
  switch (verdict.kind) {
    case Kind::unreadable:
      return "coordinates: not known: only " + std::to_string(verdict.read) + " of " +
             std::to_string(verdict.asked) + " answers have a place in them\n";
    case Kind::guesses:
      return "coordinates: none: the model guesses. Only " + std::to_string(verdict.hits) + " of " +
             std::to_string(verdict.read) +
             " answers are nearer to their target than to another one, whether read as x, y or as "
             "y, x\n"
             "  it may be no model for places, or see too little: a larger picture, and "
             "llama-server with --image-min-tokens 1024, may help\n";
    case Kind::unknown:
      text = "coordinates: none that is known, though the answers follow the targets\n";
      text += "error:       " + error_text(verdict) + ", by a line through each card's answers\n";
      if (verdict.frame && verdict.sent) {
        const std::string frame = size_text(*verdict.frame);
        text += "  a picture of " + size_text(*verdict.sent) + " is answered as if it had " +
                frame + " pixels: the server may shrink it\n" +
                "  try [surface] picture = " + frame + " and coordinates = pixels\n";
      }
      return text;
    case Kind::swapped: {
      // The family's prompt shows its own form of places, and the model may be right in that form.
      const ModelKind* const kind = find_model_kind(model);
      return spaces_text(verdict, ", with y before x as Gemini writes places") +
             "  FRANZ has no setting for this order. " +
             (kind != nullptr
                  ? "The model's family has a profile with its own form of places: --profile " +
                        std::string(kind->profile)
                  : std::string("Use a model of another family, or say in the prompt of a profile "
                                "that x comes before y")) +
             "\n";
    }
    case Kind::found: break;
  }
  text = spaces_text(verdict, "");
  text += "for the profile:\n  [agent]\n  " + lines.coordinates + "\n  [surface]\n  " +
          lines.picture + "\n";
  return text;
}

std::string grounding_json(const GroundingVerdict& verdict, const GroundingLines& lines) {
  using Kind = GroundingVerdict::Kind;
  const auto name_of = [](Kind kind) {
    switch (kind) {
      case Kind::found: return "found";
      case Kind::swapped: return "swapped";
      case Kind::unknown: return "unknown";
      case Kind::guesses: return "guesses";
      case Kind::unreadable: break;
    }
    return "unreadable";
  };
  std::vector<std::string> spaces;
  for (const GroundingSpace* space : verdict.spaces)
    spaces.push_back(
        JsonObject().text("name", space->name).text("coordinates", space->coordinates).finish());
  JsonObject object;
  object.text("verdict", name_of(verdict.kind)).raw("spaces", json_array(spaces));
  object.number("median_px", verdict.median_px).number("worst_px", verdict.worst_px);
  object.number("asked", static_cast<long long>(verdict.asked));
  object.number("read", static_cast<long long>(verdict.read));
  object.number("hits", static_cast<long long>(verdict.hits));
  object.raw("frame", verdict.frame ? "\"" + size_text(*verdict.frame) + "\"" : "null");
  object.open("lines").text("coordinates", lines.coordinates).text("picture", lines.picture);
  return object.close().finish();
}
}  // namespace franz::proxy
