#include "tests/executor/portal/kde_keyboard.h"
#include <gio/gio.h>
#include <gtest/gtest.h>
#include <xkbcommon/xkbcommon.h>
#include <cstdlib>

namespace franz::executor {
std::string keymap_of(const std::string& layouts) {
  xkb_context* const context = xkb_context_new(XKB_CONTEXT_NO_FLAGS);
  const xkb_rule_names names{"evdev", "pc105", layouts.c_str(), "", ""};
  xkb_keymap* const keymap =
      xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS);
  char* const written =
      keymap == nullptr ? nullptr : xkb_keymap_get_as_string(keymap, XKB_KEYMAP_FORMAT_TEXT_V1);
  EXPECT_NE(written, nullptr) << layouts;
  std::string text = written == nullptr ? "" : written;
  std::free(written);
  xkb_keymap_unref(keymap);
  xkb_context_unref(context);
  return text;
}

KdeKeyboard::KdeKeyboard(std::optional<std::uint32_t> layout) : layout_(layout) {
  bus_ = g_dbus_connection_new_for_address_sync(
      std::getenv("DBUS_SESSION_BUS_ADDRESS"),
      static_cast<GDBusConnectionFlags>(G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                        G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION),
      nullptr, nullptr, nullptr);
  EXPECT_NE(bus_, nullptr);
  if (bus_ == nullptr) return;
  g_dbus_connection_add_filter(bus_, answer, this, nullptr);
  GVariant* const owned = g_dbus_connection_call_sync(
      bus_, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
      g_variant_new("(su)", "org.kde.keyboard", 0U), nullptr, G_DBUS_CALL_FLAGS_NONE, -1, nullptr,
      nullptr);
  EXPECT_NE(owned, nullptr);
  if (owned != nullptr) g_variant_unref(owned);
}

KdeKeyboard::~KdeKeyboard() {
  if (bus_ == nullptr) return;
  g_dbus_connection_close_sync(bus_, nullptr, nullptr);
  g_object_unref(bus_);
}

void KdeKeyboard::use(std::optional<std::uint32_t> layout) {
  const std::lock_guard lock(mutex_);
  layout_ = layout;
}

GDBusMessage* KdeKeyboard::answer(GDBusConnection* bus, GDBusMessage* message, int is_incoming,
                                  void* data) {
  if (is_incoming == FALSE || g_strcmp0(g_dbus_message_get_member(message), "getLayout") != 0)
    return message;
  auto& keyboard = *static_cast<KdeKeyboard*>(data);
  const std::lock_guard lock(keyboard.mutex_);
  GDBusMessage* const reply = keyboard.layout_
                                  ? g_dbus_message_new_method_reply(message)
                                  : g_dbus_message_new_method_error_literal(
                                        message, "org.freedesktop.DBus.Error.Failed", "unknown");
  if (keyboard.layout_) g_dbus_message_set_body(reply, g_variant_new("(u)", *keyboard.layout_));
  g_dbus_connection_send_message(bus, reply, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nullptr, nullptr);
  g_object_unref(reply);
  g_object_unref(message);
  return nullptr;
}
}  // namespace franz::executor
