#include "executor/dialect/glm.h"
#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>
#include "common/base/ascii.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/thoughts.h"
#include "common/base/utf8.h"
#include "common/wire/glm_reply.h"
#include "executor/dialect/action_plan.h"
#include "executor/dialect/line_counter.h"
#include "executor/dialect/text_action.h"
#include "executor/dialect/unknown_action.h"

namespace franz::executor {
namespace {
constexpr const char* kExpectedGlmAction =
    "no action was found; expected <|begin_of_box|>left_click(start_box='[x,y]')<|end_of_box|> or "
    "another action";
constexpr std::string_view kBoxOpen = "<|begin_of_box|>", kBoxClose = "<|end_of_box|>";
constexpr std::string_view kActionType = "action_type";
constexpr std::size_t kMaxGlmReason = 300;  // bytes
constexpr double kGlmScrollStep = 5, kGlmWaitSeconds = 5;

class GlmAdder {
 public:
  GlmAdder(const LiteralCall& call, ActionPlan& plan) : call_(call), plan_(plan) {}

  void click(MouseButton button, int clicks) {
    if (const auto at = place(kStart, 0)) plan_.click(button, clicks, *at);
  }

  void move() {
    if (const auto at = place(kStart, 0)) plan_.move(*at);
  }

  void drag() {
    const auto from = place(kStart, 0);
    if (!from) return;
    if (const auto to = place(kEnd, 1)) plan_.drag(*from, *to);
  }

  void press() {
    const Literal* const keys = call_.argument("keys", 0);
    plan_.press(keys == nullptr ? std::vector<std::string>() : keys_in(*keys));
  }

  void enter() { plan_.press({"enter"}); }
  void type() { plan_.type(text("content", 0)); }

  // A phone's: into the field at its place, in the place of what is there.
  void input() {
    const auto at = optional_place();
    if (!at) return;
    if (*at) plan_.click(MouseButton::left, 1, *at);
    const Literal* const replaces = call_.named.find("override");
    const bool* const truth = replaces == nullptr ? nullptr : std::get_if<bool>(&replaces->value);
    if (truth != nullptr && *truth) plan_.press({"ctrl", "a"});
    plan_.type(text("text", 0));
  }

  void scroll() {
    const auto at = optional_place();
    if (!at) return;
    const std::string direction = ascii_lower(trimmed(text("direction", 1)));
    const bool forward = direction == "up" || direction == "right";
    const bool sideways = direction == "left" || direction == "right";
    if (!forward && direction != "down" && direction != "left")
      return refuse("direction",
                    "expected down or up, got " + quote_json(cut_text(direction, kMaxNameShown)));
    const Literal* const given = call_.argument("step", 2);
    const std::optional<double> step =
        given == nullptr ? std::optional(kGlmScrollStep) : given->number();
    if (!step) return refuse("step", "expected a number, got " + shown(*given));
    const double notches = forward ? std::abs(*step) : -std::abs(*step);
    sideways ? plan_.hscroll(notches, *at) : plan_.scroll(notches, *at);
  }

  void wait() { plan_.wait(kGlmWaitSeconds); }
  void finish(const char* words) { plan_.finish(words); }
  void answer() { plan_.finish(text("text", 0)); }

  void status() {
    const std::string goal = ascii_lower(trimmed(text("goal_status", 0)));
    plan_.finish(goal.empty() || goal == "complete" ? "success" : goal);
  }

 private:
  static constexpr std::string_view kStart[] = {"start_box", "box_2d", "box"};
  static constexpr std::string_view kEnd[] = {"end_box"};

  void refuse(std::string_view name, const std::string& what) {
    plan_.refuse("invalid_args", std::string(name) + ": " + what);
  }

  const Literal* find(std::span<const std::string_view> names, std::size_t index) const {
    for (const std::string_view name : names)
      if (const Literal* const found = call_.named.find(name)) return found;
    return call_.argument(names.front(), index);
  }

