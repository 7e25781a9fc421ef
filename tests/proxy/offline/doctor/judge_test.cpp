#include "proxy/offline/doctor/judge.h"
#include <gtest/gtest.h>
#include "common/wire/api/apis.h"
#include "common/wire/api/chat.h"
#include "proxy/offline/doctor/questions.h"

namespace franz::proxy {
namespace {
using enum CheckOutcome;

using Transport = ServerAnswer::Transport;

ModelAnswer answered(int status, const std::string& body,
                     const std::string& type = "application/json") {
  ModelAnswer answer;
  answer.transport = Transport::whole;
  answer.status = status;
  answer.content_type = type;
  answer.total_ms = 12;
  const auto reader = kChatApi.reader(status, type);
  reader->feed(body);
  answer.reply = reader->finish(ReplyReader::End::whole);
  return answer;
}

ModelsAnswer listed(int status, const std::string& body,
                    const std::string& type = "application/json") {
  ModelsAnswer answer;
  answer.transport = Transport::whole;
  answer.status = status;
  answer.content_type = type;
  answer.body = body;
  answer.total_ms = 12;
  return answer;
}

ModelsAnswer failed_by(Transport transport, const std::string& did) {
  ModelsAnswer answer;
  answer.transport = transport;
  answer.did = did;
  return answer;
}

std::string reply(const std::string& text, int tokens) {
  return R"({"model":"m","choices":[{"message":{"role":"assistant","content":")" + text +
         R"("},"finish_reason":"stop"}],"usage":{"prompt_tokens":100,"completion_tokens":)" +
         std::to_string(tokens) + R"(,"total_tokens":1}})";
}

void expect(const Check& check, CheckOutcome outcome, const std::string& found,
            const std::string& fix = "") {
  EXPECT_EQ(check.outcome, outcome) << check_text(check, Paint::plain);
  EXPECT_NE(check.found.find(found), std::string::npos) << check.found;
  if (fix.empty()) {
    EXPECT_EQ(check.fix, "");
  } else {
    EXPECT_NE(check.fix.find(fix), std::string::npos) << check.fix;
  }
}

TEST(JudgeDisplay, NamesMissingPackagesIfADisplayIsNeeded) {
  const Check fine = judge_display({}, "", true, "apt-get install x");
  EXPECT_EQ(fine.outcome, CheckOutcome::ok);
  const Check missing = judge_display({"Xvfb", "bwrap"}, "", true, "apt-get install x");
  EXPECT_EQ(missing.outcome, CheckOutcome::failed);
  EXPECT_EQ(missing.found, "Xvfb, bwrap are not installed");
  EXPECT_EQ(missing.fix, "apt-get install x");
  const Check unconfined = judge_display({}, "no namespaces", true, "");
  EXPECT_EQ(unconfined.outcome, CheckOutcome::failed);
  EXPECT_NE(unconfined.found.find("no namespaces"), std::string::npos);
  EXPECT_NE(unconfined.fix, "");
  const Check unneeded = judge_display({"bwrap"}, "", false, "apt-get install x");
  EXPECT_EQ(unneeded.outcome, CheckOutcome::skipped);
  EXPECT_EQ(unneeded.found, "bwrap is not installed; the settings ask for no real screen");
}

TEST(JudgeSettings, FailsOnlyForRefusedSettings) {
  using Kind = SettingsNotice::Kind;
  expect(judge_settings({}, ""), ok, "valid");
  expect(judge_settings({{Kind::ignored, Layer::config, "", "config.ini:3: unknown key"}}, ""),
         warning, "config.ini:3", "the command `settings`");
  expect(judge_settings({{Kind::bad, Layer::config, "", "config.ini:14: [model] temperature"}}, ""),
         failed, "config.ini:14", "correct these lines");
  expect(judge_settings({}, "no profile x"), failed, "no profile x", "correct");
}

TEST(JudgeProgram, RequiresTheProxysVersion) {
  expect(judge_program("executor", "executor 0.1.0\n", "", "0.1.0"), ok, "version 0.1.0");
  expect(judge_program("executor", "executor 0.0.9\r\n", "", "0.1.0"), failed,
         "is \"executor 0.0.9\", not \"executor 0.1.0\"", "one build");
  expect(judge_program("executor", "", "is not beside this proxy", "0.1.0"), failed, "not beside",
         "put executor of version 0.1.0");
}

TEST(JudgeSpace, WarnsBelowAGibibyte) {
  expect(judge_space(200ULL << 30U), ok, "200 GiB free");
  expect(judge_space(5ULL << 30U), ok, "5120 MiB free");
  expect(judge_space(900ULL << 20U), warning, "900 MiB free", "room");
  expect(judge_space(10ULL << 20U), failed, "10 MiB free", "room");
}

