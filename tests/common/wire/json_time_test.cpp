// Reading JSON takes about linear time for every text: 8 times the text takes about 8 times as long
// (sorting adds a logarithm). A quadratic reader would take 64 times as long, which leaves room for
// caches and other load.
#include <gtest/gtest.h>
#include <functional>
#include <string>
#include "common/wire/api/chat_reply.h"
#include "common/wire/api/chat_request.h"
#include "common/wire/api/responses_reply.h"
#include "common/wire/api/responses_request.h"
#include "common/wire/message_fields.h"
#include "tests/support/least_time.h"

namespace franz {
namespace {
constexpr std::size_t kFull = 40'000, kPart = kFull / 8;
constexpr double kMaxRatio = 24;

std::string many(std::size_t count, const std::function<std::string(std::size_t)>& each) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += (i > 0 ? "," : "") + each(i);
  return all;
}

void read_reply(const std::string& body) {
  ChatReplyReader reader(200, "");
  EXPECT_TRUE(reader.feed(body));
  EXPECT_EQ(reader.finish(ReplyReader::End::whole).kind, ModelReply::Kind::reply);
}

void read_request(const std::string& body) { EXPECT_TRUE(read_chat_request(body).ok()); }

void read_response(const std::string& body) {
  ResponsesReplyReader reader(200, "");
  EXPECT_TRUE(reader.feed(body));
  EXPECT_EQ(reader.finish(ReplyReader::End::whole).kind, ModelReply::Kind::reply);
}

void read_input(const std::string& body) { EXPECT_TRUE(read_responses_request(body).ok()); }

// Finds every member.
void read_fields(const std::string& text) {
  const MessageFields fields =
      MessageFields::parse(text, MessageFields::Duplicates::last_wins).value();
  for (const std::string& key : fields.keys("")) EXPECT_TRUE(fields.has("/" + key));
}

const std::string kReply = R"({"choices":[{"index":0,"message":{"content":"x"}}])";
}  // namespace

TEST(JsonTime, IsLinearInHostileTexts) {
  const auto number = [](std::size_t i) { return std::to_string(i); };
  const struct {
    const char* name;
    void (*read)(const std::string&);
    std::function<std::string(std::size_t)> text;
  } traps[] = {
      {"keys of a reply", read_reply,
       [&](std::size_t n) {
         return kReply + "," + many(n, [&](auto i) { return "\"" + number(i) + "\":0"; }) + "}";
       }},
      {"choices of a reply", read_reply,
       [&](std::size_t n) {
         const auto choice = [](std::size_t) -> std::string {
           return R"({"index":0,"message":{"content":"x"}})";
         };
         return R"({"choices":[)" + many(n, choice) + "]}";
       }},
      {"equal keys", read_fields,
       [&](std::size_t n) {
         return "{" + many(n, [](auto) -> std::string { return R"("k":0)"; }) + "}";
       }},
      {"keys with a long beginning in common", read_fields,
       [&](std::size_t n) {
         const std::string beginning(100, 'k');
         return "{" + many(n / 4, [&](auto i) { return "\"" + beginning + number(i) + "\":0"; }) +
                "}";
       }},
      {"keys with escapes", read_fields,
       [&](std::size_t n) {
         return "{" + many(n, [&](auto i) { return "\"\\u006b" + number(i) + "\":0"; }) + "}";
       }},
      {"parts of a message", read_request,
       [&](std::size_t n) {
         const auto part = [](std::size_t) -> std::string { return R"({"text":"x"})"; };
         return R"({"messages":[{"role":"user","content":[)" + many(n, part) + "]}]}";
       }},
      {"items of a response", read_response,
       [&](std::size_t n) {
         const auto item = [](std::size_t) -> std::string { return R"({"type":"odd"})"; };
         return R"({"output":[)" + many(n, item) + "]}";
       }},
      {"parts of an input", read_input,
       [&](std::size_t n) {
         const auto part = [](std::size_t) -> std::string { return R"({"text":"x"})"; };
         return R"({"input":[{"role":"user","content":[)" + many(n, part) + "]}]}";
       }},
      {"objects in objects", read_fields,
       [&](std::size_t n) {
         const auto nest = [&](std::size_t i) {
           std::string open = "\"" + number(i) + "\":", close;
           for (int depth = 0; depth < 100; ++depth) {
             open += R"({"k":)";
             close += '}';
           }
           return open + "0" + close;
         };
         return "{" + many(n / 100, nest) + "}";
       }},
  };
  for (const auto& [name, read, text] : traps) {
    const std::string part = text(kPart), full = text(kFull);
    EXPECT_LT(growth(part, full, kMaxRatio, read), kMaxRatio) << name;
  }
}

// Naming a duplicate takes time proportional to its depth, so not every duplicate is named.
TEST(JsonTime, IsNotSpentOnNamingDuplicates) {
  const auto nested = [](const std::function<std::string(std::size_t)>& member) {
    std::string open, close;
    for (int i = 0; i < 190; ++i) {
      open += "{\"" + std::string(100, 'k') + "\":";
      close += "}";
    }
    return open + "{" + many(20'000, member) + "}" + close;
  };
  const std::string equal = nested([](std::size_t) -> std::string { return R"("a":0)"; });
  const std::string distinct =
      nested([](std::size_t i) { return "\"" + std::to_string(i) + "\":0"; });
  EXPECT_LT(growth(distinct, equal, 10, read_fields), 10);
}
}  // namespace franz
