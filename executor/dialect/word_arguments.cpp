#include "executor/dialect/word_arguments.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/utf8.h"
#include "common/formats/call_arguments.h"
#include "common/formats/other_scale.h"
#include "common/formats/place_limits.h"
#include "common/tools/key_names.h"
#include "executor/dialect/complaints.h"

namespace franz::executor {
namespace {
using Kind = JsonDocument::Kind;
constexpr std::size_t kMaxArgumentsShown = 60;  // bytes of wrong arguments that an error quotes
constexpr std::string_view kBoxName = "box";    // of words with one place
constexpr double kMaxAmount = 1000;             // notches of the wheel

constexpr const char* kBoxForms = "expected [x, y], [x1, y1, x2, y2] or [[x1, y1], [x2, y2]]";

// A number, or a string that contains one.
std::optional<double> number_value_at(const JsonDocument& values, JsonDocument::Id id) {
  if (values.kind(id) != Kind::text) return values.number(id);
  const std::string text = values.text(id);
  const Result<JsonDocument> read = JsonDocument::read(text);
  return read.ok() ? read.value().number(JsonDocument::kRoot) : std::nullopt;
}

// The arguments' members; a missing or null one is nothing.
class Arguments {
 public:
  // Failure: the text is not a JSON object.
  static Result<Arguments, WordError> read(std::string_view raw) {
    std::string text(raw);
    // Some models quote the object twice.
    for (int level = 0; level < 2 && text.starts_with('"'); ++level)
      text = decode_json_string(text);
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) text = "{}";
    Arguments arguments(std::make_unique<std::string>(std::move(text)));
    Result<JsonDocument> values = JsonDocument::read(*arguments.text_);
    if (!values.ok())
      return WordError{"invalid_json", "the arguments are not JSON: " + values.error().message};
    arguments.values_ = std::move(values).value();
    const Kind kind = arguments.values_->kind(JsonDocument::kRoot);
    if (kind != Kind::object && kind != Kind::null)
      return WordError{"invalid_args", "the arguments: expected a JSON object, got " +
                                           cut_text(*arguments.text_, kMaxArgumentsShown)};
    return arguments;
  }

  const JsonDocument& values() const { return *values_; }

  std::optional<JsonDocument::Id> find(std::string_view name) const {
    if (values_->kind(JsonDocument::kRoot) != Kind::object) return std::nullopt;
    const JsonDocument::Id id = values_->at("/" + pointer_segment(name));
    if (id == JsonDocument::kNone || values_->kind(id) == Kind::null) return std::nullopt;
    return id;
  }

  // A text, or a number as written.
  std::optional<std::string> text(std::string_view name) const {
    const auto id = find(name);
    if (!id) return std::nullopt;
    if (values_->kind(*id) == Kind::text) return values_->text(*id);
    if (values_->kind(*id) == Kind::number) return std::string(values_->bytes(*id));
    return std::nullopt;
  }

  // Missing, null, or an empty text for an optional argument.
  bool is_left_out(const WordParameter& parameter) const {
    const auto id = find(parameter.name);
    return !id || (!parameter.required && values_->bytes(*id) == kNoText);
  }

  std::string shown(JsonDocument::Id id) const { return executor::shown(*values_, id); }

  // The name under which the place is given: the word's own, or another name for a place; empty:
  // the place is not given.
  std::string_view place_name(std::string_view own) const {
    if (find(own)) return own;
    for (const std::string_view name : place_names())
      if (own == kBoxName && find(name)) return name;
    return {};
  }

  // The place that x and y give, for a word whose only place is the box.
  std::optional<MapPoint> x_and_y(std::string_view own) const {
    const auto x = find("x"), y = find("y");
    if (own != kBoxName || !x || !y) return std::nullopt;
    const auto across = number_value_at(*values_, *x), down = number_value_at(*values_, *y);
    if (!across || !down || std::abs(*across) > kFarthestPlace || std::abs(*down) > kFarthestPlace)
      return std::nullopt;
    return MapPoint{*across, *down};
  }

  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const JsonDocument::Id each : values_->children(JsonDocument::kRoot))
      all.push_back(values_->key(each));
    return all;
  }

 private:
  explicit Arguments(std::unique_ptr<std::string> text) : text_(std::move(text)) {}

  std::unique_ptr<std::string> text_;  // referenced by the values
  std::optional<JsonDocument> values_;
};

std::optional<MapPoint> point_of(const JsonDocument& values,
                                 const std::vector<JsonDocument::Id>& pair) {
  const auto x = number_value_at(values, pair[0]), y = number_value_at(values, pair[1]);
  if (!x || !y || std::abs(*x) > kFarthestPlace || std::abs(*y) > kFarthestPlace)
    return std::nullopt;
  return MapPoint{*x, *y};
}

