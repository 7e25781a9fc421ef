#include "proxy/offline/doctor/questions.h"
#include <gtest/gtest.h>
#include <algorithm>
#include "common/base/data_uri.h"
#include "common/wire/api/apis.h"
#include "common/wire/api/chat_request.h"

namespace franz::proxy {
namespace {
TEST(Questions, CanHaveExactlyThreeMessages) {
  for (const bool with_picture : {true, false}) {
    const std::string body =
        turn_question({}, {"m", true}, largest_turn({}, "p", with_picture), "", {64, 64});
    const Result<RequestView> view = read_chat_request(body);
    ASSERT_TRUE(view.ok());
    ASSERT_EQ(view.value().messages.size(), 3U);
    EXPECT_EQ(view.value().messages[0].role, "system");
    EXPECT_EQ(view.value().messages[1].role, "user");
    EXPECT_EQ(view.value().messages[2].role, "user");
    const SentPart* const picture = find_part(view.value().messages[2], Part::Kind::picture);
    ASSERT_EQ(picture != nullptr, with_picture);
    if (!with_picture) continue;
    const Result<std::string> png = picture_bytes(picture->token);
    ASSERT_TRUE(png.ok()) << png.error().message;
    EXPECT_TRUE(png.value().starts_with("\x89PNG\r\n\x1a\n"));
  }
}

// The largest request of each memory: its pictures, and a conversation that has lost some.
TEST(Questions, HaveTheLargestTurnOfEveryProfile) {
  const struct {
    const char* dialect;
    const char* memory;
    int keep_pictures;
    std::size_t pictures, messages;
  } rows[] = {
      {"python", "sst", 1, 1, 3},          {"steps", "objective", 1, 1, 2},
      {"tool_calls", "history", 2, 2, 14}, {"qwen", "qwen", 5, 5, 10},
      {"uimate", "uimate", 5, 5, 16},      {"uitars", "uitars", 5, 5, 16},
      {"holo", "holo", 3, 3, 19},          {"glm", "glm", 5, 5, 1},
      {"pyautogui", "pyautogui", 3, 3, 7}, {"openai", "openai", 5, 5, 10},
      {"qwen", "qwen", 1000, 23, 46},
  };
  for (const auto& row : rows) {
    Settings settings;
    settings.agent.dialect = row.dialect;
    settings.agent.memory = row.memory;
    settings.agent.keep_pictures = row.keep_pictures;
    const LargestTurn turn = largest_turn(settings, "prompt", true);
    EXPECT_EQ(turn.pictures, row.pictures) << row.memory;
    EXPECT_EQ(turn.messages.size(), row.messages) << row.memory;
    EXPECT_EQ(largest_turn(settings, "prompt", false).pictures, 0U) << row.memory;
  }
}

TEST(Questions, SendTheToolsOfTheProfile) {
  Settings settings;
  EXPECT_EQ(sent_tools(settings), "");
  settings.agent.dialect = "tool_calls";
  const std::string tools = sent_tools(settings);
  const Result<RequestView> view = read_chat_request(hello_question({}, {"m", true}, tools));
  ASSERT_TRUE(view.ok());
  EXPECT_FALSE(view.value().tool_names.empty());
  settings.agent.memory = "history";
  const std::string body =
      turn_question({}, {"m", true}, largest_turn(settings, "p", true), tools, {64, 64});
  const auto messages = read_chat_request(body).value().messages;
  EXPECT_TRUE(std::ranges::any_of(messages, [](const auto& each) { return each.role == "tool"; }));
}

TEST(Questions, ShowPicturesOfDifferentColours) {
  const auto colours = colours_of_pictures(4);
  EXPECT_EQ(colours, (std::vector<std::string_view>{"red", "green", "green", "blue"}));
  EXPECT_EQ(colours_of_pictures(1), std::vector<std::string_view>{"red"});
  const std::string body = colour_question({}, {"m", true}, colours);
  const Result<RequestView> view = read_chat_request(body);
  ASSERT_TRUE(view.ok());
  ASSERT_EQ(view.value().messages.size(), 1U);
  const auto& message = view.value().messages[0];
  ASSERT_EQ(count_parts(message, Part::Kind::picture), 4U);
  const auto picture = [&](std::size_t i) {
    return find_part(message, Part::Kind::picture, i)->token;
  };
  EXPECT_NE(picture(0), picture(1));
  EXPECT_EQ(picture(1), picture(2));
  EXPECT_NE(picture(0), picture(3));
  EXPECT_TRUE(picture_bytes(picture(3)).ok());
}

TEST(Questions, LowerTheLimitUnderEachOfItsNames) {
  ModelSettings settings;
  EXPECT_EQ(read_chat_request(long_question(settings, {"m", true})).value().max_tokens,
            kShortReply);
  settings.extra = R"({"max_tokens":null,"max_completion_tokens":900,"top_k":5})";
  const std::string body = long_question(settings, {"m", true});
  EXPECT_NE(body.find("\"max_completion_tokens\":8"), std::string::npos) << body;
  EXPECT_EQ(body.find("\"max_tokens\""), std::string::npos) << body;
  EXPECT_NE(body.find("\"top_k\":5"), std::string::npos) << body;
}

TEST(Questions, RespectTheApisSmallestTokenLimit) {
  ModelSettings settings;
  EXPECT_EQ(short_reply(settings), kShortReply);
  settings.api = "responses";
  EXPECT_EQ(short_reply(settings), 16);
  settings.extra = R"({"max_output_tokens":900})";
  const std::string body = long_question(settings, {"m", true});
  EXPECT_EQ(find_api("responses")->read(body).value().max_tokens, 16) << body;
}

TEST(Questions, AskForTokenCountsUnlessRefused) {
  EXPECT_NE(hello_question({}, {"m", true}).find("include_usage"), std::string::npos);
  EXPECT_EQ(hello_question({}, {"m", false}).find("stream_options"), std::string::npos);
}
}  // namespace
}  // namespace franz::proxy
