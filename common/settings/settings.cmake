target_sources(franz_common PRIVATE
  settings/ini.cpp settings/setting_rows.cpp settings/setting_json.cpp settings/setting_values.cpp
  settings/settings.cpp settings/settings_text.cpp)
