#include "proxy/demo_vlm/step_mind.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include "common/wire/message_fields.h"

namespace franz::demo_vlm {
namespace {
constexpr std::array kUsualSizes{Size{1280, 720}, Size{1024, 576}, Size{1920, 1080},
                                 Size{960, 540},  Size{640, 360},  Size{512, 288}};

// A step of the list that the demo model makes.
struct Spoken {
  std::string action;  // of the mouse; "write"
  Pixel at = {};
  std::string text = {};
};

std::optional<Spoken> spoken_step(const ToldStep& step) {
  Result<MessageFields> read = MessageFields::parse(step.arguments);
  if (!read.ok()) return std::nullopt;
  MessageFields& fields = read.value();
  if (step.tool == "write") return Spoken{"write", {}, fields.text("/text", "")};
  if (step.tool != "mouse") return std::nullopt;
  Spoken mouse{fields.text("/action", "click")};
  mouse.at.x = static_cast<int>(fields.integer("/x", 0, kLargestPlace));
  mouse.at.y = static_cast<int>(fields.integer("/y", 0, kLargestPlace));
  if (!fields.failure().empty()) return std::nullopt;
  return mouse;
}

// Pixels of one turn's picture as places, of the drawing where they are its.
class Places {
 public:
  explicit Places(const Drawing& drawing) {
    for (const Part& part : drawing.parts) {
      for (const PlannedCall& call : part.calls) {
        all_.push_back(call.from);
        all_.push_back(call.to);
      }
    }
  }

  std::optional<PlanPoint> find(Pixel pixel, Size picture) const {
    const auto at = std::ranges::find_if(
        all_, [&](PlanPoint place) { return pixel_of(place, picture) == pixel; });
    if (at == all_.end()) return std::nullopt;
    return *at;
  }

  Size likely_size(const std::vector<Pixel>& pixels, Size now) const {
    const auto known = [&](Size size) {
      return std::ranges::count_if(pixels,
                                   [&](Pixel pixel) { return find(pixel, size).has_value(); });
    };
    Size best = now;
    auto most = known(now);
    for (const Size size : kUsualSizes) {
      const auto count = known(size);
      if (count <= most) continue;
      most = count;
      best = size;
    }
    return best;
  }

 private:
  std::vector<PlanPoint> all_;
};

PlanPoint somewhere(Pixel pixel, Size picture) {
  const auto along = [](int at, int side) {
    return static_cast<int>(std::lround(at * 1000.0 / std::max(1, side - 1)));
  };
  return {along(pixel.x, picture.width), along(pixel.y, picture.height)};
}

// Follows the list, a turn at a time.
class Follower {
 public:
  Follower(const StepsContext& context, const Drawing& drawing)
      : context_(context), places_(drawing) {}

  void follow(std::size_t begin, std::size_t end) {
    std::vector<Pixel> pixels;
    for (std::size_t i = begin; i < end; ++i)
      if (const auto step = spoken_step(context_.steps[i]); step && step->action != "write")
        pixels.push_back(step->at);
    const Size size = places_.likely_size(pixels, context_.picture);
    for (std::size_t i = begin; i < end; ++i) {
      const ToldStep& told = context_.steps[i];
      if (const auto step = spoken_step(told)) take(told, *step, size);
    }
  }

  OwnSteps take() && { return std::move(own_); }

 private:
  void take(const ToldStep& told, const Spoken& step, Size size) {
    const Deed::Outcome outcome = told.outcome == "done"      ? Deed::Outcome::done
                                  : told.outcome == "partial" ? Deed::Outcome::unknown
                                                              : Deed::Outcome::failed;
    const auto add = [&](PlannedCall stroke) {
      own_.past.deeds.push_back(
          {std::move(stroke), static_cast<std::size_t>(std::max(0, told.turn)), outcome});
    };
    if (step.action == "write") {
      if (!own_.past.deeds.empty()) {
        const PlanPoint at = own_.past.deeds.back().stroke.to;
        add({PlannedCall::Kind::type, at, at, step.text});
      }
      return;
    }
    const PlanPoint at = places_.find(step.at, size).value_or(somewhere(step.at, size));
    if (step.action == "click") add({PlannedCall::Kind::left_click, at, at, {}});
    if (step.action == "drag" && own_.pointer)
      add({PlannedCall::Kind::drag, *own_.pointer, at, {}});
    // A step that was not performed leaves the pointer where it is, or was half-way.
    if (outcome == Deed::Outcome::done || told.outcome == "noted") own_.pointer = at;
    if (outcome == Deed::Outcome::unknown) own_.pointer.reset();
  }

