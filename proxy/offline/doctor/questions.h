#pragma once
// What doctor asks the model: the bodies of its requests.
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/settings/settings.h"
#include "common/wire/message.h"

namespace franz::proxy {
inline constexpr int kShortReply = 8;  // tokens that are asked for where a limit is tried

// How the requests are written; `model` is the name that is asked for.
struct QuestionStyle {
  std::string model;
  bool ask_usage = true;
};

// A few words, streamed if the settings say so. `tools`: as sent_tools(); empty: none are sent.
std::string hello_question(const ModelSettings& settings, const QuestionStyle& style,
                           std::string_view tools = {});
// The tokens that long_question() allows: kShortReply, or the fewest that the API lets be asked
// for.
int short_reply(const ModelSettings& settings);
// A long answer is asked for, and short_reply() tokens allowed.
std::string long_question(const ModelSettings& settings, const QuestionStyle& style);

// The colours of so many small pictures: the first and the last occur once each.
std::vector<std::string_view> colours_of_pictures(std::size_t count);
// One user message with a plain picture of each of these colours, in this order. It asks for the
// colour of the last one. `colours`: from colours_of_pictures(), not empty.
std::string colour_question(const ModelSettings& settings, const QuestionStyle& style,
                            std::span<const std::string_view> colours);

// Where a thing is in a picture, told as `text`; `png_base64`: the picture. As many tokens as the
// settings allow, for a model that thinks first.
std::string place_question(const ModelSettings& settings, const QuestionStyle& style,
                           const std::string& png_base64, const std::string& text);

// The tools that the requests of a run with these settings send, in the form of its API; empty:
// none.
std::string sent_tools(const Settings& settings);

// The largest request that a run with these settings sends until its conversation is cut to the
// context: the messages of its memory after as many made-up turns as fill the pictures that it
// keeps (at most kMostPicturesTried). The replies are in the form of the profile's dialect.
struct LargestTurn {
  std::vector<Message> messages;
  std::size_t pictures = 0;    // of these messages
  std::size_t text_bytes = 0;  // of their texts
};
inline constexpr int kMostPicturesTried = 20;
// `system_prompt`: the text of [agent] system_prompt. Without pictures the turns have none.
LargestTurn largest_turn(const Settings& settings, const std::string& system_prompt,
                         bool with_pictures);
// Its tokens, by a rule of thumb for text: four bytes are one. `per_picture`: nothing: unknown.
long long estimated_tokens_of(const LargestTurn& turn, const std::optional<int>& per_picture);
// `picture_size`: of each picture, which is plain grey.
std::string turn_question(const ModelSettings& settings, const QuestionStyle& style,
                          const LargestTurn& turn, std::string_view tools, Size picture_size);
}  // namespace franz::proxy