TEST(JudgeServer, ExplainsAMissingServer) {
  const std::string url = "http://127.0.0.1:1235";
  expect(judge_server(listed(200, "{}"), url, {}), ok, url + " answers in 12 ms");
  expect(judge_server(failed_by(Transport::refused, ""), url, {}), failed,
         "nothing listens at " + url, "--upstream demo");
  expect(
      judge_server(failed_by(Transport::unreachable, "cannot be reached: no such host"), url, {}),
      failed, "cannot be reached: no such host", "--upstream URL");
  expect(judge_server(failed_by(Transport::no_answer, "nothing in 10 s"), url, {}), failed,
         "no answer", "log");
  expect(judge_server(failed_by(Transport::no_tls, "shows no certificate"), url, {}), failed,
         "no secure connection", "ca_file");
  expect(judge_server(listed(401, "{}"), url, {}), failed, "wants an API key", "api_key_env");
  expect(judge_server(listed(401, "{}"), url, {"MY_KEY", false}), failed, "wants an API key",
         "set the environment variable MY_KEY");
  expect(judge_server(listed(403, "{}"), url, {"MY_KEY", true}), failed,
         "refuses the API key in MY_KEY", "set MY_KEY to a key that the server takes");
}

TEST(JudgeOpenAi, RecognisesAModelList) {
  const std::string url = "http://127.0.0.1:1235/v1";
  expect(judge_openai(listed(200, R"({"data":[{"id":"a"},{"id":"b"}]})"), url, "/chat/completions"),
         ok, "lists 2 models");
  expect(judge_openai(listed(200, R"({"data":null})"), url, "/chat/completions"), ok,
         "lists 0 models");
  expect(judge_openai(listed(200, "<!doctype html>", "text/html"), url, "/chat/completions"),
         failed, "a web page", "another program");
  expect(judge_openai(listed(404, R"({"error":"x"})"), url, "/chat/completions"), failed,
         "status 404", url);
  expect(judge_openai(listed(503, R"({"error":{"message":"Loading model"}})"), url,
                      "/chat/completions"),
         failed, "still loading its model", "wait");
  expect(judge_openai(listed(200, R"({"error":"Unexpected endpoint"})"), url, "/chat/completions"),
         failed, "no list of models", "/v1");
}

TEST(JudgeModelName, ListsTheServersModels) {
  ModelSettings model;
  model.name = "qwen";
  expect(judge_model_name({"llava", "qwen"}, model, "qwen"), ok, "qwen");
  expect(judge_model_name({"llava", "pixtral"}, model, std::nullopt), failed,
         "no model qwen; there is llava, pixtral", "[model] name");
  expect(judge_model_name({"llava"}, model, "llava"), warning,
         "the server answers anyway, as llava", "[model] name");
  expect(judge_model_name({}, model, std::nullopt), failed, "lists none", "load a vision model");
  model.fallback = "llava";
  expect(judge_model_name({"llava"}, model, "llava"), warning, "the fallback is used: llava",
         "[model] name");
  EXPECT_EQ(model_to_ask({"llava"}, model), "llava");
  EXPECT_EQ(model_to_ask({"llava", "qwen"}, model), "qwen");
  EXPECT_EQ(model_to_ask({"other"}, model), "qwen");
  model.name = "auto";
  EXPECT_EQ(model_to_ask({"other", "more"}, model), "");
  expect(judge_model_name({"other", "more"}, model, std::nullopt), failed,
         "not clear which model is meant; there is other, more", "--model NAME");
  expect(judge_model_name({}, model, std::nullopt), failed, "lists no model", "load a vision");
}

TEST(JudgeReply, RequiresText) {
  expect(judge_reply(answered(200, reply("hello", 1)), {}, {}), ok, "came in 12 ms");
  expect(judge_reply(answered(200, reply("", 0)), {}, {}), warning, "without any text", "memory");
  expect(judge_reply(answered(500, R"({"error":"no"})"), {}, {}), failed, "status 500): no", "log");
  expect(judge_reply(answered(200, "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n",
                              "text/event-stream"),
                     {}, {}),
         failed, "broke off", "log");
  expect(judge_reply(answered(401, R"({"error":"no"})"), {}, {"MY_KEY", false}), failed,
         "wants an API key (status 401)", "set the environment variable MY_KEY");
}