struct Corners {
  MapPoint first, second;
};

// In the model's scale.
std::optional<Corners> corners_in(const JsonDocument& values, JsonDocument::Id box) {
  if (values.kind(box) != Kind::list) return std::nullopt;
  const std::vector<JsonDocument::Id> items = values.children(box);
  if (items.size() == 4) {
    const auto first = point_of(values, {items[0], items[1]});
    const auto second = point_of(values, {items[2], items[3]});
    if (!first || !second) return std::nullopt;
    return Corners{*first, *second};
  }
  if (items.size() != 2) return std::nullopt;
  if (values.kind(items[0]) != Kind::list) {
    const auto point = point_of(values, items);
    if (!point) return std::nullopt;
    return Corners{*point, *point};
  }
  std::array<MapPoint, 2> points;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (values.kind(items[i]) != Kind::list || values.size(items[i]) != 2) return std::nullopt;
    const auto point = point_of(values, values.children(items[i]));
    if (!point) return std::nullopt;
    points[i] = *point;
  }
  return Corners{points[0], points[1]};
}

// Creates the calls of one word; keeps the first error.
class Binder {
 public:
  Binder(const Word& word, const Arguments& arguments, const Coordinates& coordinates, Size seen)
      : word_(word), arguments_(arguments), coordinates_(coordinates), seen_(seen) {
    made_.call.tool = word.tool;
  }

  // Whether a value is present. An empty text for an optional argument is noted.
  bool is_set(const WordParameter& parameter) {
    if (!arguments_.is_left_out(parameter)) return true;
    if (arguments_.find(parameter.name))
      note(std::string(parameter.name) + ": the empty text was taken as left out");
    return false;
  }

  void label() {
    std::optional<std::string> label = arguments_.text("label");
    if (!label || label->empty())
      return fail("missing_label", "label: expected a few words about what is there");
    made_.label = std::move(label);
  }

  // Adds the centre of the place.
  void place(std::string_view own) {
    std::string_view name = arguments_.place_name(own);
    if (name.empty()) {
      if (const auto at = arguments_.x_and_y(own)) {
        used_.insert(used_.end(), {"x", "y"});
        const MapPoint inside = clamped(*at);
        add(inside.x);
        return add(inside.y);
      }
      name = own;
    }
    used_.push_back(name);
    const auto id = arguments_.find(name);
    const std::string prefix = std::string(name) + ": ";
    if (!id) return fail("invalid_box", prefix + "it is missing; " + kBoxForms);
    std::optional<Corners> corners = corners_in(arguments_.values(), *id);
    if (!corners && arguments_.values().kind(*id) == Kind::text) {
      const std::string text = arguments_.values().text(*id);
      const Result<JsonDocument> inner = JsonDocument::read(text);
      if (inner.ok()) corners = corners_in(inner.value(), JsonDocument::kRoot);
      if (corners) note_taken(name, *id, text);
    } else if (corners && arguments_.values().bytes(*id).find('"') != std::string_view::npos) {
      note(prefix + "the texts were taken as the numbers that they hold");
    }
    if (!corners) return fail("invalid_box", prefix + kBoxForms + ", got " + arguments_.shown(*id));
    const MapPoint first = clamped(corners->first), second = clamped(corners->second);
    add((first.x + second.x) / 2);
    add((first.y + second.y) / 2);
  }

  void add(double value) { made_.call.arguments.push_back(number_argument(value)); }

  void text(std::string_view name) {
    const auto id = arguments_.find(name);
    const std::optional<std::string> text = arguments_.text(name);
    if (id && !text)
      return fail("invalid_args",
                  std::string(name) + ": expected a text, got " + arguments_.shown(*id));
    if (!text || text->empty())
      return fail("empty_text", std::string(name) + ": there is nothing to type");
    if (arguments_.values().kind(*id) == Kind::number) note_taken(name, *id, quote_json(*text));
    made_.call.arguments.push_back(*text);
  }

  void amount(const WordParameter& parameter, double fallback) {
    if (!is_set(parameter)) return add(fallback);
    const std::string_view name = parameter.name;
    const auto id = arguments_.find(name);
    const JsonDocument& values = arguments_.values();
    const auto number = number_value_at(values, *id);
    if (!number || *number != std::floor(*number) || *number == 0 || std::abs(*number) > kMaxAmount)
      return fail("invalid_args", std::string(name) +
                                      ": expected a whole number of notches, positive is up, "
                                      "got " +
                                      arguments_.shown(*id));
    if (values.kind(*id) == Kind::text) note_taken(name, *id, values.text(*id));
    add(*number);
  }

