#include "proxy/verify/drawn_turn.h"
#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include "common/base/base64.h"
#include "common/base/json_string.h"
#include "common/picture/picture_pixels.h"
#include "common/wire/json_fields.h"

namespace franz::proxy {
static constexpr int kPatientMs = 60'000;  // this machine may be slower than the one that drew

static std::vector<std::string> warnings_of(const TurnRecord& record) {
  Result<JsonFields> out = JsonFields::parse(record.executor_out);
  return out.ok() ? out.value().texts("/warnings", 100) : std::vector<std::string>{};
}

DrawPlan plan_drawing(const TurnRecord* record) {
  DrawPlan plan;
  if (record == nullptr) {
    plan.way = DrawPlan::Way::with_next;
    return plan;
  }
  Result<JsonFields> in = JsonFields::parse(record->executor_in);
  if (!in.ok()) {
    plan.way = DrawPlan::Way::with_next;
    plan.note = "no executor.in: digests only";
    return plan;
  }
  const std::string surface = in.value().text("/surface", "");
  if (surface != "sandbox") {
    plan.way = DrawPlan::Way::nothing;
    plan.note = "not in the sandbox: digests only";
    return plan;
  }
  if (!record->degraded.empty()) {
    plan.way = DrawPlan::Way::maybe;
    plan.note = "degraded (" + record->degraded.front() + "): digests only";
    return plan;
  }
  for (const std::string& warning : warnings_of(*record)) {
    const auto says = [&](std::string_view what) {
      return warning.find(what) != std::string::npos;
    };
    if (says("a fresh black canvas takes its place")) plan.black_canvas = true;
    if (says("the places of earlier clicks are forgotten")) plan.forgotten_state = true;
    // The picture had the ink; what the next turn found on the disk, only its picture can tell.
    if (says("drawing could not be saved")) plan.way = DrawPlan::Way::maybe;
  }
  return plan;
}

Result<ExecutorRequest> request_again(const std::string& executor_in, const std::string& story,
                                      int turn, const std::string& folder) {
  JsonObject text;
  text.raw("raw", story);
  const std::string with_text = text.finish();
  const std::string whole = with_text.substr(0, with_text.size() - 1) + "," +
                            executor_in.substr(std::min<std::size_t>(1, executor_in.size()));
  Result<ExecutorRequest> request = parse_executor_request(whole);
  if (!request.ok()) return request.error();
  // A run folder may come from a stranger: what it holds never acts on a real screen.
  if (request.value().options.surface != Surface::sandbox)
    return Error{"/surface: expected \"sandbox\": nothing else is carried out again"};
  request.value().options.turn = turn;
  request.value().options.run_dir = folder;
  request.value().capturer_timeout_ms = std::max(kPatientMs, request.value().capturer_timeout_ms);
  return request;
}

// Feedback without the capturer's warnings: they tell of disks and files, which differ here.
static std::string without_warnings(std::string feedback, const std::vector<std::string>& all) {
  for (const std::string& warning : all) {
    const std::string line = "WARNING: " + warning + "\n";
    const std::size_t at = feedback.find(line);
    if (at != std::string::npos) feedback.erase(at, line.size());
  }
  return feedback;
}

std::string compare_pictures(std::string_view expected_png, std::string_view got_png) {
  if (expected_png == got_png) return "";
  const Result<PicturePixels> expected = decode_png(expected_png), got = decode_png(got_png);
  for (const Result<PicturePixels>* each : {&expected, &got})
    if (!each->ok()) return "the picture " + each->error().message;
  const PicturePixels &a = expected.value(), &b = got.value();
  const auto size = [](const PicturePixels& each) {
    return std::to_string(each.width) + "x" + std::to_string(each.height);
  };
  if (size(a) != size(b)) return "expected " + size(a) + " pixels, got " + size(b);
  std::size_t pixels = 0, first = 0;
  for (std::size_t at = 0; at < a.rgb.size(); at += 3) {
    if (std::equal(a.rgb.begin() + static_cast<std::ptrdiff_t>(at),
                   a.rgb.begin() + static_cast<std::ptrdiff_t>(at) + 3,
                   b.rgb.begin() + static_cast<std::ptrdiff_t>(at)))
      continue;
    if (pixels++ == 0) first = at;
  }
  if (pixels == 0) return "";
  const auto color = [first](const PicturePixels& each) {
    return "rgb(" + std::to_string(each.rgb[first]) + ", " + std::to_string(each.rgb[first + 1]) +
           ", " + std::to_string(each.rgb[first + 2]) + ")";
  };
  const std::size_t index = first / 3, width = static_cast<std::size_t>(a.width);
  return std::to_string(pixels) + (pixels == 1 ? " pixel differs" : " pixels differ") +
         " from what the calls draw, first at (" + std::to_string(index % width) + ", " +
         std::to_string(index / width) + "): expected " + color(a) + ", got " + color(b);
}

static void compare_accounts(const TurnRecord& recorded, const ExecutorReply& drawn,
                             bool same_renderer, std::vector<Finding>& findings) {
  static constexpr std::array<const char*, 10> kSame = {
      "executed", "noted",   "malformed",        "blocks", "error",
      "done",     "results", "wants_screenshot", "screen", "plain_sha256"};
  Result<JsonFields> then = JsonFields::parse(recorded.executor_out);
  Result<JsonFields> now = JsonFields::parse(to_json_without_screenshot(drawn));
  if (!then.ok() || !now.ok()) return;  // no executor.out: the feedback alone is compared
  for (const std::string field : kSame) {
    if (field == "plain_sha256" && !same_renderer) continue;
    const std::string expected = now.value().raw("/" + field), got = then.value().raw("/" + field);
    if (expected != got)
      findings.push_back(differs(recorded.turn, record_file(recorded.turn), "executor.out." + field,
                                 expected, got));
  }
}

DrawnComparison compare_drawn(const TurnRecord& recorded, const std::optional<std::string>& picture,
                              const ExecutorReply& drawn) {
  DrawnComparison comparison;
  std::vector<Finding>& findings = comparison.findings;
  const std::string then = decode_json_string(recorded.feedback);
  if (drawn.feedback != then) {
    const std::string expected = without_warnings(drawn.feedback, drawn.warnings);
    const std::string got = without_warnings(then, warnings_of(recorded));
    if (expected != got)
      findings.push_back(
          differs(recorded.turn, record_file(recorded.turn), "feedback", expected, got));
  }
  const int renderer = summarise_executor_out(recorded.executor_out).renderer;
  const bool same_renderer = renderer == 0 || renderer == drawn.renderer;
  compare_accounts(recorded, drawn, same_renderer, findings);
  if (!same_renderer) {
    findings.push_back(note(recorded.turn, "pictures not compared: renderer " +
                                               std::to_string(renderer) + " drew them, this is " +
                                               std::to_string(drawn.renderer)));
    return comparison;
  }
  comparison.pictures_compared = true;
  const Result<std::string> png = base64_decode(drawn.screenshot_b64);
  const std::string file = picture_file(recorded.turn);
  std::string difference;
  if (!picture) {
    difference = "the record has no picture, but the turn draws one";
  } else if (!png.ok() || png.value().empty()) {
    difference = "drawing it again gave no picture";
  } else {
    difference = compare_pictures(png.value(), *picture);
  }
  if (difference.empty()) return comparison;
  comparison.picture_differs = true;
  findings.push_back(bad(recorded.turn, file, "", difference));
  return comparison;
}
}  // namespace franz::proxy
