#pragma once
// The bodies of the requests that doctor sends to the model.
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/settings/settings.h"
#include "common/wire/message.h"

namespace franz::proxy {
inline constexpr int kShortReply = 8;  // the tokens requested when testing a limit

// How the requests are written; `model` is the requested name.
struct QuestionStyle {
  std::string model;
  bool ask_usage = true;
};

// Asks for a few words, streamed if the settings say so. `tools`: from sent_tools(); empty: none.
std::string hello_question(const ModelSettings& settings, const QuestionStyle& style,
                           std::string_view tools = {});
// The tokens that long_question() allows: kShortReply, or the smallest limit that the API accepts.
int short_reply(const ModelSettings& settings);
// Asks for a long answer but allows only short_reply() tokens.
std::string long_question(const ModelSettings& settings, const QuestionStyle& style);

// The colours of `count` small pictures: the first and the last occur once each.
std::vector<std::string_view> colours_of_pictures(std::size_t count);
// One user message with a plain picture of each of these colours, in this order, that asks for the
// colour of the last one. `colours`: from colours_of_pictures(), not empty.
std::string colour_question(const ModelSettings& settings, const QuestionStyle& style,
                            std::span<const std::string_view> colours);

// Asks where something is in a picture. `text`: the question; `png_base64`: the picture. Allows as
// many tokens as the settings do, because some models think first.
std::string place_question(const ModelSettings& settings, const QuestionStyle& style,
                           const std::string& png_base64, const std::string& text);

// The tools that requests with these settings send, in the form of their API; empty: none.
std::string sent_tools(const Settings& settings);

// The largest request that a run with these settings sends before its conversation is cut to fit
// the context: the messages of its memory after enough made-up turns to fill the pictures that it
// keeps (at most kMostPicturesTried). The replies use the profile's dialect.
struct LargestTurn {
  std::vector<Message> messages;
  std::size_t pictures = 0;    // in these messages
  std::size_t text_bytes = 0;  // of their texts
};
inline constexpr int kMostPicturesTried = 20;
// `system_prompt`: the text of [agent] system_prompt. Without pictures the turns have none.
LargestTurn largest_turn(const Settings& settings, const std::string& system_prompt,
                         bool with_pictures);
// Estimates its tokens: four bytes of text are one token. `per_picture`: nothing: unknown.
long long estimated_tokens_of(const LargestTurn& turn, const std::optional<int>& per_picture);
// `picture_size`: of each picture; all are plain grey.
std::string turn_question(const ModelSettings& settings, const QuestionStyle& style,
                          const LargestTurn& turn, std::string_view tools, Size picture_size);
}  // namespace franz::proxy
