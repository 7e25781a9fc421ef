// The dashboard's server on a real socket.
#include <gtest/gtest.h>
#include <httplib.h>
#include <filesystem>
#include <string>
#include "common/os/files.h"
#include "proxy/dashboard/http_server_app.h"
#include "tests/support/test_paths.h"

namespace franz::proxy {
namespace {
// Answers a path with the file of that name.
TEST(HttpServer, SendsAFileOrReportsThatItIsMissing) {
  const std::string folder = std::string(kTestOut) + "/http_server/files";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  ASSERT_TRUE(replace_file(folder + "/state.json", "{}", Durability::buffered).ok());
  const std::unique_ptr<HttpServer> server =
      std::move(HttpServer::listen({"127.0.0.1", 0})).value();
  server->start({[&](HttpServer::Connection connection, const ApiRequest& asked) {
                   server->send_file(connection, folder, {asked.target.substr(1), ""});
                 },
                 {}});
  const std::pair<const char*, const char*> rows[] = {
      {"/state.json", "200 {}"},
      {"/turn_0001.json", R"(404 {"error":"there is no turn_0001.json"})"},
  };
  for (const auto& [path, expected] : rows) {
    const httplib::Result got = httplib::Client("http://" + to_string(server->address())).Get(path);
    ASSERT_TRUE(got) << path;
    EXPECT_EQ(std::to_string(got->status) + " " + got->body, expected);
  }
  server->stop();
}
}  // namespace
}  // namespace franz::proxy
