#include "proxy/offline/verify/drawn_turn.h"
#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <utility>
#include "common/base/base64.h"
#include "common/base/count_text.h"
#include "common/base/json_string.h"
#include "common/picture/picture_pixels.h"
#include "common/run/disk_warnings.h"
#include "common/run/recorded_step.h"
#include "common/tools/surface_facts.h"
#include "common/wire/api/known_causes.h"
#include "common/wire/capturer_messages.h"
#include "common/wire/message_fields.h"

namespace franz::proxy {
static constexpr int kPatientMs = 60'000;  // this machine may be slower than the one that drew
static constexpr std::size_t kMaxKnown = 16UL << 20U;  // bytes of a picture

static std::vector<Warning> warnings_of(const TurnRecord& record) {
  Result<MessageFields> out = record.executor_out.fields();
  return out.ok() ? read_warnings(out.value(), "/warnings") : std::vector<Warning>{};
}

// The turn whose ink the capturer found. Nothing: unknown, or the capturer gave no answer.
static std::optional<int> found_of(MessageFields& out) {
  if (!out.has("/found")) return std::nullopt;
  return static_cast<int>(out.integer("/found", 0, kMaxTurn));
}

DrawPlan plan_drawing(const TurnRecord& record) {
  DrawPlan plan;
  const auto skip = [&](DrawPlan::Way way, FindingCode code, std::string why) {
    plan.way = way;
    plan.unchecked.push_back(not_checked(code, record.turn, std::move(why)));
    return plan;
  };
  Result<MessageFields> in = record.executor_in.fields();
  if (!in.ok())
    return skip(DrawPlan::Way::unknown, FindingCode::drawing_unknown,
                "no executor.in: digests only");
  if (!is_repeatable(in.value().text("/surface", "")))
    return skip(DrawPlan::Way::nothing, FindingCode::surface,
                "its surface cannot be redrawn: only digests were checked");
  if (!record.degraded.empty())
    return skip(DrawPlan::Way::unknown, FindingCode::degraded,
                "degraded (" + record.degraded.front() + "): digests only");
  Result<MessageFields> out = record.executor_out.fields();
  if (!out.ok())
    return skip(DrawPlan::Way::unknown, FindingCode::degraded, "no executor.out: digests only");
  plan.found = found_of(out.value());
  for (const Warning& warning : warnings_of(record)) {
    const std::optional<DiskWarning> what = disk_warning_of(warning);
    if (!what) continue;
    plan.unchecked.push_back(
        not_checked(FindingCode::disk, record.turn,
                    "a warning that cannot be checked: \"" + warning.text + "\""));
    if (*what == DiskWarning::canvas_missing || *what == DiskWarning::canvas_damaged)
      plan.black_canvas = true;
    if (*what == DiskWarning::state_damaged) plan.forgotten_state = true;
    // The picture has the ink; only the next turn's answer shows what was on the disk.
    if (*what == DiskWarning::not_saved) plan.way = DrawPlan::Way::open;
  }
  return plan;
}

Result<ExecutorRequest> request_again(const std::string& executor_in,
                                      const std::optional<Reply>& reply, int turn,
                                      const std::string& folder,
                                      const std::optional<std::string>& picture) {
  Result<ExecutorRequest> request = executor_request_with(executor_in, reply);
  if (!request.ok()) return request.error();
  // A run folder may be a stranger's: its contents must never act on a real screen.
  if (!is_repeatable(request.value().options.surface))
    return Error{"/surface: only what can be repeated is carried out again"};
  request.value().options.turn = turn;
  request.value().options.run_dir = folder;
  // A longer one leaves too little room in the message.
  const bool fits = picture && picture->size() <= kMaxKnown;
  request.value().options.known_picture = fits ? base64_encode(*picture) : "";
  request.value().capturer_timeout_ms = std::max(kPatientMs, request.value().capturer_timeout_ms);
  return request;
}

// The position of that whole line in `text`; npos: not found.
static std::size_t find_line(std::string_view text, std::string_view line) {
  for (std::size_t at = text.find(line); at != text.npos; at = text.find(line, at + 1)) {
    const std::size_t end = at + line.size();
    if ((at == 0 || text[at - 1] == '\n') && (end == text.size() || text[end] == '\n')) return at;
  }
  return text.npos;
}

// Removes the lines of `warnings` from a feedback; adds those not found in it to `missing`.
static std::string without_warnings(std::string feedback, const std::vector<Warning>& warnings,
                                    std::vector<std::string>& missing) {
  for (const Warning& warning : warnings) {
    const std::string line = "WARNING: " + warning.text;
    std::size_t at = find_line(feedback, line), size = line.size();
    if (at == std::string::npos) {
      missing.push_back(warning.text);
      continue;
    }
    // With the newline after it or, for the last line, the one before.
    if (at + size < feedback.size()) {
      ++size;
    } else if (at > 0) {
      --at;
      ++size;
    }
    feedback.erase(at, size);
  }
  return feedback;
}

// As sent to the model or, if the request contained no feedback, as the executor reported it.
static std::string feedback_of(const TurnRecord& recorded) {
  if (recorded.feedback != "null") return decode_json_string(recorded.feedback);
  const Result<Step> step = recorded_step(recorded);
  return step.ok() ? step.value().feedback : "";
}

static std::string record_of(const TurnRecord& recorded) {
  return record_file(recorded.turn, recorded.attempt);
}

static Finding not_in_feedback(const TurnRecord& recorded, const std::string& warning) {
  return bad(FindingCode::drawing, recorded.turn, record_of(recorded), "executor.out.warnings",
             "the feedback does not contain \"" + warning + "\"");
}

// Disk warnings do not follow from the calls: they differ on this machine and cannot be checked.
// The same holds for a reply that the server lost and, with other glyphs, for whether a text had
// room. All other warnings follow from the calls and must be equal.
static void compare_words(const TurnRecord& recorded, const ExecutorReply& drawn, bool other_glyphs,
                          std::vector<Finding>& findings) {
  const std::string file = record_of(recorded);
  const auto of_that_time = [other_glyphs](const Warning& each) {
    return disk_warning_of(each).has_value() || is_reply_lost_warning(each) ||
           (other_glyphs && each == text_cut_warning());
  };
  const auto split = [&](std::vector<Warning>& all) {
    std::vector<Warning> apart;
    std::ranges::copy_if(all, std::back_inserter(apart), of_that_time);
    std::erase_if(all, of_that_time);
    return apart;
  };
  std::vector<Warning> now = drawn.warnings, then = warnings_of(recorded);
  std::vector<std::string> missing;
  const std::vector<Warning> apart_now = split(now), apart_then = split(then);
  if (now != then)
    findings.push_back(differs(FindingCode::drawing, recorded.turn, file, "executor.out.warnings",
                               to_json(now), to_json(then)));
  const std::string expected = without_warnings(drawn.feedback, apart_now, missing);
  missing.clear();
  const std::string got = without_warnings(feedback_of(recorded), apart_then, missing);
  if (expected != got)
    findings.push_back(
        differs(FindingCode::drawing, recorded.turn, file, "feedback", expected, got));
  for (const std::string& warning : missing) findings.push_back(not_in_feedback(recorded, warning));
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
  return count_text(pixels, "pixel differs", "pixels differ") +
         " from what the calls draw, first at (" + std::to_string(index % width) + ", " +
         std::to_string(index / width) + "): expected " + color(a) + ", got " + color(b);
}

// The drawn items, in the same form as `then`, without the members that items of an earlier version
// lack.
static std::string items_as_recorded(std::vector<ActionItem> drawn, const MessageFields& then) {
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    const std::string at = "/items/" + std::to_string(i);
    if (!then.has(at + "/pointer")) drawn[i].pointer.reset();
    if (!then.has(at + "/model_call")) drawn[i].model_call.reset();
  }
  const Result<MessageFields> reduced =
      MessageFields::parse("{\"items\":" + items_json(drawn) + "}");
  return reduced.ok() ? reduced.value().raw("/items") : "";
}

