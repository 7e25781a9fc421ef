#pragma once
// A screen bridge for tests: answers requests by a function, and records them.
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>
#include "common/os/temporary_folder.h"
#include "common/wire/bridge_messages.h"

namespace franz {
class FakeBridge {
 public:
  // `answer` is called on the threads of the connections, one call at a time; it may append bytes
  // to `data`. It can end the connection instead of answering: hang_up().
  using Answer = std::function<BridgeAnswer(const BridgeRequest& request, std::string& data)>;
  explicit FakeBridge(Answer answer);
  ~FakeBridge();
  FakeBridge(const FakeBridge&) = delete;
  FakeBridge& operator=(const FakeBridge&) = delete;

  // "bridge:vnc:PATH"
  const std::string& display() const { return display_; }
  // The requests so far, one line each, without "size" and "windows", which only ask.
  std::string requests();
  // The answer being made is not sent, and its connection ends.
  void hang_up() { hang_up_ = true; }

 private:
  void serve();
  void answer(int connection);

  Answer answer_;
  std::unique_ptr<TemporaryFolder> folder_;
  std::string display_;
  std::mutex mutex_;
  std::string requests_;
  bool hang_up_ = false;
  int listener_ = -1;
  std::vector<int> connections_;
  std::vector<std::thread> threads_;  // of the connections
  std::thread serving_;
};
}  // namespace franz