TEST(JudgeReply, AdvisesTheCommonApiForAMissingPath) {
  const std::string advice(find_api("responses")->endpoint_advice);
  const std::pair<int, const char*> cases[] = {
      {404, R"({"detail":"Not Found"})"},
      {405, R"({"detail":"No"})"},
      {200, R"j({"error":"Unexpected endpoint or method. (POST /v1/responses)"})j"},
  };
  for (const auto& [status, body] : cases) {
    expect(judge_reply(answered(status, body), advice, {}), failed, "the server says",
           "api = chat");
    expect(judge_reply(answered(status, body), {}, {}), failed, "the server says", "/v1");
  }
  expect(judge_reply(answered(404, R"({"error":"model 'x' not found"})"), advice, {}), failed,
         "not found", "log");
  expect(judge_reply(answered(200, reply("hello", 1)), advice, {}), ok, "came in 12 ms");
}

TEST(JudgeStream, DetectsAnUnstreamedReply) {
  const std::string events =
      "data: {\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}\n\n"
      "data: [DONE]\n\n";
  expect(judge_stream(answered(200, events, "text/event-stream"), true), ok,
         "the reply is streamed");
  expect(judge_stream(answered(200, reply("a", 1)), true), warning, "one piece", "stream = off");
  expect(judge_stream(answered(200, reply("a", 1)), false), skipped, "off");
}

TEST(JudgeFirstText, ComparesWithTheLimitInForce) {
  ModelAnswer answer = answered(200, "");
  answer.first_text_ms = 1240;
  expect(judge_first_text(answer, 600), ok, "1.2 s to the first token");
  expect(judge_first_text(answer, 2), warning, "[limits] first_byte_s is 2", "raise");
}

TEST(JudgeMaxTokens, DetectsAnIgnoredLimit) {
  expect(judge_max_tokens(answered(200, reply("one two", 8)), 8), ok, "8 came");
  expect(judge_max_tokens(answered(200, reply("one two", 10)), 8), ok, "10 came");
  expect(judge_max_tokens(answered(200, reply("one two", 11)), 8), warning, "11 came", "limit");
  expect(judge_max_tokens(answered(200, reply(std::string(96, 'x'), 0)), 8), ok, "96 characters");
  expect(judge_max_tokens(answered(200, reply(std::string(97, 'x'), 0)), 8), warning,
         "97 characters", "limit");
  expect(
      judge_max_tokens(answered(400, R"({"error":{"message":"Unsupported parameter: 'max_tokens')"
                                     R"( is not supported, use 'max_completion_tokens'"}})"),
                       8),
      failed, "Unsupported parameter", "max_completion_tokens");
}

TEST(JudgeContext, RequiresRoomForTwoRepliesAndTheLargestTurn) {
  expect(judge_context(4096, {300, 280, true}, 900), ok,
         "4096 tokens; the largest turn may need 3100");
  expect(judge_context(3000, {300, 280, true}, 900), warning, "3000 tokens", "larger context");
  expect(judge_context(std::nullopt, {300, 280, true}, 900), skipped, "may need 3100 tokens");
  expect(judge_context(3000, {0, 300, true}, 900), warning, "may need 3100", "larger context");
  // Ollama drops what does not fit.
  expect(judge_context(std::nullopt, {4000, 9000, true}, 900), warning, "leave out", "OLLAMA");
  expect(judge_context(std::nullopt, {4000, 9000, false}, 900), skipped, "may need 6800 tokens");
}

TEST(JudgeFoundServers, ListsThemAndExplainsHowToExamineAnother) {
  const std::vector<FoundServer> found = {{"http://127.0.0.1:1234", {"a"}},
                                          {"http://127.0.0.1:8000", {"b", "c"}}};
  expect(judge_found_servers(found, "http://127.0.0.1:8000"), ok,
         "http://127.0.0.1:1234 (1 model), http://127.0.0.1:8000 (2 models)");
  expect(judge_found_servers(found, ""), ok, "(1 model)",
         "demo model; to examine a server: --upstream http://127.0.0.1:1234");
  // Nothing is at the default address, and several servers are elsewhere.
  expect(judge_found_servers(found, "http://127.0.0.1:1235"), failed, "(1 model)",
         "--upstream http://127.0.0.1:1234 or --upstream http://127.0.0.1:8000");
  expect(judge_found_servers({}, ""), skipped, "11434");
}

TEST(JudgeProfile, NamesTheProfileOfTheModelsFamily) {
  expect(judge_profile("qwen", "qwen/qwen3-vl-8b"), ok, "the profile for the model");
  expect(judge_profile("franz", "qwen/qwen3-vl-8b"), warning, "form of the profile qwen",
         "--profile qwen");
  expect(judge_profile("qwen", "qwen2.5-vl-7b"), warning, "needs coordinates = pixels 28", "copy");
  expect(judge_profile("franz", "something-7b"), ok, "does not know the model something-7b");
}

