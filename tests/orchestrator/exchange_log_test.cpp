#include "orchestrator/exchange_log.h"
#include <gtest/gtest.h>
#include "common/wire/api/apis.h"

namespace franz::orchestrator {
namespace {
const std::string kRule(80, '=');

ModelAnswer answered(const std::string& body) {
  ModelAnswer answer;
  answer.transport = ServerAnswer::Transport::whole;
  answer.status = 200;
  answer.body = body;
  answer.reply.kind = ModelReply::Kind::reply;
  return answer;
}

std::string logged(const ModelAnswer& answer) {
  const std::string text = logged_response(*find_api("chat"), answer);
  const std::string head = kRule + "\nRESPONSE FROM MODEL:\n" + kRule + "\n";
  EXPECT_TRUE(text.starts_with(head));
  EXPECT_TRUE(text.ends_with("\n\n"));
  return text.substr(head.size(), text.size() - head.size() - 2);
}
}  // namespace

TEST(ExchangeLog, ShowsARequestWithItsPicturesShortened) {
  EXPECT_EQ(logged_request(R"({"model":"m","messages":[{"role":"user","content":[{"type":)"
                           R"("image_url","image_url":{"url":"data:image/png;base64,)"
                           R"(iVBORw0KGgo="}}]}]})"),
            kRule + "\nREQUEST TO MODEL:\n" + kRule + R"(
{
  "model": "m",
  "messages": [
    {
      "role": "user",
      "content": [
        {
          "type": "image_url",
          "image_url": {
            "url": "data:image/png;base64,[b64 sha=929e08d597fe len=12]"
          }
        }
      ]
    }
  ]
}

)");
}

TEST(ExchangeLog, ShowsAnAnswerAsItCame) {
  EXPECT_EQ(logged(answered(R"({"choices":[{"message":{"content":"a\/b"}}],"x":1.0})")),
            "{\n  \"choices\": [\n    {\n      \"message\": {\n        \"content\": \"a\\/b\"\n"
            "      }\n    }\n  ],\n  \"x\": 1.0\n}");
}

TEST(ExchangeLog, ShowsAStreamAsTheReplyItAddsUpTo) {
  ModelAnswer answer = answered("");
  answer.reply.streamed = true;
  answer.reply.model = "m";
  answer.reply.content = R"(<think>\u00e9<\/think>I click.)";
  answer.reply.calls = {{R"("call_1")", R"("click_element")", R"("{\"box\":[5,5]}")"}};
  answer.reply.finish_reason = "tool_calls";
  answer.reply.usage = TokenUsage{7, 2, 9};
  EXPECT_EQ(logged(answer), R"({
  "object": "chat.completion",
  "model": "m",
  "choices": [
    {
      "index": 0,
      "message": {
        "role": "assistant",
        "content": "<think>\u00e9<\/think>I click.",
        "tool_calls": [
          {
            "id": "call_1",
            "type": "function",
            "function": {
              "name": "click_element",
              "arguments": "{\"box\":[5,5]}"
            }
          }
        ]
      },
      "finish_reason": "tool_calls"
    }
  ],
  "usage": {
    "prompt_tokens": 7,
    "completion_tokens": 2,
    "total_tokens": 9
  }
})");
}

TEST(ExchangeLog, ShowsAStreamInTheFormOfItsApi) {
  ModelAnswer answer = answered("");
  answer.reply.streamed = true;
  answer.reply.model = "m";
  answer.reply.content = R"(I\/O)";
  answer.reply.finish_reason = "length";
  for (const Api& api : all_apis()) {
    const std::string text = logged_response(api, answer);
    std::string compact;
    for (const char c : text.substr(text.find('{')))
      if (c != ' ' && c != '\n') compact += c;
    EXPECT_EQ(compact, api.answer(answer.reply)) << api.name;
  }
}

TEST(ExchangeLog, TellsWhatWentWrong) {
  ModelAnswer refused;
  refused.transport = ServerAnswer::Transport::refused;
  refused.why = "nothing answers at http://127.0.0.1:9";
  EXPECT_EQ(logged(refused), "(no whole answer: nothing answers at http://127.0.0.1:9)");

  ModelAnswer busy = answered("<html>\x1b[2J busy</html>\n");
  busy.status = 503;
  busy.reply.kind = ModelReply::Kind::error;
  EXPECT_EQ(logged(busy), "(status 503)\n<html> [2J busy</html>");

  ModelAnswer cut = answered("");
  cut.transport = ServerAnswer::Transport::broken;
  cut.why = "the connection broke before the reply's end";
  cut.reply.kind = ModelReply::Kind::cut;
  cut.reply.streamed = true;
  cut.reply.content = "half";
  const std::string text = logged(cut);
  EXPECT_TRUE(text.starts_with("(no whole answer: the connection broke before the reply's end)\n{"))
      << text;
  EXPECT_NE(text.find(R"("content": "half")"), std::string::npos);
}
}  // namespace franz::orchestrator
