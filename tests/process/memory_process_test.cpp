// The proof of memory against somebody between model and orchestrator who edits it.
#include <gtest/gtest.h>
#include <httplib.h>
#include <thread>
#include "common/os/files.h"
#include "common/wire/chat_request.h"
#include "common/wire/json_fields.h"
#include "tests/process/processes.h"
#include "tests/process/running_proxy.h"

namespace franz {
namespace {
// Passes requests on to a relay, and from some request on changes one letter of the story.
class EditingProxy {
 public:
  EditingProxy(const std::string& relay, int first_edited) : relay_("http://" + relay) {
    relay_.set_read_timeout(kLongEnough);
    server_.Post("/v1/chat/completions", [this, first_edited](const httplib::Request& request,
                                                              httplib::Response& response) {
      std::string body = request.body;
      if (++requests_ >= first_edited) edit(body);
      const auto reply = relay_.Post("/v1/chat/completions",
                                     {{"X-Franz-Turn", request.get_header_value("X-Franz-Turn")}},
                                     body, "application/json");
      if (!reply) return;
      response.status = reply->status;
      response.set_content(reply->body, reply->get_header_value("Content-Type"));
    });
    port_ = server_.bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { server_.listen_after_bind(); });
  }
  ~EditingProxy() {
    server_.stop();
    thread_.join();
  }
  EditingProxy(const EditingProxy&) = delete;
  EditingProxy& operator=(const EditingProxy&) = delete;

  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }

 private:
  static void edit(std::string& body) {
    const auto view = read_chat_request(body);
    ASSERT_TRUE(view.ok());
    ASSERT_TRUE(view.value().messages[1].text.has_value());
    const std::string_view story = *view.value().messages[1].text;
    const std::size_t letter = story.find("the");
    ASSERT_NE(letter, std::string_view::npos) << story;
    body[static_cast<std::size_t>(story.data() - body.data()) + letter + 1] = 'H';
  }

  httplib::Client relay_;
  httplib::Server server_;
  int requests_ = 0, port_ = 0;
  std::thread thread_;
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
  press_ctrl_c(proxy.pid());  // the files are written behind the line
  const auto stopped = proxy.wait_for_end();
  ASSERT_TRUE(stopped && stopped->ok()) << proxy.output() << proxy.errors();
  EXPECT_EQ(verdicts(proxy.run_folder()), "first ok ok violation violation violation")
      << proxy.output();
  const auto text = read_file(join_path(proxy.run_folder(), "turn_0004.json"));
  auto record = JsonFields::parse(text.ok() ? text.value() : "");
  ASSERT_TRUE(record.ok());
  JsonFields& fields = record.value();
  EXPECT_EQ(fields.text("/sst/detail/unit"), "character");
  const std::string expected = fields.text("/sst/detail/expected");
  std::string got = fields.text("/sst/detail/got");
  const std::size_t edit = got.find("tHe");
  ASSERT_NE(edit, std::string::npos) << got;
  got[edit + 1] = 'h';
  EXPECT_EQ(got, expected);
  EXPECT_EQ(fields.integer("/sst/detail/expected_count", 1, 1 << 20),
            fields.integer("/sst/detail/got_count", 1, 1 << 20));
  EXPECT_NE(proxy.output().find("turn 4: the memory was changed between reply and request"),
            std::string::npos)
      << proxy.output();
}
}  // namespace
}  // namespace franz
