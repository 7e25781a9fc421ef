#pragma once
// What a reply without a call comes to. The end of a run is said by the model: a text in which no
// call was found is never the end at once, for it may be a plan, a draft or a call in a form that
// nothing reads. The model is asked back once.
#include <optional>
#include <string>
#include <string_view>
#include "common/formats/dialect.h"

namespace franz {
// Kinds of errors of a reply in which no call was found.
inline constexpr std::string_view kNoCall = "no_call";            // of a dialect with an end action
inline constexpr std::string_view kCutReply = "cut_reply";        // it ended at max_tokens
inline constexpr std::string_view kGarbage = "garbage";           // is_garbage()
inline constexpr std::string_view kForeignCall = "foreign_form";  // it holds a call of another form

enum class EndBy {
  any_text,        // the dialect's end is a reply without a call
  finished_words,  // the dialect has an end call; a text counts that says it (wire/says_finished.h)
};

// What an end without a call is: at most one of the two.
struct TextEnd {
  std::optional<std::string> done;  // the run is over, and this is its result; UTF-8
  std::optional<CallError> error;   // it goes on, and this is what the model hears
};

// `text`: of the reply, decoded, without thoughts and blanks around it. `ask`: what the model is
// asked, "Call a tool, or say that the task is done."
// Neither: the text is empty, or it does not say under EndBy::finished_words that it is the end.
// Otherwise an error of the kinds above, kAskedBack the first time (Source::asked_back), or the
// end.
TextEnd end_by_text(const Source& source, std::string_view text, EndBy end, std::string_view ask);

// What a dialect read, completed by what holds in all of them:
// - A reply that was cut never ends the run. Where it said the end, or where nothing to do was
// found
//   in it, the error is kCutReply, "the reply ended where max_tokens ran out"; one of class
//   kMalformedReply keeps its class, for programs count these.
// - Where a dialect with an end action found no action (kNoCall), a text that says that the task is
//   finished is asked back once, and then ends the run.
void settle_end(const Source& source, Reading& reading);

// Whether a text is one of a model that has lost its way: it has no letter and no digit; or, of 8
// characters or more, they are fewer than a tenth; or, of 40 bytes or more, nine tenths repeat a
// piece of at most 32 bytes. Letters beyond ASCII and symbols such as U+1F44D count as letters,
// U+FFFD does not. Linear time.
bool is_garbage(std::string_view text);
}  // namespace franz
