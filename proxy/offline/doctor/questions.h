#pragma once
// What doctor asks the model: the bodies of its requests.
#include <string>
#include "common/memory/memory.h"
#include "common/settings/settings.h"

namespace franz::proxy {
inline constexpr int kShortReply = 8;  // tokens that are asked for where a limit is tried

// How the requests are written; `model` is the name that is asked for.
struct QuestionStyle {
  std::string model;
  bool ask_usage = true;
};

// A few words, streamed if the settings say so.
std::string hello_question(const ModelSettings& settings, const QuestionStyle& style);
// The tokens that long_question() allows: kShortReply, or the fewest that the API lets be asked
// for.
int short_reply(const ModelSettings& settings);
// A long answer is asked for, and short_reply() tokens allowed.
std::string long_question(const ModelSettings& settings, const QuestionStyle& style);
// One user message with a small picture.
std::string picture_question(const ModelSettings& settings, const QuestionStyle& style);
// Where a thing is in a picture, told as `text`; `png_base64`: the picture. As many tokens as the
// settings allow, for a model that thinks first.
std::string place_question(const ModelSettings& settings, const QuestionStyle& style,
                           const std::string& png_base64, const std::string& text);
// The messages of the second turn of a run with this memory, exactly.
std::string turn_question(const ModelSettings& settings, const Memory& memory,
                          const QuestionStyle& style, bool with_picture);
}  // namespace franz::proxy
