#pragma once
// Extracts the sentence in which a reply describes its action. Some models see older turns only as
// these sentences (Qwen's and OpenCUA's agents: "Action: Click the search bar.", "## Action:\nClick
// …"; ScaleCUA's: "<operation>Click …</operation>").
#include <string>
#include "common/wire/sent_form.h"

namespace franz {
// The token of the last such sentence in the text of `token`. Thoughts are skipped, so a draft is
// never reported as an action. The sentence follows "Action:" on its line, or else is the next line
// that is not empty; Markdown marks before the word, and blanks and quotes around the sentence, are
// removed. Or it follows <operation>, up to its end. "\"-\"" if there is none. Linear time.
std::string action_sentence(const std::string& token);
inline constexpr SentForm kActionSentence{"action_sentence", action_sentence};
}  // namespace franz
