#pragma once
// A client of a real mcp_server, for tests. POSIX only.
#include <memory>
#include <string>
#include <utility>
#include <vector>
#include "common/os/temporary_folder.h"
#include "tests/executor/wayland/wayland_world.h"

namespace franz::mcp {
class McpClient {
 public:
  // `environment`: of the server. Its runs, its home and its temporary files have a folder of their
  // own. It is initialized, and its answer was awaited.
  McpClient(const std::vector<std::string>& arguments,
            std::vector<std::pair<std::string, std::string>> environment);
  ~McpClient();
  McpClient(const McpClient&) = delete;
  McpClient& operator=(const McpClient&) = delete;

  // Returns the request's id. `params`: an object.
  int request(const std::string& method, const std::string& params);
  void notify(const std::string& method, const std::string& params);
  // The line that answers the request; skips the lines before it. Waits a minute at most; empty: no
  // answer came.
  std::string answer(int id);
  // Begins a call whose progress is reported. Returns its id.
  int begin(const std::string& tool, const std::string& arguments);
  // The next line that reports progress of that call; like answer().
  std::string next_progress(int id);
  // The answer to a call.
  std::string call(const std::string& tool, const std::string& arguments) {
    return answer(begin(tool, arguments));
  }
  void end_input();

  executor::WatchedProgram& server() { return *server_; }
  // The temporary files of the server and of what it started, each with a space before it.
  std::string temporary_files() const;

 private:
  void send(const std::string& message);

  std::unique_ptr<TemporaryFolder> folder_;
  int input_ = -1;
  int requests_ = 0;
  std::unique_ptr<executor::WatchedProgram> server_;
};
}  // namespace franz::mcp
