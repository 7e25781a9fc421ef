// proxy doctor, started as by a user, against many kinds of servers.
#include <gtest/gtest.h>
#include <httplib.h>
#include <atomic>
#include <functional>
#include <mutex>
#include <thread>
#include "common/os/files.h"
#include "common/wire/api/chat_request.h"
#include "common/wire/message_fields.h"
#include "tests/process/local_server.h"
#include "tests/process/processes.h"
#include "tests/process/running_proxy.h"

namespace franz {
namespace {
struct Diagnosis {
  std::optional<ChildEnd> end;
  std::string text;

  int code() const { return end && end->kind == ChildEnd::Kind::exited ? end->code : -1; }
  // The line of a check, starting at its outcome: "FAILED   picture         …".
  std::string line(const std::string& check) const {
    const std::size_t name = text.find(" " + check + " ");
    if (name == std::string::npos) return "";
    const std::size_t start = text.rfind('\n', name) + 1;
    const std::size_t word = text.find(' ', start) + 1;
    return text.substr(word, text.find('\n', name) - word);
  }
};

Diagnosis examine(const std::vector<std::string>& arguments,
                  const std::vector<std::pair<std::string, std::string>>& environment = {}) {
  std::vector<std::string> all = {"doctor",      "--listen", "127.0.0.1:0", "--dashboard",
                                  "127.0.0.1:0", "--runs",   test_folder()};
  all.insert(all.end(), arguments.begin(), arguments.end());
  RunningProgram proxy("proxy", all, environment);
  Diagnosis diagnosis;
  diagnosis.end = proxy.wait_for_end();
  diagnosis.text = proxy.output() + proxy.errors();
  return diagnosis;
}

constexpr const char* kModel = "qwen3-vl-2b-instruct-1m";

// An OpenAI-compatible server that answers each request with the test's function.
class FakeServer {
 public:
  using Answer = std::function<void(const std::string& body, httplib::Response& response)>;
  explicit FakeServer(Answer answer)
      : answer_(std::move(answer)), server_([this](httplib::Server& server) { set_up(server); }) {}

  std::string url() const { return server_.url(); }
  std::string authorization() const { return authorization_; }

