#include "common/settings/setting_rows.h"
#include <utility>
#include "common/base/names_of.h"
#include "common/formats/names.h"
#include "common/geometry/coordinates.h"
#include "common/settings/environment_sets.h"
#include "common/settings/kinds.h"
#include "common/tools/surface_facts.h"
#include "common/tools/vocabulary.h"

namespace franz {
namespace {
std::vector<std::string> memory_names() {
  std::vector<std::string> names(kMemoryNames.begin(), kMemoryNames.end());
  names.insert(names.end(), kTextFormats.begin(), kTextFormats.end());
  return names;
}

constexpr double kHour = 3'600'000;      // ms
constexpr double kDay = 86'400;          // seconds
constexpr double kMillion = 1'000'000;   // practically unlimited turns or tokens
constexpr double kMaxSeed = 4294967295;  // the largest that every server accepts
constexpr double kMaxInARow = 1000;
constexpr double kMaxKept = 1000;  // as kMaxKeptParts of wire/used_memory.h
constexpr double kMinSide = 16, kMaxPictureSide = 8192, kMaxCanvasSide = 16384;  // pixels

template <typename Struct, typename Type>
std::function<Field(Settings&)> field_of(Struct Settings::*section, Type Struct::*key) {
  return [=](Settings& settings) -> Field { return &(settings.*section.*key); };
}

// The tools' switches, by their place in Settings::tools, which has the registry's order.
void add_tools(const std::string& section, std::vector<SettingRow>& rows) {
  for (std::size_t i = 0; i < all_tools().size(); ++i) {
    const Tool& tool = all_tools()[i];
    rows.push_back({.section = section,
                    .key = std::string(tool.name),
                    .help = std::string(tool.screen_help) +
                            (tool.sandbox_help.empty() ? "; real screens only" : ""),
                    .field = [i](Settings& s) -> Field { return &s.tools[i].second; }});
  }
}

std::vector<SettingRow> all_rows() {
  std::vector<SettingRow> rows;
// clang-format off
#define SECTION(name, Struct, text)       \
  {                                       \
    using Fields = Struct;                \
    const auto fields = &Settings::name;  \
    const std::string title = #name;
#define SETTING(type, name, value, text, ...) \
    rows.push_back({.section = title,         \
                    .key = #name,             \
                    .help = text,             \
                    .field = field_of(fields, &Fields::name) __VA_OPT__(,) __VA_ARGS__});
#define SECTION_END }
#define TOOL_SECTION(name, text) add_tools(#name, rows);
// clang-format on
#include "common/settings/settings.def"
  return rows;
}
}  // namespace

ToolSwitches default_tool_switches() {
  const Toolset on = Toolset::core();
  ToolSwitches switches;
  for (const Tool& tool : all_tools()) switches.emplace_back(tool.name, on.has(tool.id));
  return switches;
}

const std::vector<SettingRow>& setting_rows() {
  static const std::vector<SettingRow> rows = all_rows();
  return rows;
}

const std::vector<SectionRow>& section_rows() {
  static const std::vector<SectionRow> rows = {
#define SECTION(name, Struct, text) {#name, text},
#define SETTING(type, name, value, text, ...)
#define SECTION_END
#define TOOL_SECTION(name, text) {#name, text},
#include "common/settings/settings.def"
  };
  return rows;
}

const SettingRow* find_setting(std::string_view section, std::string_view key) {
  for (const SettingRow& row : setting_rows()) {
    if (row.section == section && row.key == key) return &row;
  }
  return nullptr;
}

std::string environment_name(const std::string& section, const std::string& key) {
  std::string name = "FRANZ_" + section + "_" + key;
  for (char& c : name) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return name;
}
}  // namespace franz
