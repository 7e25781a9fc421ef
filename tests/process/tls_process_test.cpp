// Whole runs with a model behind TLS that requires a key, as cloud models do.
#include <gtest/gtest.h>
#include <httplib.h>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>
#include <thread>
#include "common/os/files.h"
#include "tests/process/running_proxy.h"
#include "tests/proxy/relay/certificates.h"

namespace franz {
namespace {
constexpr const char* kKey = "sk-test-never-to-be-seen-4711";

std::string write_file(const std::string& name, const std::string& bytes) {
  std::string path = join_path(test_folder(), name);
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

// What the model's server saw in the requests.
struct Seen {
  std::mutex mutex;
  std::set<std::string> hosts, paths, keys;
};

// A TLS server that notes the requests' heads and forwards them to the demo model.
class SecureModel {
 public:
  explicit SecureModel(const Identity& identity)
      : server_(write_file("model.pem", identity.certificate).c_str(),
                write_file("model.key", identity.key).c_str()) {
    const auto pass_on = [this](const httplib::Request& request, httplib::Response& response) {
      note(request);
      httplib::Client demo(demo_.url);
      const std::string path = request.path.substr(std::string("/gateway").size());
      httplib::Headers headers;
      if (request.has_header("X-Franz-Turn"))
        headers.emplace("X-Franz-Turn", request.get_header_value("X-Franz-Turn"));
      const auto answer = request.method == "GET"
                              ? demo.Get(path, headers)
                              : demo.Post(path, headers, request.body, "application/json");
      ASSERT_TRUE(answer);
      response.status = answer->status;
      response.set_content(answer->body, answer->get_header_value("Content-Type"));
    };
    server_.Get(".*", pass_on);
    server_.Post(".*", pass_on);
    port_ = server_.bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { server_.listen_after_bind(); });
  }
  ~SecureModel() {
    server_.stop();
    thread_.join();
  }
  SecureModel(const SecureModel&) = delete;
  SecureModel& operator=(const SecureModel&) = delete;

  std::string url() const { return "https://localhost:" + std::to_string(port_) + "/gateway/v1"; }
  std::string host() const { return "localhost:" + std::to_string(port_); }
  Seen seen;

 private:
  void note(const httplib::Request& request) {
    const std::lock_guard lock(seen.mutex);
    seen.hosts.insert(request.get_header_value("Host"));
    seen.paths.insert(request.method + " " + request.path);
    if (request.method == "POST") seen.keys.insert(request.get_header_value("Authorization"));
  }

  RunningDemo demo_;
  httplib::SSLServer server_;
  int port_ = 0;
  std::thread thread_;
};

std::unique_ptr<RunningProgram> start_proxy(const SecureModel& model, const std::string& ca_file,
                                            const std::vector<std::string>& more) {
  std::vector<std::string> arguments = {"--listen", "127.0.0.1:0", "--dashboard", "127.0.0.1:0",
                                        "--runs",   test_folder(), "--upstream",  model.url()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return std::make_unique<RunningProgram>(
      "proxy", arguments,
      std::vector<std::pair<std::string, std::string>>{{"FRANZ_PROXY_CA_FILE", ca_file},
                                                       {"FRANZ_MODEL_API_KEY_ENV", "TEST_KEY"},
                                                       {"TEST_KEY", kKey}});
}

// The address of "dashboard" or "relay" in the greeting.
std::string address(RunningProgram& proxy, const std::string& what) {
  const std::string line = proxy.wait_for(what + " ");
  const std::size_t start = line.find("http://") + 7;
  return line.substr(start, line.find(' ', start) - start);
}
}  // namespace

TEST(SecureUpstream, GetsItsHostPathAndKeyAndTheKeyIsShownNowhere) {
  const Authority authority;
  SecureModel model(authority.issue({}));
  const auto proxy = start_proxy(model, write_file("authority.pem", authority.certificate()),
                                 {"--turns", "3", "--stay"});
  const std::string folder = proxy->wait_for("run        ").substr(11);
  EXPECT_NE(proxy->wait_for("turn   3  ok"), "") << proxy->output();
  {
    const std::lock_guard lock(model.seen.mutex);
    EXPECT_EQ(model.seen.hosts, std::set<std::string>{model.host()});
    EXPECT_TRUE(model.seen.paths.contains("POST /gateway/v1/chat/completions"));
    EXPECT_TRUE(model.seen.paths.contains("GET /gateway/v1/models"));
    EXPECT_EQ(model.seen.keys, std::set<std::string>{std::string("Bearer ") + kKey});
  }

  httplib::Client page("http://" + address(*proxy, "dashboard"));
  for (const char* path : {"/api/turns/1/request", "/api/turns/1", "/api/run", "/api/log"}) {
    const auto answer = page.Get(path);
    ASSERT_TRUE(answer) << path;
    EXPECT_EQ(answer->status, 200) << path;
    EXPECT_EQ(answer->body.find(kKey), std::string::npos) << path;
  }
  EXPECT_NE(page.Get("/api/turns/1/request")->body.find("Authorization: ****"), std::string::npos);

  httplib::Client control("http://" + address(*proxy, "dashboard"));
  control.Post("/api/control", {{"X-Franz-Control", "1"}}, R"({"command":"stop"})",
               "application/json");
  EXPECT_NE(proxy->wait_for("the dashboard stays until Ctrl-C"), "") << proxy->output();
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    ++files;
    const Result<std::string> bytes = read_file(entry.path().string());
    if (!bytes.ok() && bytes.error().code == ErrorCode::missing)
      continue;  // a temporary file that was renamed in the meantime
    ASSERT_TRUE(bytes.ok()) << entry.path();
    EXPECT_EQ(bytes.value().find(kKey), std::string::npos) << entry.path();
  }
  EXPECT_GT(files, 10U);
  EXPECT_EQ((proxy->output() + proxy->errors()).find(kKey), std::string::npos);
  EXPECT_EQ(verdicts(folder), "first ok ok");
}

TEST(SecureUpstream, ThatIsNotTrustedIsReportedAndRetried) {
  const Authority authority;
  SecureModel model(self_signed({}));
  const auto proxy = start_proxy(model, write_file("authority.pem", authority.certificate()),
                                 {"--profile", "franz"});
  EXPECT_NE(proxy->wait_for(model.url() + " shows a self-signed certificate: to trust it, name a "
                                          "file with it in [proxy] ca_file"),
            "")
      << proxy->output();
  httplib::Client relay("http://" + address(*proxy, "relay"));
  const auto answer = relay.Get("/gateway/v1/models");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 502);
  EXPECT_NE(answer->body.find("\"code\":\"upstream_tls\""), std::string::npos) << answer->body;
  EXPECT_NE(answer->body.find("shows a self-signed certificate"), std::string::npos);
}

TEST(SecureUpstream, WithoutReadableCertificatesIsAWrongSetting) {
  const Authority authority;
  SecureModel model(authority.issue({}));
  const auto proxy = start_proxy(model, "/no/such/file.pem", {});
  const auto end = proxy->wait_for_end();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->code, 2) << proxy->errors();
  EXPECT_NE(proxy->errors().find("[proxy] ca_file /no/such/file.pem"), std::string::npos)
      << proxy->errors();
}

TEST(SecureUpstream, IsNotAskedWithAKeyThatHasALineBreak) {
  RunningProgram proxy(
      "proxy",
      {"--listen", "127.0.0.1:0", "--dashboard", "127.0.0.1:0", "--runs", test_folder(),
       "--upstream", "https://localhost:9"},
      {{"FRANZ_MODEL_API_KEY_ENV", "TEST_KEY"}, {"TEST_KEY", "sk-1\r\nX-Evil: 1"}});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->code, 2) << proxy.errors();
  EXPECT_NE(proxy.errors().find("environment variable TEST_KEY holds a line break"),
            std::string::npos)
      << proxy.errors();
  EXPECT_EQ(proxy.errors().find("X-Evil"), std::string::npos);
}
}  // namespace franz
