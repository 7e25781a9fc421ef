#pragma once
// The marks that models put around what they think before they answer. This is the only list of
// them; base/thoughts.h has the rule that is applied to them.
//
//   names in angle brackets   think, thinking, thinkt, gui_think, seed:think, thought, reasoning,
//                             reflection, and think_never_used_ followed by hexadecimal digits:
//                             <think> or <think effort="high"> opens, </think> closes
//   [THINK] … [/THINK]        Mistral's
//   ◁think▷ … ◁/think▷        Kimi's
//   <|channel>thought … <channel|>   Gemma's
//   <|channel|>analysis<|message|> … <|end|>   harmony's (gpt-oss). The next <|start|>,
//                             <|channel|>final or <|channel|>commentary ends it too. A call that
//                             is written in that channel ("analysis to=functions.x") is no thought.
//
// Letters may be in either case. Attributes are blanks, or anything with a = and without a <.
// Any character of a mark may be escaped in the token (\u003c, \/, \u25c1).
// Sources: the chat templates of the models named; for harmony, the documents of openai/harmony.
#include <cstddef>
#include <optional>
#include <string_view>

namespace franz {
inline constexpr std::size_t kThoughtNames = 16;

// Where a thought with an opening mark and no closing mark ends.
enum class ThoughtWithoutEnd {
  ends_with_text,
  // At the next <seed:tool_call>, or with the text: names of Seed's models.
  ends_at_call,
  // The name is an ordinary word. If text precedes the mark on its line, it is part of a sentence
  // and not a mark; otherwise the thought ends with the text.
  may_be_prose,
};
// `name`: of a ThoughtMark.
ThoughtWithoutEnd thought_without_end(std::size_t name);

struct ThoughtMark {
  enum class Role {
    opens,
    closes,  // with or without an opening mark
    ends,    // only an open thought of its own name (harmony)
    call,    // <seed:tool_call>
  };
  Role role = Role::opens;
  std::size_t name = 0;  // below kThoughtNames: marks with the same name belong together
  // The offset after the mark. After harmony's <|end|> also after <|start|>assistant and
  // <|channel|>final<|message|>, which frame the answer; of a mark that begins an answer and is
  // needed to read it (<|channel|>commentary), its own offset.
  std::size_t end = 0;
};

// The mark that begins at `at` in the text of a token (without its quotes), if there is one. `at`
// is inside the text and not in the middle of an escape. Calls for all offsets of a text together
// take linear time.
std::optional<ThoughtMark> thought_mark_at(std::string_view text, std::size_t at);
}  // namespace franz
