#include <gtest/gtest.h>
#include <httplib.h>
#include <chrono>
#include <future>
#include <memory>
#include "common/base/base64.h"
#include "common/os/child_process.h"
#include "common/os/files.h"
#include "tests/proxy/demo_vlm/test_pictures.h"
#include "tests/support/test_paths.h"

namespace franz::demo_vlm {
namespace {
using std::chrono::seconds;
const std::string kProgram = std::string(kBinDir) + "/demo_vlm";

// A demo_vlm on a free port, gone with this object.
class Server {
 public:
  explicit Server(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"--listen", ":0"});
    auto line = said_.get_future();
    auto started = ChildProcess::start(
        {kProgram, arguments, {}, {}},
        {[this](std::string_view text) {
           if (!heard_) said_.set_value(std::string(text));
           heard_ = true;
         },
         [](std::string_view) {}, [this](const ChildEnd& end) { ended_.set_value(end); }});
    if (!started.ok()) return;
    process_ = std::move(started).value();
    if (line.wait_for(seconds(60)) != std::future_status::ready) return;
    line_ = line.get();
    const std::size_t colon = line_.rfind(':');
    if (colon != line_.npos) port_ = std::stoi(line_.substr(colon + 1));
  }

  const std::string& line() const { return line_; }
  int port() const { return port_; }
  httplib::Client client() const {
    httplib::Client client("127.0.0.1", port_);
    client.set_read_timeout(seconds(60));
    return client;
  }
  httplib::Result post(const std::string& body, const httplib::Headers& headers = {}) const {
    return client().Post("/v1/chat/completions", headers, body, "application/json");
  }
  ChildEnd interrupt() {
    auto end = ended_.get_future();
    process_->interrupt();
    return end.wait_for(seconds(60)) == std::future_status::ready ? end.get() : ChildEnd{};
  }

 private:
  std::promise<std::string> said_;
  std::promise<ChildEnd> ended_;
  bool heard_ = false;
  std::string line_;
  int port_ = 0;
  std::unique_ptr<ChildProcess> process_;
};

std::string chat(const std::string& more) {
  const std::string url = "data:image/png;base64," + base64_encode(png_of(black(64, 36)));
  return R"({"messages":[{"role":"system","content":"s"},{"role":"user","content":""},)"
         R"({"role":"user","content":[{"type":"text","text":"OK"},)"
         R"({"type":"image_url","image_url":{"url":")" +
         url + "\"}}]}]" + more + "}";
}

std::string script_file(const std::string& name, const std::string& text) {
  std::string path = join_path(kTestOut, name);
  EXPECT_TRUE(make_folders(kTestOut).ok());
  EXPECT_TRUE(replace_file(path, text, Durability::buffered).ok());
  return path;
}

ChildOutcome run_program(std::vector<std::string> arguments) {
  return run_child({kProgram, std::move(arguments), {}, {}}, "", seconds(60));
}
}  // namespace

TEST(DemoVlmServer, SaysWhereItListensAndWhichModelItHas) {
  const Server server({});
  ASSERT_NE(server.port(), 0) << server.line();
  EXPECT_EQ(server.line(),
            "demo_vlm: listening on http://127.0.0.1:" + std::to_string(server.port()));
  const auto models = server.client().Get("/v1/models");
  ASSERT_TRUE(models);
  EXPECT_EQ(models->status, 200);
  EXPECT_NE(models->body.find(R"("data":[{"id":"demo-vlm","object":"model")"), std::string::npos);
}

TEST(DemoVlmServer, AnswersWholeAndInAStreamWithTheSameText) {
  const Server server({"--delay-ms", "0"});
  const auto whole = server.post(chat(""));
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->status, 200);
  EXPECT_EQ(whole->get_header_value("Content-Type"), "application/json");
  const std::string start = R"("message":{"role":"assistant","content":")";
  const std::size_t from = whole->body.find(start);
  ASSERT_NE(from, std::string::npos) << whole->body;
  const std::size_t to = whole->body.find("\"},\"finish_reason\":\"stop\"", from);
  const std::string content = whole->body.substr(from + start.size(), to - from - start.size());
  EXPECT_EQ(content.substr(0, 12), "RULES I KNOW");

  const auto stream =
      server.post(chat(R"(,"stream":true,"stream_options":{"include_usage":true})"));
  ASSERT_TRUE(stream);
  EXPECT_EQ(stream->get_header_value("Content-Type"), "text/event-stream");
  std::string joined;
  const std::string delta = R"("delta":{"content":")";
  for (std::size_t at = stream->body.find(delta); at != std::string::npos;
       at = stream->body.find(delta, at + 1)) {
    const std::size_t begin = at + delta.size();
    joined += stream->body.substr(begin, stream->body.find("\"},\"finish", begin) - begin);
  }
  EXPECT_EQ(joined, content);
  EXPECT_NE(stream->body.find("\"usage\":{\"prompt_tokens\":"), std::string::npos);
  EXPECT_EQ(stream->body.substr(stream->body.size() - 14), "data: [DONE]\n\n");
}

