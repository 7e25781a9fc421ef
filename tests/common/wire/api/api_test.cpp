#include <gtest/gtest.h>
#include <set>
#include "common/settings/settings.h"
#include "common/wire/api/apis.h"

namespace franz {
static std::string_view no_picture(const PictureRef&) { return "aGk="; }

TEST(Api, IsFoundByItsName) {
  for (const Api& api : all_apis()) EXPECT_EQ(find_api(api.name), &api);
  EXPECT_EQ(find_api("carrier pigeon"), nullptr);
  EXPECT_NE(find_api(Settings{}.model.api), nullptr) << "the default is a row";
}

TEST(Api, IsFoundByTheTargetOfARequest) {
  std::set<std::string_view> paths;
  for (const Api& api : all_apis()) {
    const std::string path(api.path);
    EXPECT_TRUE(paths.insert(api.path).second) << path << " is another's, too";
    EXPECT_TRUE(path.starts_with('/') && !path.ends_with('/')) << path;
    for (const std::string& target : {path, "/v1" + path, "/x/v1beta/openai" + path + "?key=1"})
      EXPECT_EQ(find_api_at(target), &api) << target;
    for (const std::string& target : {path + "/", "/models?" + path, "/v1" + path + "s"})
      EXPECT_EQ(find_api_at(target), nullptr) << target;
  }
  EXPECT_EQ(find_api_at("/v1/models"), nullptr);
  EXPECT_EQ(find_api_at(""), nullptr);
}

// Different parts of the program write and read with the same entry.
TEST(Api, ReadsWhatItWrites) {
  Message pictured{"user", {text_part("\"OK \\ud83d\"")}};
  pictured.parts.push_back(picture_part({"5"}));
  const std::vector<Message> messages = {
      {"system", {text_part("\"be\"")}}, {"user", {text_part("\"story\"")}}, pictured};
  RequestParameters parameters;
  parameters.model = "m";
  parameters.max_tokens = 7;
  for (const Api& api : all_apis()) {
    const std::string body = api.body(parameters, messages, "", no_picture);
    const Result<RequestView> view = api.read(body);
    ASSERT_TRUE(view.ok()) << view.error().message;
    EXPECT_EQ(view.value().fault, "");
    EXPECT_EQ(view.value().model, "m");
    EXPECT_EQ(view.value().max_tokens, 7);
    EXPECT_EQ(view.value().temperature, parameters.temperature);
    EXPECT_TRUE(view.value().stream && view.value().ask_usage);
    ASSERT_EQ(view.value().messages.size(), messages.size());
    for (std::size_t i = 0; i < messages.size(); ++i) {
      EXPECT_EQ(view.value().messages[i].role, messages[i].role);
      EXPECT_EQ(one_text(view.value().messages[i]), messages[i].parts[0].token);
      EXPECT_EQ(count_parts(view.value().messages[i], Part::Kind::picture), i == 2);
    }
    EXPECT_TRUE(api.departures(body, messages).empty());
    EXPECT_FALSE(api.departures(body, {{messages[1], messages[0], pictured}}).empty());
  }
}

TEST(Api, TakesItsParametersFromTheSettings) {
  ModelSettings settings;
  settings.name = "m";
  settings.temperature = 0.5;
  settings.top_p = 0.25;
  settings.max_tokens = 9;
  settings.stream = false;
  settings.seed = 7;
  settings.extra = R"({"top_k":40,"max_tokens":null})";
  for (const Api& api : all_apis()) {
    settings.api = api.name;
    const RequestParameters parameters = request_parameters(settings);
    EXPECT_EQ(parameters.model, "m");
    EXPECT_EQ(parameters.temperature, 0.5);
    EXPECT_EQ(parameters.top_p, 0.25);
    EXPECT_EQ(parameters.max_tokens, 9);
    EXPECT_FALSE(parameters.stream);
    EXPECT_EQ(parameters.seed, 7);
    EXPECT_EQ(parameters.extra, (ExtraMembers{{"top_k", "40"}, {"max_tokens", "null"}}));
  }
}

TEST(Api, SendsToolsOnlyIfThereAreSome) {
  for (const Api& api : all_apis()) {
    const auto body = [&api](std::string_view tools) {
      return api.body({}, {}, tools, no_picture);
    };
    EXPECT_EQ(body("").find("tools"), std::string::npos);
    EXPECT_NE(body(R"([{"type":"function"}])").find(R"("tools":[{"type":"function"}])"),
              std::string::npos);
  }
}

TEST(Api, ReadsAnErrorUnderAnyContentType) {
  for (const Api& api : all_apis()) {
    const auto reader = api.reader(500, "text/plain");
    EXPECT_TRUE(reader->feed("out of order"));
    EXPECT_FALSE(reader->has_text());
    EXPECT_GT(reader->held(), 0U);
    const ModelReply reply = reader->finish(ReplyReader::End::whole);
    EXPECT_EQ(reply.kind, ModelReply::Kind::error);
    EXPECT_EQ(reply.error.text, "out of order");
  }
}

// Over the Responses API only, llama-server calls a reply complete that ended at its limit.
TEST(Api, ReportsWhyAReplyEnded) {
  const struct {
    std::string said;  // by the server; empty: nothing
    std::optional<TokenUsage> usage;
    std::optional<long long> limit;
    std::string chat, responses;
  } cases[] = {
      {"stop", TokenUsage{10, 511, 521}, 512, "stop", "stop"},
      {"stop", TokenUsage{10, 512, 522}, 512, "stop", "length"},
      {"tool_calls", TokenUsage{10, 512, 522}, 512, "tool_calls", "length"},
      {"incomplete", TokenUsage{10, 512, 522}, 512, "incomplete", "length"},
      {"stop", TokenUsage{10, 512, 522}, std::nullopt, "stop", "stop"},
      {"stop", TokenUsage{10, 512, 522}, -1, "stop", "stop"},
      {"stop", std::nullopt, 512, "stop", "stop"},
      {"length", TokenUsage{10, 300, 310}, 512, "length", "length"},
      {"content_filter", TokenUsage{10, 512, 522}, 512, "content_filter", "content_filter"},
      {"", TokenUsage{10, 512, 522}, 512, "", ""},
  };
  for (const auto& [said, usage, limit, chat, responses] : cases) {
    ModelReply reply;
    if (!said.empty()) reply.finish_reason = said;
    reply.usage = usage;
    const auto ended = [&](const char* api) {
      return why_it_ended(*find_api(api), reply, limit).value_or("");
    };
    EXPECT_EQ(ended("chat"), chat) << said;
    EXPECT_EQ(ended("responses"), responses) << said;
  }
}

TEST(Api, KnowsTheLimitOfARequest) {
  const std::pair<ExtraMembers, std::optional<long long>> cases[] = {
      {{}, 900},
      {{{"max_tokens", "5"}}, 900},
      {{{"max_output_tokens", "512"}}, 512},
      {{{"max_output_tokens", "null"}}, std::nullopt},
      {{{"max_output_tokens", "1e3"}}, std::nullopt},
  };
  for (const auto& [extra, limit] : cases) {
    RequestParameters parameters;
    parameters.extra = extra;
    EXPECT_EQ(token_limit(*find_api("responses"), parameters), limit);
  }
}

// A log shows a stream as the reply that was read from it.
TEST(Api, ReadsTheAnswerThatItWritesForAReply) {
  ModelReply said;
  said.kind = ModelReply::Kind::reply;
  said.model = "m";
  said.content = R"(a\/\ud83d)";
  said.reasoning = "why";
  said.calls = {{R"("c1")", R"("press_key")", R"("{\"key\":\"f5\"}")"}};
  said.finish_reason = "tool_calls";
  said.usage = TokenUsage{3, 2, 5};
  for (const Api& api : all_apis()) {
    const auto reader = api.reader(200, "application/json");
    EXPECT_TRUE(reader->feed(api.answer(said)));
    const ModelReply read = reader->finish(ReplyReader::End::whole);
    EXPECT_EQ(read.kind, ModelReply::Kind::reply);
    EXPECT_EQ(read.model, said.model);
    EXPECT_EQ(read.content, said.content);
    EXPECT_EQ(read.reasoning, said.reasoning);
    EXPECT_EQ(read.calls, said.calls);
    EXPECT_EQ(read.finish_reason, said.finish_reason);
    EXPECT_EQ(read.usage, said.usage);
  }
}
}  // namespace franz
