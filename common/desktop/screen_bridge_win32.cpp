#include "common/desktop/screen_bridge_app.h"

namespace franz {
std::string screen_trouble(const std::string&) { return ""; }

Result<Size> bridged_size(const std::string& display) {
  return Error{display + ": there are no screen bridges on Windows"};
}

struct ScreenBridge::Parts {
  std::string name, server, security, no_panic_key, panic_key;
  Size size;
};

Result<std::unique_ptr<ScreenBridge>> ScreenBridge::start(const ScreenBridgeOptions& options,
                                                          ScreenBridgeEvents,
                                                          const std::function<bool()>&) {
  return Error{
      (options.program == kVncBridge ? "a VNC server's screen" : "a Wayland session") +
      std::string(
          " cannot be used on Windows; start FRANZ on Linux, or use [surface] display = own")};
}

ScreenBridge::ScreenBridge(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
ScreenBridge::~ScreenBridge() = default;
const std::string& ScreenBridge::name() const { return parts_->name; }
Size ScreenBridge::size() const { return parts_->size; }
const std::string& ScreenBridge::server() const { return parts_->server; }
const std::string& ScreenBridge::security() const { return parts_->security; }
const std::string& ScreenBridge::no_panic_key() const { return parts_->no_panic_key; }
const std::string& ScreenBridge::panic_key() const { return parts_->panic_key; }
}  // namespace franz
