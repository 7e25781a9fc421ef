#include "proxy/demo_vlm/stroke_policy.h"
#include <algorithm>
#include "common/base/count_text.h"

namespace franz::demo_vlm {
namespace {
constexpr std::size_t kStrokesToALook = 10;
constexpr int kMaxStrokeTries = 4;  // of one stroke
constexpr int kMaxLooksInVain = 2;  // then it goes on without a picture

bool is_there(const PlannedCall& stroke, const Past& past) {
  bool tried = false;
  for (const Deed& deed : past.deeds) {
    if (!(deed.stroke == stroke) || deed.outcome == Deed::Outcome::failed) continue;
    if (deed.outcome == Deed::Outcome::done && (deed.reply >= past.seen_at || !past.picture))
      return true;
    tried = true;
  }
  if (!past.picture || (!tried && !past.deeds.empty() && !past.is_partial)) return false;
  const Sight sight = look_for(*past.picture, stroke);
  return sight == Sight::there || (tried && sight == Sight::hidden);
}

bool has_means(const PlannedCall& stroke, const Means& means) {
  switch (stroke.kind) {
    case PlannedCall::Kind::drag: return means.drag;
    case PlannedCall::Kind::left_click: return means.click;
    case PlannedCall::Kind::type: return means.type && means.click;
  }
  return false;
}

bool is_last_click(const Past& past, PlanPoint at) {
  if (past.deeds.empty()) return false;
  const Deed& last = past.deeds.back();
  return last.stroke.kind == PlannedCall::Kind::left_click && last.stroke.from == at &&
         last.outcome == Deed::Outcome::done;
}

bool wants_look(const Past& past, const Prospect& prospect) {
  if (past.looks_in_vain > 0) return past.looks_in_vain < kMaxLooksInVain;
  if (!past.picture && !past.look) return true;
  const auto is_unseen = [&](const Deed& deed) {
    return deed.outcome != Deed::Outcome::failed && deed.reply >= past.seen_at &&
           (!past.look || deed.reply > *past.look);
  };
  const auto unseen = static_cast<std::size_t>(std::ranges::count_if(past.deeds, is_unseen));
  if (unseen == 0) return false;
  return unseen >= kStrokesToALook || prospect.to_do.empty() ||
         past.deeds.back().outcome == Deed::Outcome::unknown;
}
}  // namespace

Prospect look_ahead(const Drawing& drawing, const Past& past, const Means& means) {
  Prospect prospect;
  for (std::size_t part = 0, number = 0; part < drawing.parts.size(); ++part) {
    for (const PlannedCall& stroke : drawing.parts[part].calls) {
      ++number;
      const auto tries = std::ranges::count(past.deeds, stroke, &Deed::stroke);
      if (is_there(stroke, past)) {
        ++prospect.drawn;
      } else if (!has_means(stroke, means)) {
        ++prospect.out_of_reach;
      } else if (tries >= kMaxStrokeTries) {
        ++prospect.given_up;
      } else {
        prospect.to_do.push_back({stroke, part, number, tries == 0});
      }
    }
  }
  if (!prospect.to_do.empty()) {
    const Prospect::Stroke next = prospect.to_do.front();
    // A text goes beside the click in front of it.
    if (next.call.kind == PlannedCall::Kind::type && !is_last_click(past, next.call.from)) {
      const PlannedCall click{PlannedCall::Kind::left_click, next.call.from, next.call.from, {}};
      prospect.to_do.insert(prospect.to_do.begin(), {click, next.part, next.number, false});
    }
  }
  prospect.look = means.look && wants_look(past, prospect);
  return prospect;
}

std::string result_text(const Drawing& drawing, std::size_t drawn, const Prospect& prospect,
                        bool has_looked) {
  std::string text = drawn == 0 ? "I have drawn nothing."
                                : "The " + drawing.name + " is finished: " + drawing.whole + ", " +
                                      count_text(drawn, "stroke") + " in all.";
  if (prospect.out_of_reach > 0)
    text += " For " + count_text(prospect.out_of_reach, "stroke") + " I have no tool.";
  if (prospect.given_up > 0) {
    text += " " + count_text(prospect.given_up, "stroke") + " I have tried and cannot see.";
  } else if (has_looked && drawn > 0) {
    text += " I have looked at it, and every line is where it should be.";
  }
  return text;
}
}  // namespace franz::demo_vlm
