#include "proxy/offline/doctor/questions.h"
#include <algorithm>
#include <cstdint>
#include <utility>
#include "common/base/base64.h"
#include "common/base/json_string.h"
#include "common/formats/formats.h"
#include "common/formats/memories.h"
#include "common/formats/picture_cost.h"
#include "common/picture/named_targets.h"
#include "common/picture/png_encoding.h"
#include "common/wire/api/apis.h"
#include "common/wire/function_tools.h"

namespace franz::proxy {
// The side of a plain picture: at least as large as every vision model's smallest patch.
static constexpr Size kSmallPicture{64, 64};
static constexpr int kFewTokens = 32;

static std::string body_of(const ModelSettings& settings, const QuestionStyle& style,
                           int max_tokens, const std::vector<Message>& messages,
                           std::string_view tools = {}, const PictureSource& pictures = {}) {
  RequestParameters parameters = request_parameters(settings);
  parameters.model = style.model;
  parameters.max_tokens = max_tokens;
  parameters.ask_usage = style.ask_usage;
  // Lower the limit under its other name too.
  for (auto& [name, value] : parameters.extra)
    if ((name == "max_tokens" || name == "max_completion_tokens" || name == "max_output_tokens") &&
        value != "null")
      value = std::to_string(max_tokens);
  return find_api(settings.api)->body(parameters, messages, tools, pictures);
}

// Without a system message: not every profile sends one, and not every template accepts one.
static Message user_message(std::string_view text) {
  return {"user", {text_part(quote_json(text))}};
}

std::string hello_question(const ModelSettings& settings, const QuestionStyle& style,
                           std::string_view tools) {
  return body_of(settings, style, kFewTokens, {user_message("Say hello in one word.")}, tools);
}

int short_reply(const ModelSettings& settings) {
  return std::max(kShortReply, find_api(settings.api)->least_max_tokens);
}

std::string long_question(const ModelSettings& settings, const QuestionStyle& style) {
  return body_of(settings, style, short_reply(settings),
                 {user_message("Write the numbers from 1 to 300 as words.")});
}

static std::string plain_picture(Size size, target_look::Rgb colour) {
  std::vector<std::uint8_t> rgb;
  const auto pixels = static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height);
  rgb.reserve(pixels * 3);
  for (std::size_t i = 0; i < pixels; ++i) rgb.insert(rgb.end(), {colour.r, colour.g, colour.b});
  return base64_encode(encode_png(size, rgb));
}

std::vector<std::string_view> colours_of_pictures(std::size_t count) {
  std::vector<std::string_view> colours(count, "green");
  colours.front() = "red";
  if (count > 1) colours.back() = "blue";
  return colours;
}

std::string colour_question(const ModelSettings& settings, const QuestionStyle& style,
                            std::span<const std::string_view> colours) {
  Message asked{"user", {}};
  std::vector<std::pair<std::string_view, std::string>> pictures;
  for (const std::string_view colour : colours) {
    // A picture's name is its colour.
    asked.parts.push_back(picture_part({std::string(colour)}));
    if (std::ranges::find(pictures, colour, &decltype(pictures)::value_type::first) ==
        pictures.end())
      pictures.emplace_back(
          colour,
          plain_picture(kSmallPicture,
                        std::ranges::find(kTargetColours, colour, &NamedColour::name)->rgb));
  }
  asked.parts.push_back(text_part(
      quote_json(colours.size() == 1 ? "Which colour is the picture? Answer in one word."
                                     : "Which colour is the last picture? Answer in one word.")));
  return body_of(settings, style, kFewTokens, {asked}, {}, [&](const PictureRef& picture) {
    return std::string_view(
        std::ranges::find(pictures, picture.sha256, &decltype(pictures)::value_type::first)
            ->second);
  });
}

std::string place_question(const ModelSettings& settings, const QuestionStyle& style,
                           const std::string& png_base64, const std::string& text) {
  constexpr int kLeast = 512;  // a thought and a call
  // The picture comes first, so that the server's prompt cache serves the next question too.
  const Message asked{"user", {picture_part({}), text_part(quote_json(text))}};
  return body_of(settings, style, std::max(settings.max_tokens, kLeast), {asked}, {},
                 [&](const PictureRef&) { return std::string_view(png_base64); });
}

