#include "proxy/demo_vlm/screen/screen_mind.h"
#include <algorithm>
#include "common/base/count_text.h"
#include "common/tools/surface_facts.h"
#include "proxy/demo_vlm/screen/form_texts.h"

namespace franz::demo_vlm {
namespace {
constexpr std::size_t kMaxClicks = 4;  // targets in one reply
constexpr std::size_t kMaxWaits = 3;   // then it gives up where nothing is to be seen
// What the prompts and the surface's own words call the sandbox.
constexpr std::string_view kCanvas = "black canvas";

using State = FormField::State;

ScreenPlace middle_of(const PixelBox& box) {
  return {box.left + (box.width - 1) / 2.0, box.top + (box.height - 1) / 2.0};
}

bool has(const PixelBox& box, const ScreenPlace& place) {
  return place.x >= box.left && place.x <= box.right() && place.y >= box.top &&
         place.y <= box.bottom();
}

std::string field_name(std::size_t index) { return "field " + std::to_string(index + 1); }

// ---- a card

ScreenPlan plan_for_card(const CardSeen& card, const ScreenPast& past) {
  ScreenPlan plan;
  if (card.finished) {
    plan.state = ScreenPlan::State::done;
    plan.seen = "The calibration card says that all targets have been clicked.";
    plan.next = "All targets of the card are clicked.";
    plan.progress = "[x] targets";
    return plan;
  }
  plan.seen = "I see a calibration card with " + count_text(card.to_do.size(), "target") +
              " that I have not clicked.";
  plan.progress = "[>] targets";
  for (const TargetSeen& target : card.to_do) {
    // What is half covered by a mark is not any more when the marks are gone.
    if (plan.actions.size() == kMaxClicks || (!target.is_whole && past.waits == 0)) break;
    plan.actions.push_back({ScreenAction::Kind::click, {target.x, target.y}, {}, "target"});
  }
  if (plan.actions.empty()) {
    plan.next = card.to_do.empty() ? "No target is left: I wait for the card to say so."
                                   : "Marks lie over what is left: I look again without them.";
    return plan;
  }
  plan.state = ScreenPlan::State::act;
  plan.next = "I click " + count_text(plan.actions.size(), "target") + " in the middle.";
  return plan;
}

// ---- a form

std::string form_progress(const FormSeen& form, const std::vector<bool>& filled, std::size_t now) {
  std::string text;
  for (std::size_t i = 0; i < form.fields.size(); ++i) {
    text += i == now ? "[>] " : filled[i] ? "[x] " : "[ ] ";
    text += field_name(i) + "  ";
  }
  return text + (now < form.fields.size() ? "[ ] button" : "[>] button");
}

ScreenPlan plan_for_form(const FormSeen& form, std::string_view objective, const ScreenPast& past) {
  const std::vector<std::string> given = texts_given(objective);
  std::vector<bool> filled;
  for (const FormField& field : form.fields) {
    // Under a mark, the memory of having typed there is believed.
    const bool believed = field.state == State::hidden && past.typed && has(field.box, *past.typed);
    filled.push_back(field.state == State::filled || believed);
  }
  // Fields that the objective has no text for stay as they are, unless it has none at all.
  const std::size_t wanted =
      given.empty() ? form.fields.size() : std::min(given.size(), form.fields.size());
  const auto first_empty =
      std::find(filled.begin(), filled.begin() + static_cast<std::ptrdiff_t>(wanted), false);
  const auto next = static_cast<std::size_t>(first_empty - filled.begin());

  ScreenPlan plan;
  plan.seen = form.fields.empty()
                  ? "I see a dialog with " + count_text(form.buttons.size(), "button") + "."
                  : "I see a form with " + count_text(form.fields.size(), "field") + ", " +
                        std::to_string(std::ranges::count(filled, true)) + " of them filled in.";
  if (next < wanted) {
    plan.progress = form_progress(form, filled, next);
    const FormField& field = form.fields[next];
    if (field.state == State::hidden && past.waits == 0) {
      plan.next = "I cannot see whether " + field_name(next) + " is empty: I look again.";
      return plan;
    }
    const std::string text = given.empty() ? usual_text(next) : given[next];
    const ScreenPlace at = middle_of(field.box);
    plan.state = ScreenPlan::State::act;
    plan.actions = {{ScreenAction::Kind::click, at, {}, field_name(next)},
                    {ScreenAction::Kind::type, at, text, field_name(next)}};
    plan.next = "I click into " + field_name(next) + ", which is empty, and type " + text + ".";
    return plan;
  }
  plan.progress = form_progress(form, filled, form.fields.size());
  if (!form.confirm) {
    plan.next = "I see no button that confirms it: I look again.";
    return plan;
  }
  plan.state = ScreenPlan::State::act;
  plan.actions = {{ScreenAction::Kind::click, middle_of(*form.confirm), {}, "confirming button"}};
  plan.next = "Everything is filled in: I click the button that confirms it.";
  return plan;
}

ScreenPlan plan_for_nothing(const ScreenPast& past) {
  ScreenPlan plan;
  plan.seen = "I see a screen with neither a form nor a calibration card.";
  plan.progress = past.acted ? "[x] confirmed" : "[ ] nothing to do";
  if (past.acted && past.waits > 0) {
    plan.state = ScreenPlan::State::done;
    plan.next = "The dialog is gone: what was to be done is done.";
  } else if (!past.acted && past.waits >= kMaxWaits) {
    plan.state = ScreenPlan::State::done;
    plan.next = "I have found nothing that I could do: neither a form nor a card came up.";
  } else {
    plan.next = past.acted ? "The dialog is gone. I look once more, to be sure."
                           : "I wait for something to come up.";
  }
  return plan;
}
}  // namespace

ScreenSeen look_at_screen(const Picture& picture) {
  ScreenSeen seen{{picture.width, picture.height}, find_targets(picture), std::nullopt};
  if (!seen.card.there) seen.form = find_form(PixelKinds(picture));
  return seen;
}

bool is_on_screen(const SeenRequest& request) {
  const auto says = [&](std::string_view words) {
    return request.system.find(words) != request.system.npos ||
           request.words.find(words) != request.words.npos;
  };
  for (const SurfaceFacts& surface : all_surfaces())
    if (says(surface.seen)) return !surface.repeatable;
  if (says(kCanvas) || !request.picture) return false;
  const ScreenSeen seen = look_at_screen(*request.picture);
  return seen.card.there || seen.form;
}

ScreenPlan plan_on_screen(const ScreenSeen& seen, std::string_view objective,
                          const ScreenPast& past) {
  if (seen.card.there) return plan_for_card(seen.card, past);
  if (seen.form) return plan_for_form(*seen.form, objective, past);
  return plan_for_nothing(past);
}
}  // namespace franz::demo_vlm