static void compare_accounts(const TurnRecord& recorded, const ExecutorReply& drawn,
                             bool same_pixels, std::vector<Finding>& findings) {
  static constexpr std::array<const char*, 9> kSame = {"answers",     "items",  "blocks",
                                                       "passed_over", "error",  "done",
                                                       "pointer",     "screen", "plain_sha256"};
  Result<MessageFields> then = recorded.executor_out.fields();
  Result<MessageFields> now = MessageFields::parse(to_json_without_screenshot(drawn));
  if (!then.ok() || !now.ok()) return;  // no executor.out: only the feedback is compared
  for (const std::string field : kSame) {
    if (field == "plain_sha256" && !same_pixels) continue;
    const std::string expected = now.value().raw("/" + field), got = then.value().raw("/" + field);
    if (expected == got) continue;
    if (field == "items" && items_as_recorded(drawn.items, then.value()) == got) continue;
    findings.push_back(differs(FindingCode::drawing, recorded.turn, record_of(recorded),
                               "executor.out." + field, expected, got));
  }
}

// Finds whose bitmaps are on the recorded canvas. A record without that fact is from the time when
// every build drew boxes. Reports nothing if the calls draw nothing that depends on it.
static std::string glyphs_of(const TurnRecord& recorded, const ExecutorReply& drawn) {
  Result<MessageFields> out = recorded.executor_out.fields();
  const std::string glyphs = out.ok() ? out.value().text("/glyphs", "") : "";
  return glyphs.empty() && !drawn.glyphs.empty() ? "boxes" : glyphs;
}

