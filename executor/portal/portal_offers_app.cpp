#include "executor/portal/portal_offers_app.h"
#include <filesystem>
#include <system_error>
#include "common/os/files.h"
#include "common/os/paths.h"
#include "executor/portal/panic_shortcut.h"
#include "executor/portal/portal_session.h"
#include "executor/portal/present_desktop_app.h"

namespace franz::executor {
namespace {
// Where PipeWire listens. Source: pipewire(1).
bool has_pipewire() {
  std::error_code code;
  const std::string name = environment("PIPEWIRE_REMOTE").value_or("pipewire-0");
  for (const char* const variable : {"PIPEWIRE_RUNTIME_DIR", "XDG_RUNTIME_DIR"})
    if (const auto folder = environment(variable); folder)
      return std::filesystem::exists(join_path(*folder, name), code);
  return std::filesystem::exists(join_path("/run", name), code);
}
}  // namespace

Result<std::string> portal_offers(const PortalBus& bus) {
  for (const char* const interface : {"RemoteDesktop", "ScreenCast"})
    if (bus.number(interface, "version") == 0)
      return Error{std::string("the desktop does not offer org.freedesktop.portal.") + interface +
                       ": install xdg-desktop-portal-gnome (GNOME) or xdg-desktop-portal-kde "
                       "(KDE), and log in again; a private display works: --screen private",
                   ErrorCode::missing};
  if (!has_pipewire())
    return Error{
        "PipeWire, which brings the desktop's pictures, does not run: install pipewire "
        "and wireplumber, and log in again; a private display works: --screen private",
        ErrorCode::missing};
  const char* const remembered = remembers_consent(bus) ? "which it can remember" : "for each run";
  // xdg-desktop-portal-kde 5.27: others see a notification.
  const std::string shares =
      is_desktop("KDE")
          ? "the desktop's portal shares its screen; KDE asks for your consent only if it knows "
            "which program wants it"
          : std::string("the desktop's portal shares its screen after your consent, ") + remembered;
  return shares + (offers_shortcuts(bus).ok() ? ", and has shortcuts for the panic key"
                                              : ", and has no shortcuts: there is no panic key");
}
}  // namespace franz::executor
