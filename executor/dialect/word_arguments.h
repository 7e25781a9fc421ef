#pragma once
// From a word of the model's with JSON arguments to a call of ours.
#include <optional>
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "common/tools/call.h"
#include "common/tools/vocabulary.h"

namespace franz::executor {
// Why a call could not be read, in the words of the answer {"type":…,"message":…}.
struct WordError {
  std::string type;     // "invalid_json", "invalid_args", "missing_label", "invalid_box", …
  std::string message;  // UTF-8, one line: what is wrong and what is expected
  std::string_view other_scale = {};  // Item::other_scale
};

// A call that was read.
struct WordCall {
  Call call;                         // places in 0..1000, inside the picture
  std::optional<std::string> label;  // what the model says is there
  bool clamped = false;              // a place lay outside
  // Which values of another JSON type were taken, for the model: `amount: "3" was taken as the
  // number 3`. Empty: none.
  std::string note;
};

// `arguments`: as ReplyCall has them: the token of a text that holds a JSON object, an object, or
// null; nothing at all counts as {}. Members that the word does not know are passed over. A value
// of another JSON type that can mean one thing is taken and noted: a number for a text, a text that
// holds a number or a place's list, the empty text for an optional one.
// `tools`: a combination of keys is another tool than a key.
Result<WordCall, WordError> read_word_call(const Word& word, std::string_view arguments,
                                           const Coordinates& coordinates, Size seen,
                                           const Toolset& tools);

// The arguments as people read them: decoded where they are a text; UTF-8.
std::string shown_arguments(std::string_view arguments);
}  // namespace franz::executor
