// The path of the story: from a token in a server's answer into the next request, byte for byte.
#include <gtest/gtest.h>
#include <algorithm>
#include "common/wire/api/apis.h"
#include "common/wire/api/chat_reply.h"
#include "tests/support/chat_messages.h"

namespace franz {
namespace {
struct Row {
  std::string name, inner;  // the token's characters between its quotes
};

std::vector<Row> rows() {
  std::string large;
  while (large.size() < 5'000'000) large += R"(The line \u2014 bends, \"so\" it goes… 🖊\n)";
  return {
      {"plain", "left_click(1, 2)"},
      {"lone high surrogate", R"(a \ud83d b)"},
      {"lone low surrogate", R"(a \udd8a b)"},
      {"surrogates the wrong way round", R"(\udd8a\ud83d)"},
      {"NUL", R"(a\u0000b)"},
      {"escaped slash", R"(a\/b)"},
      {"mixed escapes", R"(\u003c\u003C \"\\\b\f\n\r\t \u00e9 é \uD83D\uDD8A 🖊)"},
      {"raw UTF-8", "「細い線」 naïve 🖌"},
      {"end of a script", "</script><!-- "},
      {"invalid UTF-8", "a\xFF\xC3(\xED\xA0\x80 b"},
      {"DEL and C1", "\x7F\xC2\x80"},
      {"CRLF", R"(one\r\ntwo)"},
      {"empty", ""},
      {"like JSON", R"({\"choices\":[{\"message\":{\"content\":\"no\"}}],\"error\":\"no\"})"},
      {"like a stream", R"(data: [DONE]\n\ndata: {}\n\n)"},
      {"line separators", "\xE2\x80\xA8\xE2\x80\xA9"},
      {"trailing backslash", R"(a\\)"},
      {"5 MB", std::move(large)},
  };
}

// Reads in pieces of `piece` bytes.
std::string story_of(const Api& api, const std::string& body, std::size_t piece) {
  const auto reader = api.reader(200, "");
  for (std::size_t at = 0; at < body.size(); at += piece)
    EXPECT_TRUE(reader->feed(std::string_view(body).substr(at, piece)));
  const ModelReply reply = reader->finish(ReplyReader::End::whole);
  EXPECT_EQ(reply.kind, ModelReply::Kind::reply);
  return story_token(reply);
}

std::string event(const std::string& inner) {
  return R"(data: {"choices":[{"index":0,"delta":{"role":"assistant","content":")" + inner +
         "\"}}]}\n\n";
}

// The forms in which an API's server sends a text: whole, in a piece of a stream, and at a stream's
// end.
struct Saying {
  std::string_view api;
  std::string before, after;
  std::string (*event)(const std::string& inner);
  std::string end;
};

std::vector<Saying> sayings() {
  return {
      {"chat", R"({"id":"x","choices":[{"index":0,"message":{"role":"assistant","content":)",
       R"(},"finish_reason":"stop"}]})", event, "data: [DONE]\n\n"},
      {"responses",
       R"({"object":"response","status":"completed","output":[{"type":"message",)"
       R"("content":[{"type":"output_text","text":)",
       "}]}]}",
       [](const std::string& inner) {
         return R"(data: {"type":"response.output_text.delta","output_index":0,"delta":")" + inner +
                "\"}\n\n";
       },
       "event: response.completed\ndata: {\"response\":{\"output\":[]}}\n\n"},
  };
}

// Deltas may end after a complete escape; surrogate pairs and the bytes of a character may be
// split.
std::vector<std::string> split_token(const std::string& inner, std::size_t step) {
  std::vector<std::string> pieces(1);
  for (std::size_t i = 0; i < inner.size();) {
    const std::size_t length = inner[i] != '\\' ? 1 : inner[i + 1] == 'u' ? 6 : 2;
    if (pieces.back().size() >= step) pieces.emplace_back();
    pieces.back() += inner.substr(i, length);
    i += length;
  }
  return pieces;
}
}  // namespace

TEST(Verbatim, EveryApiIsHere) {
  std::vector<std::string_view> names;
  for (const Saying& saying : sayings()) names.push_back(saying.api);
  EXPECT_TRUE(std::ranges::equal(names, all_apis(), {}, {}, &Api::name));
}

TEST(Verbatim, TheTokenSurvivesTheAnswer) {
  for (const Saying& said : sayings()) {
    const Api& api = *find_api(said.api);
    for (const auto& [name, inner] : rows()) {
      const std::string token = "\"" + inner + "\"";
      const std::string json = said.before + token + said.after;
      std::string deltas;
      for (const std::string& piece : split_token(inner, inner.size() > 100000 ? 4096 : 1))
        deltas += said.event(piece);
      for (const std::size_t piece : {std::size_t{4096}, std::size_t{7}, SIZE_MAX / 2}) {
        if (piece < 4096 && inner.size() > 100000) continue;
        EXPECT_TRUE(story_of(api, json, piece) == token) << api.name << " " << name << " as JSON";
        EXPECT_TRUE(story_of(api, said.event(inner) + said.end, piece) == token)
            << api.name << " " << name;
        EXPECT_TRUE(story_of(api, deltas + said.end, piece) == token)
            << api.name << " " << name << " in deltas";
      }
    }
  }
}

TEST(Verbatim, TheTokenSurvivesTheRequest) {
  for (const Api& api : all_apis()) {
    for (const auto& [name, inner] : rows()) {
      const std::string token = "\"" + inner + "\"";
      const std::vector<Message> messages = {
          chat_message("system", R"("s")"), chat_message("user", token),
          chat_message("assistant", token), chat_message("user", R"("f")", "QUJD")};
      const std::string body = api.body({}, messages, "", [](const PictureRef& picture) {
        return std::string_view(picture.sha256);
      });
      const auto view = api.read(body);
      ASSERT_TRUE(view.ok()) << name << ": " << view.error().message;
      ASSERT_EQ(view.value().messages.size(), 4U) << name;
      EXPECT_TRUE(one_text(view.value().messages[1]) == token) << api.name << " " << name;
      EXPECT_TRUE(one_text(view.value().messages[2]) == token) << api.name << " " << name;
      EXPECT_EQ(one_text(view.value().messages[3]), R"("f")") << name;
    }
  }
}

TEST(Verbatim, FiveMegabytesInAMillionDeltas) {
  ChatReplyReader reader(200, "text/event-stream");
  std::string expected, some;
  for (int i = 0; i < 1000; ++i) {
    const std::string piece = "word" + std::to_string(i % 10);
    some += event(piece);
    expected += piece;
  }
  std::string whole = "\"", shown;
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(reader.feed(some));
    shown += reader.take_content();
    whole += expected;
  }
  ASSERT_TRUE(reader.feed("data: [DONE]\n\n"));
  EXPECT_TRUE(story_token(reader.finish(ReplyReader::End::whole)) == whole + "\"");
  EXPECT_TRUE("\"" + shown == whole);
}
}  // namespace franz
