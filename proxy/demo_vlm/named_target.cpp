#include "proxy/demo_vlm/named_target.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/formats/formats.h"
#include "common/picture/named_targets.h"

namespace franz::demo_vlm {
Result<PlaceHabit> parse_place_habit(std::string_view text) {
  PlaceHabit habit;
  habit.guesses = text == "guess";
  if (habit.guesses) return habit;
  habit.rule = find_resize_rule(text);
  habit.frame = parse_size(text);
  if (habit.rule != nullptr || habit.frame) {
    habit.coordinates.kind = Coordinates::Kind::pixels;
    return habit;
  }
  for (const NamedCoordinates& named : all_coordinates()) {
    if (named.name != text) continue;
    habit.coordinates = named.value;
    if (named.value.grid > 0) habit.rule = usual_resize_rule(named.value.grid);
    return habit;
  }
  return Error{"\"" + std::string(text) + "\" is no convention for places"};
}

// The middle of all pixels of the colour; nothing: there are none.
static std::optional<MapPoint> middle_of_colour(const Picture& picture,
                                                const target_look::Rgb& colour) {
  constexpr int kTolerance = 24;  // of a channel
  double x_sum = 0, y_sum = 0;
  int count = 0;
  for_pixels(whole(picture), [&](int x, int y) {
    if (!is_near(color_at(picture, x, y), colour, kTolerance)) return;
    x_sum += x;
    y_sum += y;
    ++count;
  });
  if (count == 0) return std::nullopt;
  return MapPoint{x_sum / count, y_sum / count};
}

// Any number that follows from the request. Source: FNV-1a, 32 bits.
static std::uint32_t chance(const Picture& picture, std::string_view colour, std::string_view use) {
  std::uint32_t hash = 2166136261U;
  const std::string all = std::string(colour) + "/" + std::string(use) + "/" +
                          std::to_string(picture.width) + "x" + std::to_string(picture.height);
  for (const char c : all) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  // Its low bits follow the last letters closely.
  hash ^= hash >> 16U;
  hash *= 0x7feb352dU;
  return hash ^ (hash >> 15U);
}

static std::string number_text(double value, bool whole) {
  return json_number(whole ? std::round(value) : std::round(value * 10'000) / 10'000);
}

// `at`: in pixels of the picture.
static Reply answer_of(MapPoint at, Size picture, const PlaceHabit& habit) {
  double width = habit.coordinates.divisor, height = width;
  const bool relative = habit.coordinates.kind == Coordinates::Kind::relative;
  if (!relative) {
    Size frame = habit.frame.value_or(picture);
    if (habit.rule != nullptr)
      if (const Result<Size> resized = smart_resize(picture, *habit.rule); resized.ok())
        frame = resized.value();
    width = frame.width - 1;
    height = frame.height - 1;
  }
  const bool whole = !relative || habit.coordinates.divisor > 1;
  const std::string x = number_text(at.x / std::max(1, picture.width - 1) * width, whole);
  const std::string y = number_text(at.y / std::max(1, picture.height - 1) * height, whole);
  if (!whole) return {"## Code:\n```python\npyautogui.click(x=" + x + ", y=" + y + ")\n```"};
  if (!relative && habit.rule != nullptr && habit.rule->factor == 28)
    return {"Thought: I see it.\nAction: click(start_box='(" + x + "," + y + ")')"};
  return {"[" + x + ", " + y + "]"};
}

std::optional<Reply> name_target(const SeenRequest& request, const PlaceHabit& habit) {
  const auto asks = [](const std::string& text) { return text.starts_with(kAskedForTarget); };
  const auto text = std::ranges::find_if(request.texts, asks);
  if (text == request.texts.end()) return std::nullopt;
  const std::string_view rest = std::string_view(*text).substr(kAskedForTarget.size());
  const auto colour = std::ranges::find_if(
      kTargetColours, [&](const NamedColour& each) { return rest.starts_with(each.name); });
  if (colour == kTargetColours.end() || !request.picture) return Reply{"I do not see it."};
  const Picture& picture = *request.picture;
  const auto number = [&](std::string_view use, int limit) {
    return static_cast<int>(chance(picture, colour->name, use) % static_cast<std::uint32_t>(limit));
  };
  const NamedColour* meant = &*colour;
  if (habit.wrong > 0 && number("wrong", habit.wrong) == 0) {
    const auto next = static_cast<std::size_t>(colour - kTargetColours.begin()) + 1;
    meant = &kTargetColours[next % kTargetColours.size()];
  }
  std::optional<MapPoint> at = middle_of_colour(picture, meant->rgb);
  if (habit.guesses)
    at = MapPoint{static_cast<double>(number("x", picture.width)),
                  static_cast<double>(number("y", picture.height))};
  if (!at) return Reply{"I do not see it."};
  at->x += number("off x", 2 * habit.noise + 1) - habit.noise;
  at->y += number("off y", 2 * habit.noise + 1) - habit.noise;
  return answer_of(*at, size_of(picture), habit);
}
}  // namespace franz::demo_vlm
