#include <algorithm>
#include <utility>
#include "common/desktop/bridge_connection.h"
#include "common/wire/window_messages.h"
#include "executor/desktop/bridge_parts_posix.h"

namespace franz::executor {
namespace {
WindowInfo window_info(ListedWindow&& listed) {
  WindowInfo window;
  window.id = listed.id;
  window.title = std::move(listed.title);
  window.app = std::move(listed.app);
  window.pid = listed.pid;
  window.area = listed.area;
  window.minimised = listed.minimised;
  window.active = listed.active;
  window.owner_ids = std::move(listed.owner_ids);
  return window;
}

class BridgeWindows : public Windows {
 public:
  explicit BridgeWindows(std::unique_ptr<BridgeConnection> bridge) : bridge_(std::move(bridge)) {}

  Result<std::vector<WindowInfo>> list() override {
    std::string lines;
    const Result<BridgeAnswer> answer =
        bridge_->ask({.kind = BridgeRequest::Kind::windows}, &lines);
    std::vector<WindowInfo> windows;
    if (!answer.ok() && answer.error().code == ErrorCode::missing) return windows;
    if (!answer.ok()) return answer.error();
    Result<std::vector<ListedWindow>> listed = parse_window_list(lines);
    if (!listed.ok()) return within("the screen bridge's windows", listed.error());
    for (ListedWindow& each : listed.value()) windows.push_back(window_info(std::move(each)));
    return windows;
  }

  Result<std::optional<WindowInfo>> find(std::uint64_t id) override {
    return first([id](const WindowInfo& window) { return window.id == id; });
  }

  // Their places are unknown.
  Result<std::optional<WindowInfo>> at(Point) override { return std::optional<WindowInfo>(); }

  Result<std::optional<WindowInfo>> focused() override {
    return first([](const WindowInfo& window) { return window.active; });
  }

  Status activate(const WindowInfo& window) override {
    const Result<BridgeAnswer> answer =
        bridge_->ask({.kind = BridgeRequest::Kind::activate, .window = window.id});
    if (!answer.ok()) return answer.error();
    return Done{};
  }

 private:
  template <typename Fits>
  Result<std::optional<WindowInfo>> first(Fits fits) {
    Result<std::vector<WindowInfo>> windows = list();
    if (!windows.ok()) return windows.error();
    const auto found = std::ranges::find_if(windows.value(), fits);
    return found == windows.value().end() ? std::nullopt : std::optional(std::move(*found));
  }

  std::unique_ptr<BridgeConnection> bridge_;
};
}  // namespace

Result<std::unique_ptr<Windows>> open_bridge_windows(const std::string& display) {
  auto bridge = BridgeConnection::open(display);
  if (!bridge.ok()) return bridge.error();
  return std::unique_ptr<Windows>(std::make_unique<BridgeWindows>(std::move(bridge).value()));
}
}  // namespace franz::executor
