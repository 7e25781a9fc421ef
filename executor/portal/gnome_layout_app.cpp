#include "executor/portal/gnome_layout_app.h"
#include <gio/gio.h>
#include <memory>
#include "executor/portal/layout_in_use.h"

namespace franz::executor {
namespace {
constexpr const char* kInputSources = "org.gnome.desktop.input-sources";

InputSources read_sources(GSettings* settings, const char* key) {
  InputSources sources;
  const std::unique_ptr<GVariant, void (*)(GVariant*)> value(g_settings_get_value(settings, key),
                                                             g_variant_unref);
  if (g_variant_is_of_type(value.get(), G_VARIANT_TYPE("a(ss)")) == FALSE) return sources;
  GVariantIter iterator;
  g_variant_iter_init(&iterator, value.get());
  const char *kind = nullptr, *name = nullptr;
  while (g_variant_iter_next(&iterator, "(&s&s)", &kind, &name) != FALSE)
    sources.emplace_back(kind, name);
  return sources;
}
}  // namespace

std::optional<std::uint32_t> gnome_layout() {
  GSettingsSchemaSource* const schemas = g_settings_schema_source_get_default();
  if (schemas == nullptr) return {};
  // GLib ends a program that asks for settings without a schema.
  const std::unique_ptr<GSettingsSchema, void (*)(GSettingsSchema*)> schema(
      g_settings_schema_source_lookup(schemas, kInputSources, TRUE), g_settings_schema_unref);
  if (!schema || g_settings_schema_has_key(schema.get(), "sources") == FALSE ||
      g_settings_schema_has_key(schema.get(), "mru-sources") == FALSE)
    return {};
  const std::unique_ptr<GSettings, void (*)(gpointer)> settings(g_settings_new(kInputSources),
                                                                g_object_unref);
  return layout_in_use(read_sources(settings.get(), "sources"),
                       read_sources(settings.get(), "mru-sources"));
}
}  // namespace franz::executor