// ---- A turn

static Size picture_of_turns(const Settings& settings) {
  return usual_picture(settings.surface, settings.surface.canvas);
}

std::string sent_tools(const Settings& settings) {
  ExecutorRequest request;
  request.dialect = settings.agent.dialect;
  request.tools = settings.tools;
  request.options.surface = settings.surface.kind;
  request.options.picture = picture_of_turns(settings);
  return find_api(settings.model.api)->tools(function_tools(request));
}

// A reply in the form of the profile's models: a click.
static Reply made_up_reply(const Settings& settings) {
  const std::string& dialect = settings.agent.dialect;
  const auto coordinates =
      std::ranges::find(all_coordinates(), settings.agent.coordinates, &NamedCoordinates::name);
  Speech speech;
  speech.seen = "There is a window with a button.";
  speech.action = "Click the button in the middle.";
  speech.actions = {{SpokenAction::Kind::click, {500, 500}}};
  SpokenReply spoken{speech.seen + " " + speech.action};
  for (const Format* const format : all_formats())
    for (const Voice& voice : format->voices)
      if (voice.dialect == dialect)
        spoken = voice.write(speech, PlaceWriter(coordinates->value, picture_of_turns(settings)));
  const Vocabulary& vocabulary = *find_vocabulary(dialect);
  // Servers look up the items of their own tools, so do not send invented ones.
  if (!vocabulary.own_tool.empty()) spoken.calls.clear();
  const auto words = words_of(vocabulary, Toolset::from_switches(settings.tools));
  if (vocabulary.in_request && spoken.calls.empty() && !words.empty())
    spoken.calls.push_back({"", std::string(words.front()->name), "{}"});
  Reply reply{quote_json(spoken.text), {}};
  // Without an id, so that FRANZ assigns one to each.
  for (const SpokenCall& call : spoken.calls)
    reply.calls.push_back({"\"\"", quote_json(call.name), quote_json(call.arguments)});
  return reply;
}

LargestTurn largest_turn(const Settings& settings, const std::string& system_prompt,
                         bool with_pictures) {
  const AgentSettings& agent = settings.agent;
  const Memory& memory = *find_memory(agent.memory);  // the settings accept only known ones
  const MemoryOptions options{agent.keep_pictures, agent.keep_thinks};
  const Reply reply = made_up_reply(settings);
  const std::vector<Answer> answers(reply.calls.size(), Answer{"\"\"", "\"OK\""});
  const std::string feedback = "OK: 1 action executed.";
  const auto picture = with_pictures ? std::optional(PictureRef()) : std::nullopt;
  // Two turns more than pictures, so that some turns have lost theirs.
  const int turns =
      memory.need == Need::last_reply ? 1 : std::min(agent.keep_pictures, kMostPicturesTried) + 2;
  std::vector<Step> steps;
  for (int turn = 1; turn <= turns; ++turn) {
    Step step{turn, reply};
    if (turn > 1) step.answers = answers;
    step.feedback = feedback;
    step.picture = picture;
    steps.push_back(std::move(step));
  }
  Now now;
  now.system = system_prompt;
  now.objective = agent.objective.empty() ? "Click the button." : agent.objective;
  now.feedback = feedback;
  now.answers = answers;
  now.picture = picture;
  now.facts.picture = picture_of_turns(settings);
  LargestTurn turn;
  turn.messages = memory.messages(steps, now, options);
  for (const Message& message : turn.messages) {
    turn.pictures += count_parts(message, Part::Kind::picture);
    for (const Part& part : message.parts) turn.text_bytes += part.token.size();
  }
  return turn;
}

long long estimated_tokens_of(const LargestTurn& turn, const std::optional<int>& per_picture) {
  return static_cast<long long>(turn.text_bytes / 4) +
         static_cast<long long>(turn.pictures) * per_picture.value_or(0);
}

std::string turn_question(const ModelSettings& settings, const QuestionStyle& style,
                          const LargestTurn& turn, std::string_view tools, Size picture_size) {
  const std::string picture =
      turn.pictures == 0 ? "" : plain_picture(picture_size, {128, 128, 128});
  return body_of(settings, style, kFewTokens, turn.messages, tools,
                 [&](const PictureRef&) { return std::string_view(picture); });
}
}  // namespace franz::proxy