  void keys(const Toolset& tools) {
    const auto id = arguments_.find("key");
    if (!id) return fail("missing_key", "key: expected the name of a key, such as enter or ctrl+c");
    const std::optional<std::string> written = arguments_.text("key");
    if (!written || written->empty())
      return fail("missing_key", "key: expected the name of a key, got " + arguments_.shown(*id));
    Result<std::vector<std::string>> keys = key_combination(*written);
    if (!keys.ok()) return fail("invalid_key", "key: " + keys.error().message);
    if (arguments_.values().kind(*id) == Kind::number) note_taken("key", *id, quote_json(*written));
    if (keys.value().size() > 1) made_.call.tool = ToolId::hotkey;
    if (!tools.has(made_.call.tool))
      return fail("invalid_key", "key: combinations of keys are switched off");
    for (std::string& key : keys.value()) made_.call.arguments.push_back(std::move(key));
  }

  // Whether the place is given, under any name.
  bool has_place(const WordParameter& parameter) {
    if (arguments_.find(parameter.name)) return is_set(parameter);
    return !arguments_.place_name(parameter.name).empty() ||
           arguments_.x_and_y(parameter.name).has_value();
  }

  // An unknown argument might be essential to the call, so it is refused.
  void refuse_unknown() {
    for (const std::string& name : arguments_.names()) {
      const bool is_known = std::ranges::find(word_.parameters, name, &WordParameter::name) !=
                                word_.parameters.end() ||
                            std::ranges::find(used_, name) != used_.end() || means_nothing(name);
      if (!is_known)
        fail("invalid_args", cut_text(name, kMaxArgumentsShown) + ": there is no such argument");
    }
  }

  Result<WordCall, WordError> take() && {
    if (error_) return *std::move(error_);
    return std::move(made_);
  }

 private:
  void fail(std::string type, const std::string& message) {
    if (!error_)
      error_ =
          WordError{std::move(type), std::string(word_.name) + ": " + to_valid_utf8(message), {}};
  }

  void note(const std::string& text) {
    made_.note += (made_.note.empty() ? "" : "; ") + to_valid_utf8(text);
  }

  // `json`: the value that it was converted to.
  void note_taken(std::string_view name, JsonDocument::Id value, const std::string& json) {
    if (const Result<JsonDocument> taken = JsonDocument::read(json); taken.ok())
      note(std::string(name) + ": " + taken_note(arguments_.values(), value, taken.value()));
  }

  MapPoint clamped(MapPoint at) {
    if (const auto scale = other_scale_of(at, coordinates_, seen_)) {
      fail(std::string(kOtherScaleKind), other_scale_text(at, *scale, coordinates_));
      error_->other_scale = *scale;
    }
    const MapPoint place = to_normalised(at, coordinates_, seen_);
    const MapPoint inside{clamp_to_scale(place.x), clamp_to_scale(place.y)};
    made_.clamped = made_.clamped || inside != place;
    return inside;
  }

  std::vector<std::string_view> used_;  // names of places
  const Word& word_;
  const Arguments& arguments_;
  const Coordinates coordinates_;
  const Size seen_;
  WordCall made_;
  std::optional<WordError> error_;
};

constexpr double kOneNotchDown = -1;
}  // namespace

Result<WordCall, WordError> read_word_call(const Word& word, std::string_view arguments,
                                           const Coordinates& coordinates, Size seen,
                                           const Toolset& tools) {
  const Result<Arguments, WordError> read = Arguments::read(arguments);
  if (!read.ok())
    return WordError{read.error().type, std::string(word.name) + ": " + read.error().message};
  Binder binder(word, read.value(), coordinates, seen);
  for (const WordParameter& each : word.parameters) {
    switch (each.type) {
      case WordType::box:
        if (each.required || binder.has_place(each)) {
          binder.place(each.name);
        } else {
          binder.add(kMiddleOfScale);
          binder.add(kMiddleOfScale);
        }
        break;
      case WordType::integer: binder.amount(each, kOneNotchDown); break;
      case WordType::label: binder.label(); break;
      case WordType::key: binder.keys(tools); break;
      case WordType::text: binder.text(each.name); break;
      case WordType::side:
      case WordType::count:
      case WordType::number:
      case WordType::choice:
      case WordType::window:
      case WordType::flag:
      case WordType::keys: break;  // not used by words of this dialect (json_arguments.h)
    }
  }
  binder.refuse_unknown();
  return std::move(binder).take();
}

std::string shown_arguments(std::string_view arguments) {
  return to_valid_utf8(arguments.starts_with('"') ? decode_json_string(arguments) : arguments);
}
}  // namespace franz::executor