  std::optional<MapPoint> place(std::span<const std::string_view> names, std::size_t index) {
    const Literal* const given = find(names, index);
    if (given == nullptr) {
      refuse(names.front(), "it is missing; expected '[x,y]'");
      return std::nullopt;
    }
    const Literal::List* const list = given->list();
    const bool is_wrapped = list != nullptr && list->size() == 1 && list->front().list() != nullptr;
    const auto at = place_in(is_wrapped ? list->front() : *given);
    if (!at) refuse(names.front(), "expected '[x,y]', got " + shown(*given));
    return at;
  }

  // Outer nothing: it is there, and wrong.
  std::optional<std::optional<MapPoint>> optional_place() {
    const Literal* const given = find(kStart, 0);
    const bool is_empty =
        given == nullptr || (given->text() != nullptr && trimmed(*given->text()).empty());
    if (is_empty) return std::optional<MapPoint>();
    const std::optional<MapPoint> at = place(kStart, 0);
    if (!at) return std::nullopt;
    return at;
  }

  // A number counts as its digits.
  std::string text(std::string_view name, std::size_t index) const {
    const Literal* const given = call_.argument(name, index);
    if (given == nullptr) return "";
    return given->text() != nullptr ? *given->text() : shown(*given);
  }

  const LiteralCall& call_;
  ActionPlan& plan_;
};

struct GlmActionRow {
  std::string_view name;
  void (*add)(GlmAdder& adder);
};

constexpr GlmActionRow kGlmActions[] = {
    {"left_click", [](GlmAdder& a) { a.click(MouseButton::left, 1); }},
    {"right_click", [](GlmAdder& a) { a.click(MouseButton::right, 1); }},
    {"middle_click", [](GlmAdder& a) { a.click(MouseButton::middle, 1); }},
    {"left_double_click", [](GlmAdder& a) { a.click(MouseButton::left, 2); }},
    {"hover", [](GlmAdder& a) { a.move(); }},
    {"left_drag", [](GlmAdder& a) { a.drag(); }},
    {"key", [](GlmAdder& a) { a.press(); }},
    {"type", [](GlmAdder& a) { a.type(); }},
    {"scroll", [](GlmAdder& a) { a.scroll(); }},
    {"wait", [](GlmAdder& a) { a.wait(); }},
    {"done", [](GlmAdder& a) { a.finish("success"); }},
    {"fail", [](GlmAdder& a) { a.finish("failure"); }},
};

constexpr GlmActionRow kGlmPhoneActions[] = {
    {"click", [](GlmAdder& a) { a.click(MouseButton::left, 1); }},
    {"double_tap", [](GlmAdder& a) { a.click(MouseButton::left, 2); }},
    {"input_text", [](GlmAdder& a) { a.input(); }},
    {"keyboard_enter", [](GlmAdder& a) { a.enter(); }},
    {"scroll", [](GlmAdder& a) { a.scroll(); }},
    {"wait", [](GlmAdder& a) { a.wait(); }},
    {"answer", [](GlmAdder& a) { a.answer(); }},
    {"status", [](GlmAdder& a) { a.status(); }},
};

void add_glm_action(std::span<const GlmActionRow> rows, const LiteralCall& call, ActionPlan& plan) {
  const auto row = std::ranges::find(rows, std::string_view(call.name), &GlmActionRow::name);
  if (row == rows.end()) return plan.refuse("unknown_action", unknown_action_of(rows, call.name));
  GlmAdder adder(call, plan);
  row->add(adder);
}

class GlmReader {
 public:
  GlmReader(std::string_view text, ActionPlan& plan) : text_(text), plan_(plan), lines_(text) {}

