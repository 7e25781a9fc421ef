#include "common/formats/glm/reply.h"
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include "common/base/ascii.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/thoughts.h"
#include "common/base/utf8.h"
#include "common/formats/glm/parts.h"
#include "common/formats/glm/verbs.h"
#include "common/formats/item_plan.h"
#include "common/formats/line_counter.h"
#include "common/formats/text_action.h"

namespace franz {
namespace {
constexpr const char* kExpectedGlmAction =
    "no action was found; expected <|begin_of_box|>left_click(start_box='[x,y]')<|end_of_box|> or "
    "another action";
constexpr std::string_view kBoxOpen = "<|begin_of_box|>", kBoxClose = "<|end_of_box|>";
constexpr std::string_view kActionType = "action_type";
constexpr std::size_t kMaxGlmReason = 300;  // bytes

class GlmReader {
 public:
  GlmReader(std::string_view text, ItemPlan& plan) : text_(text), plan_(plan), lines_(text) {}

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
  // `text`: up to the next box. Typed text may contain the mark.
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
      // Continue after the whole word: "my_key(" is not a key action.
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
      add_call(kGlmVerbs, action.call, plan_);
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
    add_call(kGlmPhoneVerbs, call, plan_);
    return true;
  }

  void begin(std::size_t at, std::string_view written, std::string_view reason) {
    const std::string note = cut_text(trimmed(reason), kMaxGlmReason);
    plan_.begin(trimmed(written), lines_.of(at), std::nullopt,
                note.empty() ? std::nullopt : std::optional(note));
    ++count_;
  }

  std::string_view text_;
  ItemPlan& plan_;
  LineCounter lines_;
  int count_ = 0;
};
}  // namespace

Reading read_glm(const Source& source, const Toolset& tools) {
  ItemPlan plan(source, tools);
  if (!source.reply) return std::move(plan).take_silence();
  const std::string text = decode_json_string(without_thoughts(source.reply->text, LineEnds::kept));
  const int blocks = GlmReader(text, plan).read();
  return std::move(plan).take(blocks, {"no_call", kExpectedGlmAction, 0, ""});
}
}  // namespace franz
