#include "proxy/offline/calibrate/calibration.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/wire/message_fields.h"

namespace franz::proxy {
static constexpr std::size_t kMaxTargets = 1000;
static constexpr int kMaxPlace = 1 << 20;  // pixels

Size screen_of(const CalibrationCase& of) {
  return {of.monitor.width * of.monitors, of.monitor.height};
}

Screen card_area(const CalibrationCase& of) {
  return {of.monitor.width * (of.monitors - 1), 0, of.monitor.width, of.monitor.height};
}

Status CalibrationResult::take(std::string_view line) {
  Result<MessageFields> parsed = MessageFields::parse(line);
  if (!parsed.ok()) return within("the card", parsed.error());
  MessageFields& fields = parsed.value();
  if (fields.has("/targets")) {
    targets_ = static_cast<int>(std::min(fields.size("/targets"), kMaxTargets));
    if (fields.has("/area"))
      card_ = {static_cast<int>(fields.integer("/area/2", 1, kMaxPlace)),
               static_cast<int>(fields.integer("/area/3", 1, kMaxPlace))};
  } else if (fields.has("/click")) {
    if (!fields.has("/error")) {
      ++misses_;
    } else {
      const auto off = [&](const char* path) {
        return std::abs(static_cast<int>(fields.integer(path, -kMaxPlace, kMaxPlace)));
      };
      worst_x_ = std::max(worst_x_, off("/error/0"));
      worst_y_ = std::max(worst_y_, off("/error/1"));
      if (!fields.boolean("/again", false)) ++hit_;
    }
  } else if (fields.boolean("/finished", false)) {
    finished_ = true;
  }
  if (!fields.failure().empty()) return Error{"the card: " + fields.failure()};
  return Done{};
}

double worst_in_picture(const CalibrationResult& result, const CalibrationCase& of) {
  const double x = 1.0 * result.worst_x() * of.picture.width / of.monitor.width;
  const double y = 1.0 * result.worst_y() * of.picture.height / of.monitor.height;
  return std::max(x, y);
}

bool is_exact(const CalibrationResult& result, const CalibrationCase& of) {
  return result.finished() && result.targets() > 0 && result.hit() == result.targets() &&
         result.misses() == 0 && worst_in_picture(result, of) <= 1;
}

namespace {
constexpr std::array<std::size_t, 9> kWidths{11, 13, 9, 11, 11, 9, 8, 11, 12};

std::string row(const std::array<std::string, 9>& cells, const std::string& last) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    line += cells[i];
    const std::size_t length = count_characters(cells[i]);
    line.append(length < kWidths[i] ? kWidths[i] - length : 1, ' ');
  }
  return line + last;
}

std::string tenths(double value) {
  const long long whole = std::llround(value * 10);
  return std::to_string(whole / 10) + "." + std::to_string(whole % 10);
}
}  // namespace

std::string calibration_head() {
  return row({"profile", "coordinates", "monitor", "size", "picture", "targets", "misses",
              "on screen", "in picture"},
             "");
}

std::string calibration_line(const CalibrationCase& of, const CalibrationResult& result,
                             const std::string& failure) {
  const std::string verdict = !failure.empty()       ? "FAILED: " + printable(failure)
                              : is_exact(result, of) ? "ok"
                                                     : "FAILED";
  const bool any = result.hit() > 0;
  return row(
      {of.profile, of.coordinates,
       std::to_string(of.monitors) + " of " + std::to_string(of.monitors), size_text(of.monitor),
       size_text(of.picture), std::to_string(result.hit()) + "/" + std::to_string(result.targets()),
       std::to_string(result.misses()),
       any ? std::to_string(std::max(result.worst_x(), result.worst_y())) + " px" : "-",
       any ? tenths(worst_in_picture(result, of)) + " px" : "-"},
      verdict);
}
}  // namespace franz::proxy
