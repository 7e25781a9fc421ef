#pragma once
// The options of calls to the desktop's portal. For its sources only: it needs GLib.
#include <gio/gio.h>
#include <cstdint>
#include <string>

namespace franz::executor {
// A vardict, a{sv}. end() is called once.
class PortalOptions {
 public:
  PortalOptions() { g_variant_builder_init(&builder_, G_VARIANT_TYPE_VARDICT); }
  PortalOptions& add(const char* name, GVariant* value) {
    g_variant_builder_add(&builder_, "{sv}", name, value);
    return *this;
  }
  PortalOptions& add(const char* name, const std::string& text) {
    return add(name, g_variant_new_string(text.c_str()));
  }
  PortalOptions& add(const char* name, std::uint32_t number) {
    return add(name, g_variant_new_uint32(number));
  }
  GVariant* end() { return g_variant_builder_end(&builder_); }

 private:
  GVariantBuilder builder_;
};
}  // namespace franz::executor