 private:
  void set_up(httplib::Server& server) {
    server.Get("/v1/models", [this](const httplib::Request& request, httplib::Response& response) {
      authorization_ = request.get_header_value("Authorization");
      response.set_content(
          std::string(R"({"data":[{"id":")") + kModel + R"(","max_model_len":2000}]})",
          "application/json");
    });
    server.Post("/v1/chat/completions",
                [this](const httplib::Request& request, httplib::Response& response) {
                  answer_(request.body, response);
                });
  }

  Answer answer_;
  std::string authorization_;
  LocalServer server_;
};

void reply(httplib::Response& response, const std::string& text, int tokens) {
  response.set_content("data: {\"model\":\"m\",\"choices\":[{\"delta\":{\"content\":\"" + text +
                           "\"},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":50,"
                           "\"completion_tokens\":" +
                           std::to_string(tokens) + ",\"total_tokens\":60}}\n\ndata: [DONE]\n\n",
                       "text/event-stream");
}

void refuse(httplib::Response& response, int status, const std::string& words) {
  response.status = status;
  response.set_content("{\"error\":{\"message\":\"" + words + "\"}}", "application/json");
}

TEST(Doctor, FindsNothingWrongWithTheDemoModel) {
  const Diagnosis found = examine({"--upstream", "demo"});
  EXPECT_EQ(found.code(), 0) << found.text;
  for (const char* check :
       {"settings", "orchestrator", "executor", "capturer", "demo_vlm", "run folder", "relay port",
        "dashboard port", "model server", "OpenAI API", "model name", "reply", "stream",
        "first token", "max_tokens", "picture", "largest turn"})
    EXPECT_TRUE(found.line(check).starts_with("ok ")) << check << "\n" << found.text;
  EXPECT_NE(found.text.find("Start with:\n  proxy --upstream demo \"your task\""),
            std::string::npos)
      << found.text;
  EXPECT_TRUE(list_folder(test_folder()).value().empty()) << "it leaves something behind";
}

TEST(Doctor, SkipsChecksThatNeedAMissingServer) {
  const Diagnosis found = examine({"--upstream", "http://127.0.0.1:9"});
  EXPECT_EQ(found.code(), 1);
  EXPECT_TRUE(found.line("model server").starts_with("FAILED")) << found.text;
  EXPECT_NE(found.text.find("nothing listens at http://127.0.0.1:9"), std::string::npos);
  EXPECT_NE(found.text.find("→ start the model server"), std::string::npos);
  EXPECT_TRUE(found.line("largest turn").starts_with("skipped")) << found.text;
}

TEST(Doctor, NamesTheChatTemplateThatRefusesTwoUserMessages) {
  const FakeServer server([](const std::string& body, httplib::Response& response) {
    const auto view = read_chat_request(body);
    if (view.ok() && view.value().messages.size() == 3)
      return refuse(response, 500, "Jinja Exception: Conversation roles must alternate");
    reply(response, "red", 1);
  });
  const Diagnosis found = examine({"--upstream", server.url(), "--profile", "franz"});
  EXPECT_EQ(found.code(), 1);
  EXPECT_TRUE(found.line("picture").starts_with("ok")) << found.text;
  EXPECT_TRUE(found.line("largest turn").starts_with("FAILED")) << found.text;
  EXPECT_NE(found.text.find("does not allow two user messages in a row"), std::string::npos);
}

TEST(Doctor, DetectsAModelWithoutVision) {
  const FakeServer server([](const std::string& body, httplib::Response& response) {
    if (body.find("image_url") != std::string::npos)
      return refuse(response, 500, "image input is not supported - hint: mmproj");
    reply(response, "yes", 1);
  });
  const Diagnosis found = examine({"--upstream", server.url()});
  EXPECT_EQ(found.code(), 1);
  EXPECT_TRUE(found.line("picture").starts_with("FAILED")) << found.text;
  EXPECT_NE(found.text.find("Load a vision model"), std::string::npos);
  EXPECT_TRUE(found.line("largest turn").starts_with("ok"))
      << found.text;  // tried without a picture
}

TEST(Doctor, WarnsOfIgnoredMaxTokensAndAShortContext) {
  const FakeServer server([](const std::string&, httplib::Response& response) {
    reply(response, std::string(3000, 'x'), 900);
  });
  const Diagnosis found = examine({"--upstream", server.url()});
  EXPECT_EQ(found.code(), 0) << found.text;  // warnings only
  EXPECT_TRUE(found.line("max_tokens").starts_with("warning")) << found.text;
  EXPECT_NE(found.text.find("at most 8 tokens requested, 900 came"), std::string::npos);
  EXPECT_TRUE(found.line("context").starts_with("warning")) << found.text;
}

TEST(Doctor, RetriesWithoutARefusedUsageOption) {
  const FakeServer server([](const std::string& body, httplib::Response& response) {
    if (body.find("stream_options") != std::string::npos)
      return refuse(response, 400, "unknown field stream_options");
    reply(response, "yes", 1);
  });
  const Diagnosis found = examine({"--upstream", server.url()});
  EXPECT_EQ(found.code(), 0) << found.text;
  EXPECT_TRUE(found.line("reply").starts_with("ok")) << found.text;
}

TEST(Doctor, SendsTheKeyAndNeverShowsIt) {
  const FakeServer server([](const std::string&, httplib::Response& response) {
    refuse(response, 400, "no such user for sk-secret-1234");
  });
  const Diagnosis found =
      examine({"--upstream", server.url()},
              {{"FRANZ_MODEL_API_KEY_ENV", "TEST_KEY"}, {"TEST_KEY", "sk-secret-1234"}});
  EXPECT_EQ(server.authorization(), "Bearer sk-secret-1234");
  EXPECT_NE(found.text.find("no such user for **************"), std::string::npos) << found.text;
  EXPECT_EQ(found.text.find("sk-secret"), std::string::npos) << found.text;

  // Nothing is sent if the key would break the request's head into two lines.
  const Diagnosis broken =
      examine({"--upstream", "http://127.0.0.1:9"},
              {{"FRANZ_MODEL_API_KEY_ENV", "TEST_KEY"}, {"TEST_KEY", "sk-secret-1234\n"}});
  EXPECT_EQ(broken.code(), 1);
  EXPECT_TRUE(broken.line("API key").starts_with("FAILED")) << broken.text;
  EXPECT_NE(broken.text.find("environment variable TEST_KEY ends with a line break"),
            std::string::npos)
      << broken.text;
  EXPECT_EQ(broken.text.find("sk-secret"), std::string::npos) << broken.text;
}

TEST(Doctor, MissesAKeyOnlyIfTheServerRequiresOne) {
  std::atomic<bool> asks{false};
  const FakeServer server([&asks](const std::string&, httplib::Response& response) {
    if (asks) return refuse(response, 401, "no key");
    reply(response, "red or blue", 1);
  });
  const std::vector<std::pair<std::string, std::string>> unset = {
      {"FRANZ_MODEL_API_KEY_ENV", "NO_SUCH_VARIABLE"}};
  const Diagnosis fine = examine({"--upstream", server.url()}, unset);
  EXPECT_EQ(fine.code(), 0) << fine.text;
  EXPECT_TRUE(fine.line("API key").starts_with("skipped")) << fine.text;
  asks = true;
  const Diagnosis refused = examine({"--upstream", server.url()}, unset);
  EXPECT_EQ(refused.code(), 1);
  EXPECT_TRUE(refused.line("reply").starts_with("FAILED")) << refused.text;
  EXPECT_NE(refused.text.find("→ set the environment variable NO_SUCH_VARIABLE to the key"),
            std::string::npos)
      << refused.text;
}

TEST(Doctor, WaitsForAServerThatLoadsItsModel) {
  std::atomic<int> asked{0};
  const FakeServer server([&asked](const std::string&, httplib::Response& response) {
    if (++asked < 3) return refuse(response, 503, "Loading model");
    reply(response, "red or blue", 1);
  });
  const Diagnosis found = examine({"--upstream", server.url()});
  EXPECT_EQ(found.code(), 0) << found.text;
  EXPECT_TRUE(found.line("reply").starts_with("ok")) << found.text;
}

// A server like llama-server without --jinja, which answers every picture as if it were the first.
TEST(Doctor, SendsWhatTheProfileSends) {
  std::mutex mutex;
  std::string last;
  const FakeServer server([&](const std::string& body, httplib::Response& response) {
    const auto view = read_chat_request(body);
    if (view.ok() && !view.value().tool_names.empty())
      return refuse(response, 500, "tools param requires --jinja flag");
    {
      const std::lock_guard lock(mutex);
      last = body;
    }
    reply(response, "red", 1);
  });
  const Diagnosis found = examine({"--upstream", server.url(), "--profile", "toolcall"});
  EXPECT_EQ(found.code(), 1);
  EXPECT_TRUE(found.line("picture").starts_with("ok")) << found.text;
  EXPECT_TRUE(found.line("pictures").starts_with("warning")) << found.text;
  EXPECT_TRUE(found.line("tools").starts_with("FAILED")) << found.text;
  EXPECT_NE(found.text.find("with the flag --jinja"), std::string::npos) << found.text;
  EXPECT_TRUE(found.line("largest turn").starts_with("ok")) << found.text;
  EXPECT_TRUE(found.line("profile").starts_with("warning")) << found.text;
  EXPECT_NE(found.text.find("When the failed checks are fixed, start with:\n  proxy --upstream " +
                            server.url() + " --profile qwen \"your task\""),
            std::string::npos)
      << found.text;
  const auto view = read_chat_request(last);
  ASSERT_TRUE(view.ok());
  std::size_t pictures = 0;
  for (const auto& message : view.value().messages)
    pictures += count_parts(message, Part::Kind::picture);
  EXPECT_EQ(pictures, 2U);
}

TEST(Doctor, NamesTheOwnerOfATakenPort) {
  RunningDemo demo;
  const std::string address = demo.url.substr(demo.url.find("//") + 2);
  const Diagnosis found = examine({"--upstream", "demo", "--dashboard", address});
  EXPECT_EQ(found.code(), 1);
  EXPECT_TRUE(found.line("dashboard port").starts_with("FAILED")) << found.text;
  EXPECT_NE(found.text.find("cannot listen on " + address), std::string::npos) << found.text;
  EXPECT_NE(found.text.find("is taken by demo_vlm"), std::string::npos) << found.text;
  EXPECT_NE(found.text.find("→ choose another port: --dashboard"), std::string::npos);
  EXPECT_TRUE(found.line("largest turn").starts_with("ok")) << "the other checks must still run";
}

TEST(Doctor, KnowsThatTheRelayAvoidsTheModelServersPort) {
  RunningDemo demo;
  const std::string address = demo.url.substr(demo.url.find("//") + 2);
  const Diagnosis found = examine({"--upstream", demo.url, "--listen", address});
  EXPECT_EQ(found.code(), 0) << found.text;
  EXPECT_NE(found.line("relay port").find("the relay takes the next free one"), std::string::npos)
      << found.text;
}

TEST(Doctor, ReportsABrokenSettingsFileAndGoesOn) {
  const std::string file = join_path(test_folder(), "broken.ini");
  ASSERT_TRUE(replace_file(file, "[model]\ntemperature = hot\n[proxy]\nlisten = nowhere\n",
                           Durability::buffered)
                  .ok());
  RunningProgram proxy("proxy", {"doctor", "--config", file, "--upstream", "demo", "--dashboard",
                                 "127.0.0.1:0", "--listen", "127.0.0.1:0"});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end && end->kind == ChildEnd::Kind::exited);
  EXPECT_EQ(end->code, 1);
  const std::string text = proxy.output();
  EXPECT_NE(text.find("broken.ini:2: [model] temperature"), std::string::npos) << text;
  EXPECT_NE(text.find("ok       largest turn"), std::string::npos) << text;
}

TEST(Doctor, PrintsJson) {
  const Diagnosis found = examine({"--upstream", "http://127.0.0.1:9", "--json"});
  EXPECT_EQ(found.code(), 1);
  Result<MessageFields> fields = MessageFields::parse("{\"checks\":" + found.text + "}");
  ASSERT_TRUE(fields.ok()) << found.text;
  EXPECT_GT(fields.value().size("/checks"), 10U);
  EXPECT_EQ(fields.value().text("/checks/0/check"), "settings");
  EXPECT_EQ(fields.value().text("/checks/0/outcome"), "ok");
  const std::string last = "/checks/" + std::to_string(fields.value().size("/checks") - 1);
  EXPECT_EQ(fields.value().text(last + "/check"), "start command");
  EXPECT_EQ(fields.value().text(last + "/outcome"), "skipped");
  EXPECT_EQ(fields.value().failure(), "");
}

TEST(Doctor, EndsOnCtrlC) {
  // A server that accepts connections and does not answer.
  std::atomic<bool> over{false};
  const FakeServer server([&over](const std::string&, httplib::Response& response) {
    while (!over) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    reply(response, "late", 1);
  });
  RunningProgram proxy("proxy", {"doctor", "--listen", "127.0.0.1:0", "--dashboard", "127.0.0.1:0",
                                 "--runs", test_folder(), "--upstream", server.url()});
  proxy.wait_for("OpenAI API");
  press_ctrl_c(proxy.pid());
  const auto end = proxy.wait_for_end();
  over = true;
  ASSERT_TRUE(end);
  EXPECT_EQ(end->code, 130);
}
}  // namespace
}  // namespace franz
