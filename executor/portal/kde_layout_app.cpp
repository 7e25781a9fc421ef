#include "executor/portal/kde_layout_app.h"
#include <gio/gio.h>
#include <memory>

namespace franz::executor {
namespace {
constexpr int kLayoutMayTakeMs = 2'000;
}

std::optional<std::uint32_t> kde_layout() {
  const std::unique_ptr<GDBusConnection, void (*)(gpointer)> bus(
      g_bus_get_sync(G_BUS_TYPE_SESSION, nullptr, nullptr), g_object_unref);
  if (!bus) return {};
  GError* error = nullptr;
  const std::unique_ptr<GVariant, void (*)(GVariant*)> answer(
      g_dbus_connection_call_sync(bus.get(), "org.kde.keyboard", "/Layouts",
                                  "org.kde.KeyboardLayouts", "getLayout", nullptr,
                                  G_VARIANT_TYPE("(u)"), G_DBUS_CALL_FLAGS_NO_AUTO_START,
                                  kLayoutMayTakeMs, nullptr, &error),
      g_variant_unref);
  if (!answer) {
    const bool is_only_one =
        g_error_matches(error, G_DBUS_ERROR, G_DBUS_ERROR_SERVICE_UNKNOWN) != FALSE ||
        g_error_matches(error, G_DBUS_ERROR, G_DBUS_ERROR_NAME_HAS_NO_OWNER) != FALSE;
    g_error_free(error);
    return is_only_one ? std::optional<std::uint32_t>(0) : std::nullopt;
  }
  std::uint32_t layout = 0;
  g_variant_get(answer.get(), "(u)", &layout);
  return layout;
}
}  // namespace franz::executor
