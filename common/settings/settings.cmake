target_sources(franz_common PRIVATE
  settings/bare_objective.cpp settings/environment_sets.cpp settings/held_settings.cpp settings/ini.cpp settings/scenario.cpp settings/setting_rows.cpp settings/setting_json.cpp settings/setting_values.cpp settings/model_kinds.cpp settings/picture_cost.cpp settings/profile_choice.cpp
  settings/settings.cpp settings/settings_text.cpp)
