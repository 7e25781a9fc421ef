#include "proxy/offline/doctor/demo_model_app.h"
#include <chrono>
#include <utility>
#include "common/os/paths.h"

namespace franz::proxy {
static constexpr std::chrono::milliseconds kDemoPatience{10'000};

Result<Upstream> DemoModel::start() {
  ChildProcess::Handlers handlers;
  handlers.on_output_line = [this](std::string_view line) { on_line(line); };
  handlers.on_error_line = [](std::string_view) {};
  handlers.on_end = [this](const ChildEnd& end) {
    const std::lock_guard lock(mutex_);
    ended_ = describe(end, kDemoPatience);
    changed_.notify_all();
  };
  auto child = ChildProcess::start(
      {sibling_program("demo_vlm"), {"--listen", "127.0.0.1:0", "--delay-ms", "0"}, {}, ""},
      std::move(handlers));
  if (!child.ok()) return within("the demo model", child.error());
  child_ = std::move(child).value();
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, kDemoPatience, [this] { return !url_.empty() || !ended_.empty(); });
  if (url_.empty())
    return Error{"the demo model does not listen" + (ended_.empty() ? "" : ": it " + ended_)};
  return parse_upstream(url_);
}

void DemoModel::on_line(std::string_view line) {
  const std::size_t at = line.find("http://");
  if (at == std::string_view::npos) return;
  const std::lock_guard lock(mutex_);
  url_ = line.substr(at, line.find_first_of(" \r", at) - at);
  changed_.notify_all();
}
}  // namespace franz::proxy
