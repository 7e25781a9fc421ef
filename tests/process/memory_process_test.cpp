// Verifies that edits between model and orchestrator are detected, and limits the proxy's own
// memory use.
#include <gtest/gtest.h>
#include <httplib.h>
#include "common/os/files.h"
#include "common/wire/api/chat_request.h"
#include "common/wire/message_fields.h"
#include "tests/process/local_server.h"
#include "tests/process/processes.h"
#include "tests/process/running_proxy.h"
#include "tests/support/sanitized.h"

namespace franz {
namespace {
// Forwards requests to a relay; from request `first_edited` on it changes one letter of the memory.
class EditingProxy {
 public:
  EditingProxy(const std::string& relay, int first_edited)
      : relay_("http://" + relay),
        first_edited_(first_edited),
        server_([this](httplib::Server& server) {
          server.Post("/v1/chat/completions",
                      [this](const httplib::Request& request, httplib::Response& response) {
                        pass_on(request, response);
                      });
        }) {
    relay_.set_read_timeout(kLongEnough);
  }

  std::string url() const { return server_.url(); }

 private:
  void pass_on(const httplib::Request& request, httplib::Response& response) {
    std::string body = request.body;
    if (++requests_ >= first_edited_) edit(body);
    const auto reply = relay_.Post("/v1/chat/completions",
                                   {{"X-Franz-Turn", request.get_header_value("X-Franz-Turn")}},
                                   body, "application/json");
    if (!reply) return;
    response.status = reply->status;
    response.set_content(reply->body, reply->get_header_value("Content-Type"));
  }
  static void edit(std::string& body) {
    const auto view = read_chat_request(body);
    ASSERT_TRUE(view.ok());
    const std::optional<std::string_view> text = one_text(view.value().messages[1]);
    ASSERT_TRUE(text.has_value());
    const std::string_view story = *text;
    const std::size_t letter = story.find("the");
    ASSERT_NE(letter, std::string_view::npos) << story;
    body[static_cast<std::size_t>(story.data() - body.data()) + letter + 1] = 'H';
  }

  httplib::Client relay_;
  int first_edited_, requests_ = 0;
  LocalServer server_;
};

TEST(Memory, OneEditedCharacterIsAlwaysFound) {
  RunningDemo demo;
  RunningProxy proxy({"--upstream", demo.url, "--no-launch"});
  EditingProxy editor(proxy.address("relay"), 4);
  RunningProgram orchestrator(
      "orchestrator", {"--vlm", editor.url(), "--run-dir", test_folder() + "/own", "--turns", "6"});
  const auto end = orchestrator.wait_for_end();
  ASSERT_TRUE(end && end->ok()) << orchestrator.errors();
  proxy.wait_for("turn   6 ");
  press_ctrl_c(proxy.pid());  // the files are written after the line
  const auto stopped = proxy.wait_for_end();
  ASSERT_TRUE(stopped && stopped->ok()) << proxy.output() << proxy.errors();
  EXPECT_EQ(verdicts(proxy.run_folder()), "first ok ok violation violation violation")
      << proxy.output();
  const auto text = read_file(join_path(proxy.run_folder(), "turn_0004.json"));
  ASSERT_TRUE(text.ok()) << text.error().message;
  auto record = MessageFields::parse(text.value());  // points into `text`
  ASSERT_TRUE(record.ok());
  MessageFields& fields = record.value();
  EXPECT_EQ(fields.text("/sst/detail/unit"), "character");
  const std::string expected = fields.text("/sst/detail/expected");
  std::string got = fields.text("/sst/detail/got");
  const std::size_t edit = got.find("tHe");
  ASSERT_NE(edit, std::string::npos) << got;
  got[edit + 1] = 'h';
  EXPECT_EQ(got, expected);
  EXPECT_EQ(fields.integer("/sst/detail/expected_count", 1, 1 << 20),
            fields.integer("/sst/detail/got_count", 1, 1 << 20));
  for (const std::string& said : {proxy.output(), proxy.errors()})
    EXPECT_NE(said.find("turn 4: the memory was changed between reply and request"),
              std::string::npos)
        << said;
}

// Any client can send this; it must not end the proxy.
TEST(Memory, ARequestWithDuplicateMessagesEndsNothing) {
  RunningDemo demo;
  RunningProxy proxy({"--upstream", demo.url, "--no-launch"});
  httplib::Client client("http://" + proxy.address("relay"));
  client.set_read_timeout(kLongEnough);
  const auto post = [&](const std::string& body) {
    return client.Post("/v1/chat/completions", body, "application/json");
  };
  ASSERT_TRUE(post(R"({"messages":{"99999999999999999999999":{"content":"x"}},"messages":[]})"));
  const auto reply = post(R"({"messages":[{"role":"system","content":"s"},)"
                          R"({"role":"user","content":""},{"role":"user","content":"f"}]})");
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, 200) << reply->body;
  EXPECT_NE(proxy.wait_for("turn   1 "), "") << proxy.output() << proxy.errors();
}

// Answers each request with a new reply of `size` bytes, alternately whole and streamed.
class LongReplyModel {
 public:
  explicit LongReplyModel(std::size_t size)
      : size_(size), server_([this](httplib::Server& server) {
          server.Post(
              "/v1/chat/completions",
              [this](const httplib::Request&, httplib::Response& response) { answer(response); });
        }) {}

  std::string url() const { return server_.url(); }

 private:
  void answer(httplib::Response& response) {
    ++answers_;
    const std::string story = "Story " + std::to_string(answers_) + " " + std::string(size_, 'x');
    if (answers_ % 2 == 0) return stream(story, response);
    response.set_content(R"({"choices":[{"index":0,"message":{"content":")" + story +
                             R"("},"finish_reason":"stop"}]})",
                         "application/json");
  }
  static void stream(const std::string& story, httplib::Response& response) {
    constexpr std::size_t kPiece = 4096;
    const auto give = [story](std::size_t, httplib::DataSink& sink) {
      for (std::size_t at = 0; at < story.size(); at += kPiece) {
        const std::string event = R"(data: {"choices":[{"index":0,"delta":{"content":")" +
                                  story.substr(at, kPiece) + "\"}}]}\n\n";
        if (!sink.write(event.data(), event.size())) return false;
      }
      const std::string end = R"(data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]})"
                              "\n\ndata: [DONE]\n\n";
      sink.write(end.data(), end.size());
      sink.done();
      return true;
    };
    response.set_chunked_content_provider("text/event-stream", give);
  }

  std::size_t size_;
  int answers_ = 0;
  LocalServer server_;
};

// The request, the reply and the record hold the reply's text, the page has the previous turn's
// record, and the memory check keeps three replies.
TEST(Memory, ALongReplyTakesAFewTimesItsSize) {
  constexpr std::size_t kStory = 8UL << 20U;
  LongReplyModel model(kStory);
  RunningProxy proxy({"--upstream", model.url(), "--turns", "6", "--stay"});
  const std::size_t before = peak_memory_of(proxy.pid());
  if (before == 0) GTEST_SKIP() << "the system does not report a process's memory";
  ASSERT_NE(proxy.wait_for("turn   6 "), "") << proxy.output() << proxy.errors();
  const std::size_t grown = peak_memory_of(proxy.pid()) - before;
  RecordProperty("grown_bytes", std::to_string(grown));
  if (!kSanitized) {  // a sanitizer's memory grows with each allocation
    EXPECT_LT(grown, 8 * kStory + (32UL << 20U));
  }
}
}  // namespace
}  // namespace franz