  int read() {
    for (std::size_t at = text_.find(kBoxOpen);
         at != text_.npos && count_ < static_cast<int>(kMaxStatements);) {
      const std::size_t inside = at + kBoxOpen.size();
      const std::size_t next = text_.find(kBoxOpen, inside);
      read_box(inside, text_.substr(inside, next == text_.npos ? next : next - inside));
      at = next;
    }
    if (count_ == 0) read_without_box();
    return count_;
  }

 private:
  // `text`: up to the next box. Typed text may hold the mark.
  void read_box(std::size_t at, std::string_view text) {
    const std::size_t close = text.rfind(kBoxClose);
    const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n`"), text.size());
    const std::size_t end = close != text.npos           ? std::max(close, begin)
                            : begins_action(text, begin) ? end_of_action(text, begin, is_glm_action)
                                                         : text.size();
    const std::string_view inside = text.substr(begin, end - begin);
    const bool is_read =
        begins_action(inside, 0) ? read_call(at + begin, inside) : read_object(at + begin, inside);
    if (is_read && close == text.npos) plan_.note_form("unclosed_box");
  }

  void read_without_box() {
    const std::size_t type = text_.find(kActionType);
    const std::size_t brace = type == text_.npos ? type : text_.rfind('{', type);
    if (brace != text_.npos && read_object(brace, text_.substr(brace)))
      return plan_.note_form("no_box");
    for (std::size_t at = 0; at < text_.size();) {
      const std::string_view name = dotted_name(text_, at);
      if (!name.empty() && begins_action(text_, at, is_glm_action)) {
        plan_.note_form("no_box");
        read_call(at, text_.substr(at, end_of_action(text_, at, is_glm_action) - at));
        return;
      }
      // Behind the whole word: "my_key(" is no key.
      at += std::max<std::size_t>(name.size(), 1);
    }
  }

  bool read_call(std::size_t at, std::string_view piece) {
    TextAction action = read_text_action(piece);
    const bool known = is_glm_action(action.call.name);
    const Literal* const target = action.call.named.find("element_info");
    begin(at,
          action.problem.empty() && action.call.end > 0 ? piece.substr(0, action.call.end) : piece,
          target == nullptr || target->text() == nullptr ? "" : *target->text());
    plan_.note_form("box_call");
    for (const std::string_view form : action.forms) plan_.note_form(form);
    if (action.problem.empty() || !known) {
      add_glm_action(kGlmActions, action.call, plan_);
    } else {
      plan_.refuse("invalid_call", "the action could not be read: " + action.problem);
    }
    return true;
  }

  bool read_object(std::size_t at, std::string_view piece) {
    const auto read = read_literal(piece, 0);
    const Literal* const type = read ? read->value.find(kActionType) : nullptr;
    if (type == nullptr || type->text() == nullptr) return false;
    const std::string_view written = piece.substr(0, read->end);
    begin(at, written, "");
    plan_.note_form("json_action");
    if (!JsonDocument::read(trimmed(written)).ok()) plan_.note_form("python_literals");
    LiteralCall call;
    call.name = ascii_lower(trimmed(*type->text()));
    call.named = read->value;
    add_glm_action(kGlmPhoneActions, call, plan_);
    return true;
  }

  void begin(std::size_t at, std::string_view written, std::string_view reason) {
    const std::string note = cut_text(trimmed(reason), kMaxGlmReason);
    plan_.begin(trimmed(written), lines_.of(at), std::nullopt,
                note.empty() ? std::nullopt : std::optional(note));
    ++count_;
  }

  std::string_view text_;
  ActionPlan& plan_;
  LineCounter lines_;
  int count_ = 0;
};
}  // namespace

Reading read_glm(const Source& source, const Toolset& tools) {
  ActionPlan plan(source, tools);
  if (!source.reply) return std::move(plan).take_silence();
  const std::string text = decode_json_string(without_thoughts(source.reply->text, LineEnds::kept));
  const int blocks = GlmReader(text, plan).read();
  return std::move(plan).take(blocks, {"no_call", kExpectedGlmAction, 0, ""});
}
}  // namespace franz::executor
