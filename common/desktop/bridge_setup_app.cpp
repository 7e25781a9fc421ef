#include "common/desktop/bridge_setup_app.h"
#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/os/files.h"
#include "common/os/paths.h"
#include "common/settings/screen_address.h"
#include "common/tools/surface_facts.h"

namespace franz {
static constexpr std::size_t kMaxPasswordFile = 4096;

static std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.emplace_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// Failure: what is wrong with the file.
static Status read_password(const std::string& path, BridgeSetup& setup) {
  if (Status is_private = require_private_file(path); !is_private.ok()) return is_private;
  const Result<std::string> text = read_file(path, kMaxPasswordFile);
  if (!text.ok()) return text.error();
  std::vector<std::string> lines = lines_of(text.value());
  if (lines.empty() || lines.size() > 2 || lines.back().empty() ||
      to_valid_utf8(text.value()) != text.value())
    return Error{path +
                 ": expected a line with the password, or two lines: the user's name and the "
                 "password"};
  setup.password = std::move(lines.back());
  if (lines.size() == 2) setup.user = std::move(lines.front());
  return Done{};
}

Result<ScreenBridgeOptions> bridge_options(const SurfaceSettings& surface,
                                           const DisplayFacts& facts) {
  ScreenBridgeOptions options;
  options.setup.insecure = surface.vnc_insecure;
  if (!surface.display.starts_with(kVncScheme)) {
    const bool is_own = surface.display == "own";
    options.program = is_own && facts.portal ? kPortalBridge : kWaylandBridge;
    options.screen = facts_of_screen(surface, facts)->name;
    options.setup.wayland = is_own ? facts.own_wayland : surface.display;
    if (options.setup.wayland.empty())
      return Error{
          "[surface] display = own: this is a Wayland session, but WAYLAND_DISPLAY is not set"};
    return options;
  }
  Result<VncAddress> address = parse_vnc_address(surface.display);
  if (!address.ok())
    return Error{"[surface] display = " + surface.display + " " + address.error().message};
  options.program = kVncBridge;
  options.setup.host = std::move(address.value().host);
  options.setup.port = address.value().port;
  options.setup.ca = surface.vnc_ca;
  if (!surface.vnc_ca.empty() && !file_exists(surface.vnc_ca))
    return Error{"[surface] vnc_ca: " + surface.vnc_ca + ": there is no such file"};
  if (surface.vnc_password_file.empty()) return options;
  if (const Status read = read_password(surface.vnc_password_file, options.setup); !read.ok())
    return within("[surface] vnc_password_file", read.error());
  return options;
}

void add_panic_key(ScreenBridgeOptions& options, const ResolvedSettings& resolved,
                   const DisplayFacts& facts) {
  const ScreenFacts* const screen = facts_of_screen(resolved.settings.surface, facts);
  if (screen == nullptr || screen->panic_key != PanicKey::by_bridge) return;
  options.setup.panic_key = resolved.settings.safety.panic_key;
  options.panic_key_source = set_by_person(resolved, "safety", "panic_key");
}

std::string screen_address(const BridgeSetup& setup) {
  if (!setup.wayland.empty()) return printable(setup.wayland);
  return to_string(VncAddress{setup.host, setup.port});
}
}  // namespace franz