  const StepsContext& context_;
  Places places_;
  OwnSteps own_;
};

bool was_drawn(const Past& past, const PlannedCall& stroke) {
  return std::ranges::any_of(past.deeds, [&](const Deed& deed) {
    return deed.stroke == stroke && deed.outcome == Deed::Outcome::done;
  });
}

// What came before the first stroke of the list.
void believe_in_front(const Drawing& drawing, Past& past) {
  std::vector<Deed> before;
  for (const Part& part : drawing.parts) {
    for (const PlannedCall& stroke : part.calls) {
      if (was_drawn(past, stroke)) {
        past.deeds.insert(past.deeds.begin(), before.begin(), before.end());
        return;
      }
      before.push_back({stroke, 0, Deed::Outcome::done});
    }
  }
}
}  // namespace

Pixel pixel_of(PlanPoint place, Size picture) {
  const auto along = [](int at, int side) {
    return static_cast<int>(std::lround(at * std::max(0, side - 1) / 1000.0));
  };
  return {along(place.x, picture.width), along(place.y, picture.height)};
}

OwnSteps read_own_steps(const StepsContext& context, const Drawing& drawing) {
  Follower follower(context, drawing);
  std::set<int> turns;
  for (std::size_t begin = 0, end = 0; begin < context.steps.size(); begin = end) {
    const int turn = context.steps[begin].turn;
    while (end < context.steps.size() && context.steps[end].turn == turn) ++end;
    turns.insert(turn);
    follower.follow(begin, end);
  }
  OwnSteps own = std::move(follower).take();
  if (context.left_out) {
    believe_in_front(drawing, own.past);
  } else {
    const auto replies = static_cast<std::size_t>(std::max(0, context.turn - 1));
    own.lost_replies = replies - std::min(replies, turns.size());
  }
  return own;
}

Prospect look_at_steps(const Drawing& drawing, const OwnSteps& own, const Picture* picture) {
  Prospect prospect = look_ahead(drawing, own.past, {.look = false});
  if (!prospect.to_do.empty() || picture == nullptr) return prospect;
  const std::optional<Panel> inset = find_inset(*picture);
  for (std::size_t part = 0; part < drawing.parts.size(); ++part) {
    for (const PlannedCall& stroke : drawing.parts[part].calls) {
      if (!is_dark_along(*picture, stroke, inset)) continue;
      const bool once = std::ranges::count(own.past.deeds, stroke, &Deed::stroke) == 1;
      if (once) prospect.to_do.push_back({stroke, part, false});
      if (!once) ++prospect.given_up;
      --prospect.drawn;
    }
  }
  return prospect;
}

std::vector<PlannedStep> planned_steps(const Prospect& prospect, std::optional<PlanPoint> pointer) {
  std::vector<PlannedStep> steps;
  for (std::size_t i = 0; i < prospect.to_do.size(); ++i) {
    const PlannedCall& call = prospect.to_do[i].call;
    switch (call.kind) {
      case PlannedCall::Kind::drag:
        if (pointer != call.from) steps.push_back({PlannedStep::Kind::move, call.from, {}, i});
        steps.push_back({PlannedStep::Kind::drag, call.to, {}, i});
        break;
      case PlannedCall::Kind::left_click:
        steps.push_back({PlannedStep::Kind::click, call.from, {}, i});
        break;
      case PlannedCall::Kind::type:
        steps.push_back({PlannedStep::Kind::write, call.from, call.text, i});
        break;
    }
    pointer = call.to;
  }
  return steps;
}
}  // namespace franz::demo_vlm
