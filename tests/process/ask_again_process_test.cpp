// A recorded turn that is asked again from the page: POST /api/ask.
#include <gtest/gtest.h>
#include <httplib.h>
#include <condition_variable>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/sha256.h"
#include "common/os/files.h"
#include "common/run/run_files.h"
#include "tests/process/local_server.h"
#include "tests/process/processes.h"
#include "tests/process/raw_client.h"
#include "tests/process/recorded_run.h"
#include "tests/process/running_proxy.h"

namespace franz {
namespace {
constexpr const char* kKey = "sk-very-secret-key";

// Answers with a fixed reply and keeps the bodies. The model "wrong" does not exist; "slow" answers
// only at the end of the test.
class OtherModel {
 public:
  std::string url() const { return server_.url(); }
  std::vector<std::string> bodies() {
    const std::lock_guard lock(mutex_);
    return bodies_;
  }
  ~OtherModel() {
    const std::lock_guard lock(mutex_);
    over_ = true;
    changed_.notify_all();
  }

 private:
  void answer(const httplib::Request& request, httplib::Response& answer) {
    std::unique_lock lock(mutex_);
    bodies_.push_back(request.body);
    changed_.notify_all();
    const auto names = [&](const char* model) {
      return request.body.find("\"model\":\"" + std::string(model) + '"') != std::string::npos;
    };
    if (names("slow")) changed_.wait(lock, [this] { return over_; });
    if (names("wrong")) {
      answer.status = 404;
      answer.set_content(R"({"error":{"message":"no model wrong for )" +
                             request.get_header_value("Authorization") + "\"}}",
                         "application/json");
      return;
    }
    answer.set_content(R"({"model":"other","choices":[{"index":0,"finish_reason":"stop",)"
                       R"("message":{"role":"assistant","content":"I would \u0063lick."}}],)"
                       R"("usage":{"prompt_tokens":9,"completion_tokens":4,"total_tokens":13}})",
                       "application/json");
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> bodies_;
  bool over_ = false;
  LocalServer server_{[this](httplib::Server& server) {
    server.Get("/v1/models", [](const httplib::Request&, httplib::Response& listed) {
      listed.set_content(R"({"object":"list","data":[{"id":"other"},{"id":"slow"}]})",
                         "application/json");
    });
    server.Post("/v1/chat/completions",
                [this](const httplib::Request& request, httplib::Response& reply) {
                  answer(request, reply);
                });
  }};
};

// "200 BODY"
std::string ask(const std::string& address, const std::string& body,
                const std::string& target = "/api/ask") {
  httplib::Client client("http://" + address);
  client.set_read_timeout(kLongEnough);
  const auto answer = client.Post(target, {{"X-Franz-Control", "1"}}, body, "application/json");
  return answer ? std::to_string(answer->status) + " " + answer->body : "no answer";
}

std::string models(const std::string& address) {
  httplib::Client client("http://" + address);
  const auto answer = client.Get("/api/models");
  return answer ? answer->body : "";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

// The body of a turn's request as it was sent.
std::string sent_body(const std::string& address, int turn) {
  httplib::Client client("http://" + address);
  const auto answer = client.Get("/api/turns/" + std::to_string(turn) + "/request");
  if (!answer) return "";
  return answer->body.substr(answer->body.find("\r\n\r\n") + 4);
}

TEST(AskAgain, SendsTheRecordedRequestWithTheChangesOnly) {
  const std::string runs = test_folder();
  const Recorded run = record_run(runs, 3);
  OtherModel other;
  RunningProxy replay({"replay", run.folder, "--upstream", other.url()},
                      {{"FRANZ_MODEL_API_KEY_ENV", "ASKED_KEY"}, {"ASKED_KEY", kKey}});
  const std::string address = replay.address("dashboard");
  EXPECT_EQ(models(address),
            R"({"server":")" + other.url() + R"(","models":["other","slow"],"why":null})");
  const std::string body = sent_body(address, 2);

  std::string answer = ask(address, R"({"turn":2})");
  ASSERT_EQ(other.bodies().size(), 1U) << answer;
  EXPECT_EQ(other.bodies()[0], body);  // with its picture
  EXPECT_TRUE(answer.starts_with(R"(200 {"response":{"text":"I would \u0063lick.","calls":[],)"
                                 R"("reasoning":null,"finish_reason":"stop","usage":{)"))
      << answer;
  EXPECT_NE(answer.find("\"sha256\":\"" + sha256_hex(body) + "\""), std::string::npos) << answer;

  answer = ask(address, R"({"turn":2,"model":"other","temperature":0.25,"system":"Be brief."})");
  ASSERT_EQ(other.bodies().size(), 2U) << answer;
  const std::string changed = other.bodies()[1];
  std::string expected = replaced(body, R"("model":"demo-vlm")", R"("model":"other")");
  expected = replaced(expected, R"("temperature":0.7)", R"("temperature":0.25)");
  const std::string content = R"("role":"system","content":")";
  const std::size_t from = expected.find(content) + content.size();
  expected.replace(from, expected.find(R"("},{"role")", from) - from, "Be brief.");
  EXPECT_EQ(changed, expected);
  EXPECT_NE(answer.find(R"("model":"other","temperature":0.25)"), std::string::npos) << answer;

  // The server's message, without the key that it repeats.
  answer = ask(address, R"({"turn":2,"model":"wrong"})");
  EXPECT_EQ(answer, R"(502 {"error":"the model server answered 404: no model wrong for Bearer )" +
                        std::string(std::string_view(kKey).size(), '*') + "\"}");
  EXPECT_EQ(ask(address, R"({"turn":9})"), R"(404 {"error":"there is no turn 9"})");
  EXPECT_TRUE(ask(address, R"({"turn":2,"temperature":7})").starts_with("400 "));
  EXPECT_TRUE(ask(address, R"({"turn":2})", "/api/ask?run=77").starts_with("404 "));

  // Nothing of it is in the run.
  const ProgramResult verified = verify(run.folder, {"--seal", run.seal});
  EXPECT_EQ(verified.code, 0) << verified.output;
  ASSERT_TRUE(remove_file(join_path(run.folder, exchange_file(3, 1, "request"))).ok());
  answer = ask(address, R"({"turn":3})");
  EXPECT_TRUE(answer.starts_with("422 ")) << answer;
}

TEST(AskAgain, AClosedPageCancelsTheQuestion) {
  const Recorded run = record_run(test_folder(), 1);
  OtherModel other;
  RunningProxy replay({"replay", run.folder, "--upstream", other.url()});
  const std::string address = replay.address("dashboard");
  const std::string body = R"({"turn":1,"model":"slow"})";
  {
    RawClients clients(address);
    clients.connect("POST /api/ask HTTP/1.1\r\nHost: " + address +
                    "\r\nX-Franz-Control: 1\r\nContent-Length: " + std::to_string(body.size()) +
                    "\r\n\r\n" + body);
    clients.run_until([&] { return !other.bodies().empty(); });
    EXPECT_EQ(ask(address, R"({"turn":1})"),
              R"(503 {"error":"another question is being answered"})");
  }
  // The server never answers that one; the next question is answered once it is cancelled.
  std::string answer;
  do {
    answer = ask(address, R"({"turn":1})");
  } while (answer.starts_with("503 "));
  EXPECT_TRUE(answer.starts_with("200 ")) << answer;
  press_ctrl_c(replay.pid());
  const auto end = replay.wait_for_end();
  EXPECT_TRUE(end && end->ok()) << replay.errors();
}

TEST(AskAgain, WithoutAServerItSaysWhichOptionIsNeeded) {
  const Recorded run = record_run(test_folder(), 1);
  RunningProxy replay({"replay", run.folder});
  const std::string address = replay.address("dashboard");
  const std::string why =
      "there is no model to ask: start the page with proxy replay RUN --upstream URL";
  EXPECT_EQ(models(address), R"({"server":null,"models":[],"why":")" + why + "\"}");
  EXPECT_EQ(ask(address, R"({"turn":1})"), R"(409 {"error":")" + why + "\"}");
  RunningProxy with_demo({"replay", run.folder, "--upstream", "demo"});
  const std::string answer = ask(with_demo.address("dashboard"), R"({"turn":1})");
  // The demo model is deterministic.
  const std::string record = read_of(run.folder, record_file(1, 1));
  const std::string reply = R"("response":{"text":)";
  const std::size_t at = record.find(reply);
  EXPECT_TRUE(answer.starts_with("200 {" + record.substr(at, record.find("\"usage\"", at) - at)))
      << answer;
}

TEST(AskAgain, ALiveRunGoesOn) {
  RunningProxy live({"--upstream", "demo"});
  live.wait_for("turn   3 ");
  const std::string address = live.address("dashboard");
  EXPECT_TRUE(ask(address, R"({"turn":2,"temperature":0.1})").starts_with("200 "));
  live.wait_for("turn   5 ");
  press_ctrl_c(live.pid());
  const auto end = live.wait_for_end();
  EXPECT_TRUE(end && end->ok()) << live.errors();
  const ProgramResult verified = verify(live.run_folder());
  EXPECT_EQ(verified.code, 0) << verified.output;
}
}  // namespace
}  // namespace franz
