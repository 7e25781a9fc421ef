#include "common/run/places.h"
#include <gtest/gtest.h>
#include <algorithm>
#include "common/formats/memories.h"
#include "common/wire/api/apis.h"
#include "common/wire/computer_call.h"
#include "tests/support/dialogue_memory.h"

namespace franz {
namespace {
const Memory kMemories[] = {*find_memory("sst"), kDialogue};

std::string body_of(std::vector<Message> messages) {
  for (Message& message : messages)
    for (Part& part : message.parts)
      if (part.kind == Part::Kind::text) part.token = "\"" + message.role + "\"";
  return all_apis().front().body({}, messages, "",
                                 [](const PictureRef&) { return std::string_view("aGk="); });
}

// The turn of the last reply in a request of this form; -1: no memory sends it.
int recognised(const std::string& body) {
  const RequestView view = all_apis().front().read(body).value();
  const auto expected = recognised_messages(view, kMemories);
  if (!expected) return -1;
  const auto places = places_of(*expected, Part::Source::reply);
  return places.empty() ? 0 : (*expected)[places.back().message].parts[places.back().part].turn;
}
}  // namespace

TEST(Places, TheMemoryIsRecognisedByTheFormOfARequest) {
  for (const int turn : {2, 3, 50})
    EXPECT_EQ(recognised(body_of(expected_messages(kDialogue, turn))), turn - 1);
  EXPECT_EQ(recognised(body_of(expected_messages(kDialogue, 1))), 0);
  EXPECT_EQ(recognised(body_of(expected_messages(kMemories[0], 9))), 0);  // the turn is not known
}

// A memory that puts the feedback about a reply before the reply.
static std::vector<Message> feedback_first(std::span<const Step> steps, const Now& now,
                                           const MemoryOptions& options) {
  std::vector<Message> messages = kDialogue.messages(steps, now, options);
  std::rotate(messages.begin(), messages.end() - 1, messages.end());
  return messages;
}

TEST(Places, TheFeedbackIsWhereTheMemoryPutsIt) {
  const Memory rotated{"feedback first", Need::all_steps, PictureDue::always, feedback_first};
  const std::string body = body_of(expected_messages(rotated, 3));
  const RequestView request = all_apis().front().read(body).value();
  const auto feedback_of = [&](const std::vector<Message>* expected) -> std::size_t {
    const SentPart* const part = new_parts(request, expected).feedback;
    for (std::size_t i = 0; i < request.messages.size(); ++i)
      if (part == request.messages[i].parts.data()) return i;
    return 99;
  };
  const auto feedback_by = [&](const Memory& memory, int turn) {
    const std::vector<Message> expected = expected_messages(memory, turn);
    return feedback_of(&expected);
  };
  EXPECT_EQ(feedback_by(rotated, 3), 0U);
  EXPECT_EQ(feedback_by(kDialogue, 3), request.messages.size() - 1);
  EXPECT_EQ(feedback_by(rotated, 4), request.messages.size() - 1);
  EXPECT_EQ(feedback_of(nullptr), request.messages.size() - 1);
}

TEST(Places, ThereAreNoneIfNoMemorySendsSuchARequest) {
  std::vector<Message> messages = expected_messages(kDialogue, 3);
  messages.pop_back();
  EXPECT_EQ(recognised(body_of(messages)), -1);
  messages = expected_messages(kMemories[0], 2);
  messages[0].role = "user";
  EXPECT_EQ(recognised(body_of(messages)), -1);
  messages = expected_messages(kMemories[0], 2);
  messages[1].parts.push_back(text_part("\"more\""));
  EXPECT_EQ(recognised(body_of(messages)), -1);
}
// A computer_call is sent back as the original items and found as the original call.
TEST(CarriedReplies, HaveTheModelsOriginalCalls) {
  const std::string id = R"("c1")";
  Reply reply;
  reply.text = R"("I click.")";
  reply.calls = {
      {id, std::string(kComputerCallName),
       R"([{"type":"reasoning","id":"r"},{"type":"computer_call","call_id":"c1","action":{}}])"},
      {R"("c2")", R"("computer_call")", R"("{}")"},
      {R"("c3")", R"("reasoning")", R"("{\"type\":\"other\"}")"}};
  KnownSteps known;
  Step step;
  step.turn = 1;
  known.set_step(step);
  known.set_reply(1, reply);
  Now now;
  now.answers = {
      {id, R"("[]")", true}, {R"("c2")", R"("no")", false}, {R"("c3")", R"("no")", false}};
  const std::vector<Message> expected =
      expected_messages(*find_memory("openai"), 2, known, now, {}, nullptr);
  const Api& api = *find_api("responses");
  const std::string body =
      api.body({}, expected, "", [](const PictureRef&) { return std::string_view("aGk="); });
  const RequestView request = api.read(body).value();
  const std::vector<CarriedReply> replies = carried_replies(expected, request);
  const CarriedReply* const story = story_in(replies, 2);
  ASSERT_NE(story, nullptr);
  EXPECT_EQ(story->calls, reply.calls);
}

// The content of unknown older turns, with or without pictures, does not belong to this turn.
TEST(NewParts, AreFoundAfterUnknownTurns) {
  const MemoryOptions options{3, 0};
  const Api& api = all_apis().front();
  const std::optional<PictureRef> old = PictureRef{"b2xk"}, none;
  const auto step = [](int turn, const std::optional<PictureRef>& picture) {
    return Step{turn, {}, "[]", {}, "told", std::nullopt, picture};
  };
  const std::vector<std::pair<std::optional<PictureRef>, std::optional<PictureRef>>> both = {
      {old, old}, {old, none}, {none, old}, {none, none}};
  for (const Memory& memory : all_memories()) {
    // A memory that describes replies in its own words has one text for all of it.
    const bool has_replies = !places_of(expected_messages(memory, 3), Part::Source::reply).empty();
    if (memory.need != Need::all_steps || !has_replies) continue;
    for (const auto& sent : both) {
      Now now;
      now.feedback = "now";
      now.picture = PictureRef{"bmV3"};
      const std::vector<Step> steps = {step(1, sent.first), step(2, sent.second)};
      const std::string body =
          api.body({}, memory.messages(steps, now, options), "",
                   [](const PictureRef& picture) { return std::string_view(picture.sha256); });
      const RequestView request = api.read(body).value();
      for (const auto& known_of : both)
        for (const int told : {0, 1, 2}) {
          KnownSteps known;
          if (told > 0) known.set_step(step(1, known_of.first));
          if (told > 1) known.set_step(step(2, known_of.second));
          const std::vector<Message> expected =
              expected_messages(memory, 3, known, now, options, &request);
          const NewParts parts = new_parts(request, &expected);
          ASSERT_NE(parts.picture, nullptr) << memory.name << told;
          EXPECT_NE(parts.picture->token.find("bmV3"), std::string_view::npos)
              << memory.name << told;
          ASSERT_NE(parts.feedback, nullptr) << memory.name << told;
          EXPECT_NE(parts.feedback->token.find("now"), std::string_view::npos)
              << memory.name << told;
        }
    }
  }
}

// If one message has all pictures, an older one is not mistaken for the turn's own.
TEST(NewParts, AreNotThoseOfOlderTurns) {
  const Memory& glm = *find_memory("glm");
  const MemoryOptions options{3, 0};
  const Api& api = all_apis().front();
  Step shown;
  shown.turn = 1;
  shown.reply.text = R"("told")";
  shown.picture = PictureRef{"b2xk"};
  Now now;
  now.feedback = "now";
  const std::string body =
      api.body({}, glm.messages(std::vector<Step>{shown}, now, options), "",
               [](const PictureRef& picture) { return std::string_view(picture.sha256); });
  const RequestView request = api.read(body).value();
  const std::vector<Message> expected = expected_messages(glm, 2, {}, now, options, &request);
  EXPECT_EQ(new_parts(request, &expected).picture, nullptr);
  EXPECT_NE(new_parts(request, &expected).feedback, nullptr);
}
}  // namespace franz
