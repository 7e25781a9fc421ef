#pragma once
// Decides what a reply without a call means. The model itself must declare the end of a run: a text
// without a call never ends it immediately, because it may be a plan, a draft or a call in an
// unknown form. The model is asked again.
#include <optional>
#include <string>
#include <string_view>
#include "common/formats/dialect.h"

namespace franz {
// Kinds of errors of a reply in which no call was found.
inline constexpr std::string_view kNoCall = "no_call";            // in a dialect with an end action
inline constexpr std::string_view kCutReply = "cut_reply";        // it ended at max_tokens
inline constexpr std::string_view kGarbage = "garbage";           // is_garbage()
inline constexpr std::string_view kForeignCall = "foreign_form";  // a call of another form

enum class EndBy {
  any_text,        // in this dialect a reply without a call is the end
  finished_words,  // the dialect has an end call; says_finished() texts count
};

// The meaning of a reply without a call: at most one of the two is set.
struct TextEnd {
  std::optional<std::string> done;  // the run ends with this result; UTF-8
  std::optional<CallError> error;   // the run continues, and the model receives this
};

// `text`: of the reply, decoded, without thoughts and surrounding blanks. `ask`: the request to the
// model, "Call a tool, or say that the task is done." Returns neither if the text is empty, or if
// EndBy::finished_words applies and the text does not declare the end. Otherwise an error of the
// kinds above, kAskedBack the first time (Source::asked_back), or the end.
TextEnd end_by_text(const Source& source, std::string_view text, EndBy end, std::string_view ask);

// Completes a dialect's reading with the rules for all dialects:
// - A cut reply never ends the run. If it declared the end, or if nothing to do was found in it,
//   the error is kCutReply, "the reply ended where max_tokens ran out". An error of class
//   kMalformedReply keeps its class, because programs count these.
// - If a dialect with an end action found no action (kNoCall), a text that declares the task
//   finished is asked back once, and ends the run the second time.
void settle_end(const Source& source, Reading& reading);

// Whether a text is garbage from a model that has lost its way: it has no letter and no digit; or,
// of 8 characters or more, less than a tenth are letters or digits; or, of 40 bytes or more, nine
// tenths repeat a piece of at most 32 bytes. Letters beyond ASCII and symbols such as U+1F44D count
// as letters, U+FFFD does not. Linear time.
bool is_garbage(std::string_view text);
}  // namespace franz