DrawnComparison compare_drawn(const TurnRecord& recorded, const std::optional<std::string>& picture,
                              const ExecutorReply& drawn, bool other_glyphs) {
  DrawnComparison comparison;
  std::vector<Finding>& findings = comparison.findings;
  const std::string glyphs = glyphs_of(recorded, drawn);
  const bool differing = glyphs != drawn.glyphs && !drawn.glyphs.empty();
  comparison.other_glyphs = other_glyphs || differing;
  compare_words(recorded, drawn, comparison.other_glyphs, findings);
  const int renderer = summarise_executor_out(recorded.executor_out).renderer;
  const bool same_renderer = renderer == 0 || renderer == drawn.renderer;
  compare_accounts(recorded, drawn, same_renderer && !comparison.other_glyphs, findings);
  if (glyphs != drawn.glyphs && !comparison.other_glyphs)
    findings.push_back(differs(FindingCode::drawing, recorded.turn, record_of(recorded),
                               "executor.out.glyphs", drawn.glyphs, glyphs));
  if (comparison.other_glyphs) {
    findings.push_back(not_checked(
        FindingCode::renderer, recorded.turn,
        differing
            ? "pictures not compared: glyphs " + glyphs + " drew them, this has " + drawn.glyphs
            : "pictures not compared: an earlier turn was drawn with other "
              "glyphs than this has"));
    return comparison;
  }
  if (!same_renderer) {
    findings.push_back(not_checked(FindingCode::renderer, recorded.turn,
                                   "pictures not compared: renderer " + std::to_string(renderer) +
                                       " drew them, this is " + std::to_string(drawn.renderer)));
    return comparison;
  }
  comparison.same_picture = true;
  if (picture && drawn.picture_known) return comparison;
  if (!picture && drawn.screenshot_b64.empty()) return comparison;  // none was due
  const Result<std::string> png = base64_decode(drawn.screenshot_b64);
  const std::string file =
      recorded.picture ? recorded.picture->file : picture_file(recorded.turn, recorded.attempt);
  std::string difference;
  if (!picture) {
    difference = "the record has no picture, but the turn draws one";
  } else if (!png.ok() || png.value().empty()) {
    difference = "redrawing it gave no picture";
  } else {
    difference = compare_pictures(png.value(), *picture);
  }
  if (difference.empty()) return comparison;
  comparison.same_picture = false;
  findings.push_back(bad(FindingCode::drawing, recorded.turn, file, "", difference));
  return comparison;
}
}  // namespace franz::proxy