TEST(DemoVlmServer, RefusesWhatItCannotReadInOpenAisForm) {
  const Server server({"--delay-ms", "0"});
  const auto bad = server.post("rubbish");
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->status, 400);
  EXPECT_EQ(bad->body.substr(0, 21), R"({"error":{"message":")");
  const auto unknown = server.client().Get("/v1/nothing");
  ASSERT_TRUE(unknown);
  EXPECT_EQ(unknown->status, 404);
  EXPECT_EQ(
      unknown->body,
      R"({"error":{"message":"no GET /v1/nothing here: GET /v1/models, POST )"
      R"(/v1/chat/completions, POST /v1/responses","type":"invalid_request_error","param":null,)"
      R"("code":"not_found"}})");
  const auto form = server.client().Post("/v1/chat/completions",
                                         httplib::MultipartFormDataItems{{"a", "b", "", ""}});
  ASSERT_TRUE(form);
  EXPECT_EQ(form->status, 400);
  EXPECT_EQ(server.post(chat(""))->status, 200) << "and goes on";
}

TEST(DemoVlmServer, PlaysAScriptByTheTurnInTheHeader) {
  const std::string path = script_file("script.jsonl", R"({"content":"one \ud83d"}
{"status":503,"error":"loading","retry_after":2,"attempts":1}
{"content":"two","finish_reason":"length"}
{"content":"one two three four five six","cut":2}
)");
  const Server server({"--delay-ms", "0", "--script", path});
  const auto at = [&](const std::string& turn, const std::string& more = "") {
    return server.post(chat(more), {{"X-Franz-Turn", "run/" + turn + "/0123456789abcdef/-"}});
  };
  EXPECT_NE(at("1")->body.find(R"("content":"one \ud83d")"), std::string::npos);
  const auto refused = at("2");
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->status, 503);
  EXPECT_EQ(refused->get_header_value("Retry-After"), "2");
  EXPECT_EQ(refused->body, R"({"error":"loading"})");
  EXPECT_NE(at("2")->body.find(R"("finish_reason":"length")"), std::string::npos);
  EXPECT_FALSE(at("3")) << "half a body";
  EXPECT_FALSE(at("3", ",\"stream\":true")) << "a stream without its end";
  EXPECT_NE(at("1")->body.find("one"), std::string::npos);
}

TEST(DemoVlmServer, CountsRequestsThatDoNotSayTheirTurn) {
  const std::string path =
      script_file("counted.jsonl", "{\"content\":\"A1\"}\n{\"content\":\"A2\"}");
  const Server server({"--delay-ms", "0", "--script", path});
  for (const char* text : {"A1", "A2", "A2"}) {
    EXPECT_NE(server.post(chat(""))->body.find(text), std::string::npos) << text;
  }
}

TEST(DemoVlmServer, StopsWritingWhenTheClientGoesAwayAndAtOnceWhenInterrupted) {
  Server server({"--delay-ms", "3600000"});
  // More than the server has threads: each must be free again soon. One after the other, as
  // a burst of connections would overflow the socket's queue.
  for (int i = 0; i < 40; ++i) {
    httplib::Client client = server.client();
    client.set_read_timeout(std::chrono::milliseconds(50));
    EXPECT_FALSE(client.Post("/v1/chat/completions", chat(",\"stream\":true"), "application/json"));
  }
  EXPECT_TRUE(server.client().Get("/v1/models"));
  const ChildEnd end = server.interrupt();
  EXPECT_TRUE(end.ok()) << describe(end, seconds(60));
}

TEST(DemoVlmServer, NamesThePortThatIsTakenAndTheFlag) {
  const Server server({});
  const std::string address = "127.0.0.1:" + std::to_string(server.port());
  const ChildOutcome second = run_program({"--listen", address});
  EXPECT_EQ(second.end.code, 3);
  EXPECT_EQ(second.errors, "demo_vlm: cannot listen on " + address + ": port " +
                               std::to_string(server.port()) +
                               " is taken: a model server answers there; choose another with "
                               "--listen ADDRESS:PORT\n");
}

TEST(DemoVlmServer, ExplainsWrongCommandLines) {
  const struct {
    std::vector<std::string> arguments;
    int code;
    const char* text;
  } rows[] = {
      {{"--help"}, 0, "--delay-ms"},
      {{"--version"}, 0, "demo_vlm "},
      {{"--listen", "nowhere"}, 2, "--listen: expected ADDRESS:PORT"},
      {{"--delay-ms", "soon"}, 2, "--delay-ms"},
      {{"--script", "no-such-script"}, 2, "no file no-such-script"},
      {{"--colour"}, 2, "--colour"},
  };
  for (const auto& row : rows) {
    const ChildOutcome outcome = run_program(row.arguments);
    EXPECT_EQ(outcome.end.code, row.code) << row.text;
    EXPECT_NE((outcome.output + outcome.errors).find(row.text), std::string::npos)
        << outcome.output << outcome.errors;
  }
}
}  // namespace franz::demo_vlm
