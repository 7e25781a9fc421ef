#pragma once
// The connection to a screen bridge, made in the background: a person may have to allow it first,
// and the client is answered meanwhile.
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include "common/base/result.h"
#include "common/desktop/bridge_start_app.h"

namespace franz::mcp {
class ScreenConnection {
 public:
  // Begins to connect. The connection itself sets `asking` and `stop_asked` of `ports`.
  // `next_step`: follows the reason of a failure, for people and the client.
  ScreenConnection(ScreenBridgeOptions options, BridgeStartPorts ports, std::string next_step);
  // Ends the attempt or the connection at once.
  ~ScreenConnection();
  ScreenConnection(const ScreenConnection&) = delete;
  ScreenConnection& operator=(const ScreenConnection&) = delete;

  // Waits for the connection, without a limit, until `stop`. `report` gets what it waits for, at
  // once, when that changes, and every few seconds. Failure: why there is no connection, or what it
  // waits for. One thread at a time.
  Result<const ScreenBridge*> wait(
      const std::stop_token& stop,
      const std::function<void(double waited_s, const std::string& text)>& report);
  // The display's name for our programs, known after wait() has succeeded.
  std::string display() const;

 private:
  void connect(const ScreenBridgeOptions& options, const BridgeStartPorts& ports);

  const std::string next_step_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::string waits_for_ = "the screen is not connected yet";
  bool ended_ = false;  // the attempt: there is a bridge or a failure
  bool stopping_ = false;
  std::string failure_;
  std::unique_ptr<ScreenBridge> bridge_;
  std::thread thread_;  // last: it uses the others
};
}  // namespace franz::mcp
