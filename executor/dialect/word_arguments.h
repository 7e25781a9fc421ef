#pragma once
// Converts a word with JSON arguments from the model into a call.
#include <optional>
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "common/tools/call.h"
#include "common/tools/vocabulary.h"

namespace franz::executor {
// Why a call could not be read, for the answer {"type":…,"message":…}.
struct WordError {
  std::string type;     // "invalid_json", "invalid_args", "missing_label", "invalid_box", …
  std::string message;  // UTF-8, one line: what is wrong and what is expected
  std::string_view other_scale = {};  // Item::other_scale
};

// A call that was read.
struct WordCall {
  Call call;                         // places in 0..1000, inside the picture
  std::optional<std::string> label;  // the model's description of the target
  bool clamped = false;              // a place was outside the picture
  // Which values of the wrong JSON type were converted, for the model: `amount: "3" was taken as
  // the number 3`. Empty: none.
  std::string note;
};

// `arguments`: see ReplyCall: the token of a string that contains a JSON object, an object, or
// null; empty counts as {}. Members unknown to the word are skipped. A value of the wrong JSON type
// that has only one possible meaning is converted and noted: a number for a text, a string that
// contains a number or a place's list, the empty text for an optional argument. `tools`: a key
// combination is a different tool from a single key.
Result<WordCall, WordError> read_word_call(const Word& word, std::string_view arguments,
                                           const Coordinates& coordinates, Size seen,
                                           const Toolset& tools);

// The arguments for people: decoded if they are a string; UTF-8.
std::string shown_arguments(std::string_view arguments);
}  // namespace franz::executor
