#include "proxy/demo_vlm/outgoing.h"
#include <gtest/gtest.h>
#include "proxy/demo_vlm/reply_pieces.h"

namespace franz::demo_vlm {
static const ReplyHead kHead{"chatcmpl-1", 7, "demo-vlm"};

static std::string joined(const std::vector<std::string_view>& pieces) {
  std::string text;
  for (const std::string_view piece : pieces) text += piece;
  return text;
}

TEST(ReplyPieces, JoinToTheTextAndNeverCutAnEscapeOrACharacter) {
  const std::string text = R"(A cat, \"no\" dog.\n\ud83d\ude00 12345678901 \\)"
                           "\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4";
  const auto pieces = cut_pieces(text);
  EXPECT_EQ(joined(pieces), text);
  EXPECT_EQ(pieces[1], " cat,");
  for (const std::string_view piece : pieces) {
    EXPECT_TRUE(piece == R"(\ud83d)" || piece == R"(\ude00)" || piece.find("\\ud") == piece.npos);
    EXPECT_NE(static_cast<unsigned char>(piece[0]) & 0xC0, 0x80) << piece;
  }
  const std::string large(5000000, 'x');
  EXPECT_EQ(joined(cut_pieces(large)), large);
  EXPECT_LT(cut_pieces(large).size(), 10000U);
  EXPECT_TRUE(cut_pieces("").empty());
}

TEST(StreamEvents, AreTheRoleTheTextAndTheEnd) {
  ModelCall call;
  call.ask_usage = true;
  call.prompt_tokens = 40;
  ScriptLine line;
  line.content = R"(a \ud83d)";
  line.reasoning = "hm";
  const std::string chunk =
      R"(data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":7,"model":"demo-vlm","choices":)";
  const auto delta = [&](const std::string& members) {
    return chunk + R"([{"index":0,"delta":{)" + members + R"(},"finish_reason":null}]})" + "\n\n";
  };
  EXPECT_EQ(
      stream_events(answer(call, kHead, line)),
      (std::vector<std::string>{
          delta(R"("role":"assistant","content":"")"), delta(R"("reasoning_content":"hm")"),
          delta(R"("content":"a")"), delta(R"("content":" ")"), delta(R"("content":"\ud83d")"),
          chunk + R"([{"index":0,"delta":{},"finish_reason":"stop"}]})" + "\n\n",
          chunk + R"([],"usage":{"prompt_tokens":40,"completion_tokens":4,"total_tokens":44}})" +
              "\n\n",
          "data: [DONE]\n\n"}));
}

TEST(StreamEvents, EndEarlyWhereTheScriptCutsOrFails) {
  ScriptLine line;
  line.content = "one two three";
  line.cut = 2;
  EXPECT_EQ(stream_events(answer({}, kHead, line)).size(), 3U) << "the role and two pieces";
  line.cut.reset();
  line.error = R"({"message":"out of memory"})";
  EXPECT_EQ(stream_events(answer({}, kHead, line)).back(),
            "data: {\"error\":{\"message\":\"out of memory\"}}\n\n");
  EXPECT_EQ(whole_body(answer({}, kHead, line)), R"({"error":{"message":"out of memory"}})");
}

TEST(Answer, EndsAtMaxTokensAndSaysSo) {
  ModelCall call;
  const Outgoing whole = answer(call, kHead);
  EXPECT_EQ(whole.finish_reason, "stop");
  call.max_tokens = 5;
  const Outgoing cut = answer(call, kHead);
  EXPECT_EQ(cut.finish_reason, "length");
  EXPECT_EQ(cut.usage.completion_tokens, 5);
  const auto pieces = cut_pieces(whole.content);
  EXPECT_EQ(cut.content, joined({pieces.begin(), pieces.begin() + 5}));
  call.max_tokens = whole.usage.completion_tokens;
  EXPECT_EQ(answer(call, kHead).finish_reason, "stop");
}

TEST(WholeBody, HoldsTheTextAsItIs) {
  ScriptLine line;
  line.content = R"(\ud83d\/)";
  EXPECT_EQ(whole_body(answer({}, kHead, line)),
            R"({"id":"chatcmpl-1","object":"chat.completion","created":7,"model":"demo-vlm",)"
            R"("choices":[{"index":0,"message":{"role":"assistant","content":"\ud83d\/"},)"
            R"("finish_reason":"stop"}],)"
            R"("usage":{"prompt_tokens":0,"completion_tokens":2,"total_tokens":2}})");
}
}  // namespace franz::demo_vlm