TEST(JudgePictures, ChecksTheColoursThatTheModelNames) {
  const auto one = [](const char* text) {
    return judge_pictures(answered(200, reply(text, 1)), colours_of_pictures(1), false);
  };
  expect(one("Red."), ok, "sees it");
  expect(one("The colour is RED"), ok, "sees it");
  expect(one(""), ok, "takes one");
  expect(one("I cannot see pictures."), warning, "\"i cannot see pictures.\"", "vision model");
  expect(judge_pictures(answered(200, reply("a story", 1)), colours_of_pictures(1), true), ok,
         "takes one");

  const auto three = [](const char* text) {
    return judge_pictures(answered(200, reply(text, 1)), colours_of_pictures(3), false);
  };
  expect(three("blue"), ok, "3 in one request are taken, and the model sees the last");
  expect(three("Red"), warning, "gives that of the first", "--profile pilot");
  expect(three("The first is red, the last is blue"), ok, "sees the last");
  expect(three("???"), ok, "3 in one request are taken");
  const char* limits[] = {
      R"({"error":{"message":"At most 1 image(s) may be provided in one prompt."}})",
      R"({"error":{"message":"You set or defaulted to image=1 in `--limit-mm-per-prompt`"}})"};
  for (const char* body : limits)
    expect(judge_pictures(answered(400, body), colours_of_pictures(3), false), failed,
           "sends up to 3 in one request", "--limit-mm-per-prompt '{\"image\":3}'");
}

TEST(JudgeTools, NamesTheOptionThatTheServerNeeds) {
  expect(judge_tools(answered(200, reply("hello", 1))), ok, "takes the tools");
  const struct {
    int status;
    const char* message;
    const char* remedy;
  } rows[] = {
      {500, "tools param requires --jinja flag", "flag --jinja"},
      {400, "registry.ollama.ai/library/x does not support tools", "--profile pilot"},
      {400, R"(\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser)",
       "--enable-auto-tool-choice"},
      {500, "no", "--profile pilot"},
  };
  for (const auto& row : rows)
    expect(judge_tools(answered(row.status,
                                std::string(R"({"error":{"message":")") + row.message + R"("}})")),
           failed, "refuses the tools", row.remedy);
}

TEST(JudgeTurn, DescribesTheRequest) {
  const TriedTurn tried{{"system", "user", "assistant", "user"}, 2, true};
  expect(judge_turn(answered(200, reply("hello", 1)), tried), ok,
         "takes 4 messages (system, user, assistant) with 2 pictures and tools");
  expect(judge_turn(answered(200, reply("hello", 1)), {{"user"}, 0, false}), ok,
         "takes 1 message (user), tried without a picture");
  expect(
      judge_turn(answered(400, R"({"error":"System message must be at the beginning."})"), tried),
      failed, "must be at the beginning", "template");
  expect(judge_turn(answered(400, R"({"error":"roles must alternate user/assistant"})"), tried),
         failed, "roles must alternate", "pilot");
}

TEST(IsLoading, RecognisesA503AboutLoading) {
  const char* body =
      R"({"error":{"message":"Loading model","type":"unavailable_error","code":503}})";
  EXPECT_TRUE(is_loading(listed(503, body)));
  EXPECT_TRUE(is_loading(answered(503, body)));
  EXPECT_FALSE(is_loading(answered(503, R"({"error":{"message":"server busy"}})")));
  EXPECT_FALSE(is_loading(answered(200, reply("loading", 1))));
}

TEST(RefusesUsage, RecognisesTheServersMessages) {
  EXPECT_TRUE(
      refuses_usage(answered(400, R"({"error":{"message":"unknown field stream_options"}})")));
  EXPECT_FALSE(refuses_usage(answered(400, R"({"error":{"message":"no"}})")));
}
TEST(Judge, ReportsThePicturesSizeForTheModel) {
  SurfaceSettings surface;
  const auto said = [&](std::string_view model) {
    const Check check = judge_picture_size(surface, {1920, 1080}, model);
    return (check.outcome == CheckOutcome::ok ? "ok: " : "warning: ") + check.found +
           (check.fix.empty() ? "" : " -> " + check.fix.substr(0, check.fix.find('\n')));
  };
  EXPECT_EQ(said("qwen3-vl-8b"),
            "warning: 512x288, about 144 visual tokens: with fewer than 1024, models do not find "
            "places in a picture -> in config.ini, [surface] picture = fit 1327104 grid 32");
  EXPECT_EQ(said("something"), "ok: 512x288, about 144 visual tokens");
  EXPECT_EQ(said(""), "ok: 512x288");
  surface.kind = "desktop";
  EXPECT_TRUE(said("something").starts_with("warning: 512x288"));
  surface.picture = {{}, PictureFit{1'327'104, 32}};
  EXPECT_EQ(said("something"), "ok: 1536x864, about 1296 visual tokens");
}

}  // namespace
}  // namespace franz::proxy
