#include "tests/executor/mcp/mcp_client.h"
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>
#include <filesystem>
#include "tests/support/test_paths.h"

namespace franz::mcp {
McpClient::McpClient(const std::vector<std::string>& arguments,
                     std::vector<std::pair<std::string, std::string>> environment)
    : folder_(std::move(TemporaryFolder::make("mcp")).value()) {
  const std::string& folder = folder_->path();
  const std::string input = folder + "/input";
  EXPECT_EQ(::mkfifo(input.c_str(), 0600), 0);
  // Opened for both ends, so that opening does not wait.
  input_ = ::open(input.c_str(), O_RDWR | O_CLOEXEC);
  EXPECT_GE(input_, 0);
  std::filesystem::create_directory(folder + "/tmp");
  environment.insert(
      environment.end(),
      {{"TMPDIR", folder + "/tmp"}, {"HOME", folder}, {"XDG_STATE_HOME", folder + "/state"}});
  std::vector<std::string> words{"-c", R"(exec "$0" "$@" <"$INPUT")", kMcpServer, "--runs",
                                 folder + "/runs"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  environment.emplace_back("INPUT", input);
  server_ =
      std::make_unique<executor::WatchedProgram>(ChildCommand{"/bin/sh", words, environment, ""});
  answer(request("initialize", R"({"protocolVersion":"2025-11-25"})"));
}

McpClient::~McpClient() {
  server_.reset();
  end_input();
}

void McpClient::send(const std::string& message) {
  const std::string line = R"({"jsonrpc":"2.0",)" + message + "}\n";
  EXPECT_EQ(::write(input_, line.data(), line.size()), static_cast<ssize_t>(line.size()));
}

int McpClient::request(const std::string& method, const std::string& params) {
  const int id = ++requests_;
  send(R"("id":)" + std::to_string(id) + R"(,"method":")" + method + R"(","params":)" + params);
  return id;
}

void McpClient::notify(const std::string& method, const std::string& params) {
  send(R"("method":")" + method + R"(","params":)" + params);
}

std::string McpClient::answer(int id) {
  return server_->next_line(R"("id":)" + std::to_string(id) + ",");
}

int McpClient::begin(const std::string& tool, const std::string& arguments) {
  return request("tools/call", R"({"name":")" + tool + R"(","arguments":)" + arguments +
                                   R"(,"_meta":{"progressToken":)" + std::to_string(requests_ + 1) +
                                   "}}");
}

std::string McpClient::next_progress(int id) {
  return server_->next_line(R"("progressToken":)" + std::to_string(id) + ",");
}

void McpClient::end_input() {
  if (input_ >= 0) ::close(input_);
  input_ = -1;
}

std::string McpClient::temporary_files() const {
  std::string names;
  for (const auto& each : std::filesystem::directory_iterator(folder_->path() + "/tmp"))
    names += " " + each.path().filename().string();
  return names;
}
}  // namespace franz::mcp
