#include "proxy/demo_vlm/screen/screen_policy.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include "common/base/ascii.h"
#include "common/base/count_text.h"
#include "common/base/utf8.h"
#include "common/tools/call.h"
#include "common/tools/surface_facts.h"
#include "proxy/demo_vlm/text_lines.h"

namespace franz::demo_vlm {
namespace {
constexpr std::size_t kMaxClicks = 4;                  // targets in one reply
constexpr std::size_t kMaxEmptyWaits = 3;              // for something to appear
constexpr std::size_t kMaxChangeWaits = 10;            // for a picture to change after an action
constexpr std::size_t kMaxTypings = 2;                 // of one field's text
constexpr std::size_t kMaxTexts = 40, kMaxText = 400;  // texts of an objective; bytes of one
// Parts of its sentences by which it remembers what it did.
constexpr std::string_view kSaidClick = "I click", kSaidField = " into field ",
                           kSaidType = ", and type ",
                           kSaidConfirm = "the button that confirms it, at (", kSaidWait = "(wait ",
                           kSaidGone = "The dialog is gone";
constexpr const char* kGaveUp = "I could not finish: ";
// What the prompts and the surface's own words call the sandbox.
constexpr std::string_view kCanvas = "black canvas";

using State = FormField::State;

// A pixel place in 0 to 1000 of the picture's width and height.
PlanPoint thousandths(const ScreenPlace& at, Size picture) {
  const auto along = [](double place, int side) {
    return static_cast<int>(std::lround(place * kFullScale / std::max(1, side - 1)));
  };
  return {along(at.x, picture.width), along(at.y, picture.height)};
}

ScreenPlace middle_of(const PixelBox& box) {
  return {box.left + (box.width - 1) / 2.0, box.top + (box.height - 1) / 2.0};
}

std::string field_name(std::size_t index) { return "field " + std::to_string(index + 1); }

void wait(ScreenPlan& plan, const ScreenPast& past, const std::string& words) {
  plan.next = words + " " + std::string(kSaidWait) + std::to_string(past.waits + 1) + ").";
}

void finish(ScreenPlan& plan, bool success, const std::string& words) {
  plan.state = ScreenPlan::State::done;
  plan.success = success;
  plan.next = words;
}

// ---- a card

ScreenPlan plan_for_card(const CardSeen& card, const ScreenPast& past) {
  ScreenPlan plan;
  if (card.finished) {
    plan.seen = "The calibration card says that all targets have been clicked.";
    plan.progress = "[x] targets";
    finish(plan, true, "All targets of the card are clicked.");
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
  if (plan.actions.empty())
    wait(plan, past,
         card.to_do.empty() ? "No target is left: I wait for the card to say so"
                            : "Marks cover what is left: I look again without them");
  else
    plan.next = "I click " + count_text(plan.actions.size(), "target") + " in the middle.";
  return plan;
}

// ---- a form

std::string confirm_text(PlanPoint at) {
  return std::string(kSaidConfirm) + std::to_string(at.x) + ", " + std::to_string(at.y) + ")";
}

std::string form_progress(const FormSeen& form, const std::vector<bool>& filled, std::size_t now) {
  std::string text;
  for (std::size_t i = 0; i < form.fields.size(); ++i) {
    text += i == now ? "[>] " : filled[i] ? "[x] " : "[ ] ";
    text += field_name(i) + "  ";
  }
  return text + (now < form.fields.size() ? "[ ] button" : "[>] button");
}

// How wide a text in a field of this height is, in pixels: letters are about as wide as half of
// their font's size, which is two fifths of the field's height.
double usual_width(std::string_view text, int height) {
  double width = 0;  // of the font's size
  while (!text.empty()) {
    const DecodedCharacter next = decode_utf8(text);
    text.remove_prefix(next.length);
    const bool is_narrow =
        next.code < 0x80 &&
        std::string_view("iljtfrI1 .,:;!'|()[]").find(static_cast<char>(next.code)) !=
            std::string_view::npos;
    width += next.code >= 0x2E80 ? 1 : is_narrow ? 0.35 : 0.62;
  }
  return width * height * 0.42;
}

enum class Content { none, wanted, other };

// What a field with ink holds. Ink that is much narrower than the text, and not wider than a
// pointer, is no text: a caret or the mouse's pointer lies in the field.
Content content_of(const FormField& field, std::string_view text) {
  constexpr int kPad = 8;  // pixels on both sides of a text that is longer than its field
  const double usual = usual_width(text, field.box.height);
  const bool overflows = usual > field.box.width * 0.6 && field.ink > field.box.width / 2 - kPad;
  if (overflows || (field.ink >= usual * 0.6 - 3 && field.ink <= usual * 1.6 + 4))
    return Content::wanted;
  return field.ink < usual * 0.6 && field.ink * 2 <= field.box.height ? Content::none
                                                                      : Content::other;
}

std::size_t typings_of(std::size_t field, const ScreenPast& past) {
  return static_cast<std::size_t>(std::ranges::count(past.typed, field));
}

void plan_for_field(std::size_t index, const FormField& field, Content content,
                    const std::string& text, const ScreenPast& past, ScreenPlan& plan) {
  const std::string name = field_name(index);
  const std::size_t typings = typings_of(index, past);
  const bool is_stuck = content == Content::other || typings >= kMaxTypings;
  if (field.state == State::hidden && past.waits == 0) {
    wait(plan, past, "I cannot see whether " + name + " is empty: I look again");
  } else if (is_stuck && typings > 0 && past.waits < kMaxChangeWaits) {
    wait(plan, past, "I typed into " + name + ", and do not see the text: I look again");
  } else if (is_stuck) {
    finish(
        plan, false,
        kGaveUp + name + (typings > 0 ? " does not show what I typed." : " holds another text."));
  } else if (typings > 0 && past.waits == 0) {
    wait(plan, past, "I do not see yet what I typed into " + name + ": I look again");
  } else {
    const ScreenPlace at = middle_of(field.box);
    plan.actions = {{ScreenAction::Kind::click, at, {}, name},
                    {ScreenAction::Kind::type, at, text, name}};
    plan.next = std::string(kSaidClick) + " into " + name + ", which is empty" +
                std::string(kSaidType) + text + ".";
  }
}

void plan_for_button(const ScreenSeen& seen, const ScreenPast& past, ScreenPlan& plan) {
  const bool is_patient = past.waits < kMaxChangeWaits;
  if (!seen.form->confirm) {
    const std::string words = "I see no button that confirms it";
    if (!is_patient) return finish(plan, false, kGaveUp + words + ".");
    return wait(plan, past, words + ": I look again");
  }
  const ScreenPlace middle = middle_of(*seen.form->confirm);
  const PlanPoint at = thousandths(middle, seen.picture);
  // The same dialog after the click: a second click would submit it again.
  const auto near = [](int a, int b) { return std::abs(a - b) <= 10; };
  if (past.confirmed && near(past.confirmed->x, at.x) && near(past.confirmed->y, at.y)) {
    if (!is_patient)
      return finish(
          plan, false,
          kGaveUp + std::string("the dialog is still there after the click on its button."));
    return wait(
        plan, past,
        "I have clicked " + confirm_text(*past.confirmed) + ": I wait for the dialog to go away");
  }
  plan.actions = {{ScreenAction::Kind::click, middle, {}, std::string(kConfirmingButton)}};
  plan.next = "Everything is filled in: " + std::string(kSaidClick) + " " + confirm_text(at) + ".";
}

ScreenPlan plan_for_form(const ScreenSeen& seen, std::string_view objective,
                         const ScreenPast& past) {
  const FormSeen& form = *seen.form;
  const std::vector<std::string> given = texts_given(objective);
  std::vector<bool> filled;
  std::vector<Content> contents;
  for (std::size_t i = 0; i < form.fields.size(); ++i) {
    const FormField& field = form.fields[i];
    // Without a text of its own, a field may hold any text.
    const bool any = given.size() <= i && typings_of(i, past) == 0;
    contents.push_back(field.state != State::filled ? Content::none
                       : any                        ? Content::wanted
                             : content_of(field, given.empty() ? usual_text(i) : given[i]));
    // If a mark covers the field, the memory of having typed there is believed.
    const bool believed = field.state == State::hidden && typings_of(i, past) > 0;
    filled.push_back(contents.back() == Content::wanted || believed);
  }
  // Fields without a text in the objective stay as they are, unless it has no texts at all.
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
  plan.progress = form_progress(form, filled, next < wanted ? next : form.fields.size());
  if (next < wanted)
    plan_for_field(next, form.fields[next], contents[next],
                   given.empty() ? usual_text(next) : given[next], past, plan);
  else
    plan_for_button(seen, past, plan);
  return plan;
}

ScreenPlan plan_for_nothing(const ScreenPast& past) {
  ScreenPlan plan;
  plan.seen = "I see a screen with neither a form nor a calibration card.";
  plan.progress = past.acted ? "[x] confirmed" : "[ ] nothing to do";
  const bool is_lost = !past.confirmed && !past.typed.empty();  // before it was confirmed
  if (!past.acted && past.waits < kMaxEmptyWaits) {
    wait(plan, past, "I wait for something to come up");
  } else if (!past.acted) {
    finish(plan, false, "I have found nothing that I could do: neither a form nor a card came up.");
  } else if (past.waits == 0) {
    wait(plan, past,
         is_lost ? "I do not see the form any more: I look once more"
                 : std::string(kSaidGone) + ". I look once more, to be sure");
  } else if (is_lost) {
    plan.progress = "[ ] button";
    finish(plan, false, kGaveUp + std::string("the dialog went away before I confirmed it."));
  } else {
    finish(plan, true, std::string(kSaidGone) + ": what was to be done is done.");
  }
  return plan;
}
}  // namespace

std::vector<std::string> texts_given(std::string_view objective) {
  std::vector<std::string> texts;
  for (std::string_view rest = objective; texts.size() < kMaxTexts;) {
    const std::size_t equals = rest.find('=');
    if (equals == rest.npos) break;
    rest.remove_prefix(equals + 1);
    const std::size_t first = std::min(rest.find_first_not_of(" \t"), rest.size());
    const bool is_quoted = rest.substr(first, 1) == "\"" || rest.substr(first, 1) == "'";
    const std::size_t close = is_quoted ? rest.find(rest[first], first + 1) : rest.npos;
    const bool is_closed = close != rest.npos;
    const std::size_t end =
        is_closed ? close + 1 : std::min(rest.find_first_of(",;\n"), rest.size());
    std::string_view text =
        is_closed ? rest.substr(first + 1, close - first - 1) : trimmed(rest.substr(0, end));
    // The full stop of the sentence that it ends.
    if (!is_closed && end == rest.size() && text.ends_with('.')) text.remove_suffix(1);
    if (!text.empty()) texts.push_back(one_line(text, kMaxText));
    rest.remove_prefix(end);
  }
  return texts;
}

std::string usual_text(std::size_t field) {
  static constexpr std::array kTexts{"Ada Lovelace", "Köln", "Straße der Künste 7", "東京",
                                     "naïve café"};
  return kTexts[field % kTexts.size()];
}

ScreenSeen look_at_screen(const Picture& picture) {
  ScreenSeen seen{size_of(picture), find_targets(picture), std::nullopt};
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

ScreenPast read_screen_past(std::string_view said) {
  ScreenPast past;
  const std::size_t confirm = said.rfind(kSaidConfirm);
  // What it typed before it confirmed an earlier dialog is of that dialog.
  const std::size_t from = confirm == said.npos ? 0 : confirm;
  for (std::size_t at = said.find(kSaidField, from); at != said.npos;
       at = said.find(kSaidField, at + 1)) {
    const std::string_view rest = said.substr(at + kSaidField.size());
    const std::size_t type = rest.find(kSaidType);
    const int number = small_number(rest);
    if (number > 0 && type != rest.npos && type < rest.find('\n') && type < rest.find(kSaidField))
      past.typed.push_back(static_cast<std::size_t>(number) - 1);
    else if (number > 0 && past.typed.empty() && said.substr(0, at).ends_with("I typed"))
      past.typed.push_back(static_cast<std::size_t>(number) - 1);
  }
  const std::size_t gone = said.rfind(kSaidGone);
  if (past.typed.empty() && confirm != said.npos) {
    const std::string_view place = said.substr(confirm + kSaidConfirm.size());
    past.confirmed = {small_number(place),
                      small_number(place.substr(std::min(place.find(' ') + 1, place.size())))};
  } else if (past.typed.empty() && gone != said.npos) {
    past.confirmed = PlanPoint{-100, -100};
  }
  const std::size_t click = said.rfind(kSaidClick);
  past.acted = click != said.npos || past.confirmed;
  const std::string_view rest = said.substr(click == said.npos ? 0 : click);
  if (const std::size_t wait = rest.rfind(kSaidWait); wait != rest.npos)
    past.waits = static_cast<std::size_t>(small_number(rest.substr(wait + kSaidWait.size())));
  // What was said in the end is said again.
  if (rest.find(": what was to be done is done") != rest.npos) past.waits = kMaxChangeWaits;
  return past;
}

ScreenPlan plan_on_screen(const ScreenSeen& seen, std::string_view objective,
                          const ScreenPast& past) {
  ScreenPlan plan = seen.card.there ? plan_for_card(seen.card, past)
                    : seen.form     ? plan_for_form(seen, objective, past)
                                    : plan_for_nothing(past);
  if (!plan.actions.empty()) plan.state = ScreenPlan::State::act;
  for (ScreenAction& action : plan.actions) {
    action.place = thousandths(action.at, seen.picture);
    action.pixel = {static_cast<int>(std::lround(action.at.x)),
                    static_cast<int>(std::lround(action.at.y))};
  }
  return plan;
}

ScreenPlan plan_for(const SeenRequest& request, std::string_view objective, std::string_view said,
                    bool may_type) {
  if (!request.picture)
    return {.seen = nothing_seen(request),
            .next = "I wait for a picture.",
            .progress = "[ ] nothing seen"};
  ScreenSeen seen = look_at_screen(*request.picture);
  if (seen.form && !may_type) seen.form->fields.clear();
  return plan_on_screen(seen, objective, read_screen_past(said));
}

std::string nothing_seen(const SeenRequest& request) {
  return request.picture_problem.empty()
             ? "I see nothing: there is no picture in this request."
             : "I see nothing: the picture " + request.picture_problem + ".";
}
}  // namespace franz::demo_vlm
