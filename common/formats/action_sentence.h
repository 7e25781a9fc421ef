#pragma once
// What a reply says that its action is, for models that are shown older turns by these sentences
// alone (Qwen's and OpenCUA's agents: "Action: Click the search bar.", "## Action:\nClick …";
// ScaleCUA's: "<operation>Click …</operation>").
#include <string>
#include "common/wire/sent_form.h"

namespace franz {
// The token of the last such sentence in the text of `token` without thoughts, so that no draft is
// reported as an action: what follows "Action:" on its line, or else the next line that is
// not empty; marks of Markdown before the word and blanks and quotes around the sentence left out;
// or what follows <operation>, up to its end. "\"-\"" where there is none. Linear time.
std::string action_sentence(const std::string& token);
inline constexpr SentForm kActionSentence{"action_sentence", action_sentence};
}  // namespace franz
