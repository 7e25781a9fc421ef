// The dashboard's server on a real socket.
#include <gtest/gtest.h>
#include <httplib.h>
#include <filesystem>
#include <future>
#include <string>
#include "common/os/files.h"
#include "proxy/dashboard/http_server_app.h"
#include "tests/support/test_paths.h"

namespace franz::proxy {
namespace {
// Answers a path by the file of that name.
class FileServer {
 public:
  FileServer(std::string folder, bool may_come) : folder_(std::move(folder)) {
    server_->start({[this, may_come](HttpServer::Connection connection, const ApiRequest& asked) {
                      const bool waits = may_come && asked.target == "/run.json";
                      server_->send_file(connection, folder_, {asked.target.substr(1), "", waits});
                      if (waits) asked_.set_value();
                    },
                    {}});
  }
  ~FileServer() { server_->stop(); }

  httplib::Result get(const std::string& path) const {
    httplib::Client client("http://" + to_string(server_->address()));
    return client.Get(path);
  }
  void wait_for_question() { asked_.get_future().wait(); }

 private:
  const std::string folder_;
  std::promise<void> asked_;
  std::unique_ptr<HttpServer> server_ = std::move(HttpServer::listen({"127.0.0.1", 0})).value();
};

std::string empty_folder() {
  const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
  std::string folder = std::string(kTestOut) + "/http_server/" + test->name();
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder;
}

TEST(HttpServer, WaitsForAFileThatMayBeAboutToBeWritten) {
  const std::string folder = empty_folder();
  FileServer server(folder, true);
  auto answer = std::async(std::launch::async, [&] { return server.get("/run.json"); });
  server.wait_for_question();
  // One thread looks for files: when this one was looked for, so was the one before.
  const httplib::Result other = server.get("/state.json");
  ASSERT_TRUE(other);
  EXPECT_EQ(other->status, 404);
  ASSERT_TRUE(replace_file(folder + "/run.json", "{}", Durability::buffered).ok());
  const httplib::Result got = answer.get();
  ASSERT_TRUE(got);
  EXPECT_EQ(got->status, 200);
  EXPECT_EQ(got->body, "{}");
}

TEST(HttpServer, SaysAtOnceThatAFileIsMissing) {
  const FileServer server(empty_folder(), false);
  const httplib::Result got = server.get("/run.json");
  ASSERT_TRUE(got);
  EXPECT_EQ(got->status, 404);
  EXPECT_EQ(got->body, R"({"error":"there is no run.json"})");
}
}  // namespace
}  // namespace franz::proxy
