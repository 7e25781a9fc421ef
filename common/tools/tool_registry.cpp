#include "common/tools/tool_registry.h"
#include <algorithm>
#include <array>

namespace franz {
namespace {
using enum ParameterKind;

constexpr Parameter kAt[]{{"x", coordinate}, {"y", coordinate}};
constexpr Parameter kFromTo[]{
    {"x1", coordinate}, {"y1", coordinate}, {"x2", coordinate}, {"y2", coordinate}};
constexpr Parameter kScroll[]{{"x", coordinate}, {"y", coordinate}, {"amount", amount, -3}};
constexpr Parameter kHscroll[]{{"x", coordinate}, {"y", coordinate}, {"amount", amount}};
constexpr Parameter kText[]{{"text", text}};
constexpr Parameter kKey[]{{"key", text}};
constexpr Parameter kHeldKey[]{{"key", text}, {"seconds", seconds}};
constexpr Parameter kButton[]{{"button", text}};
constexpr Parameter kKeys[]{{"keys", keys}};
constexpr Parameter kSeconds[]{{"seconds", seconds}};
constexpr Parameter kCommand[]{{"command", text}};
constexpr Parameter kTitle[]{{"title", text}};

constexpr std::string_view kNothing;  // no effect in the sandbox
constexpr std::string_view kPointerOnly = "put the pointer at position, without ink";
constexpr bool kCore = true, kDesktop = false;

constexpr std::array<Tool, kToolCount> kTools{{
    {ToolId::left_click, "left_click", "click", kAt, "white dot at position",
     "press and release the left button at position", kCore},
    {ToolId::right_click, "right_click", "", kAt, "small white square at position",
     "press and release the right button at position", kCore},
    {ToolId::double_left_click, "double_left_click", "", kAt, "white dot at position",
     "press and release the left button twice at position", kCore},
    {ToolId::drag, "drag", "", kFromTo, "straight white line from (x1,y1) to (x2,y2)",
     "hold the left button from (x1,y1) to (x2,y2)", kCore},
    {ToolId::type, "type", "", kText, "type text at last click position",
     "type text with the keyboard where the focus is", kCore},
    {ToolId::screenshot,
     "screenshot",
     "",
     {},
     "request a fresh screenshot",
     "request a fresh screenshot",
     kCore},
    {ToolId::press, "press", "", kKey, kNothing, "press and release one key", kDesktop},
    {ToolId::hotkey, "hotkey", "", kKeys, kNothing, "hold the keys in order, then release them",
     kDesktop},
    {ToolId::scroll, "scroll", "", kScroll, kNothing,
     "turn the wheel at position by notches, negative is down", kDesktop},
    {ToolId::move, "move", "", kAt, kPointerOnly, "move the pointer to position", kDesktop},
    {ToolId::paste, "paste", "", kText, kNothing, "insert text through the clipboard", kDesktop},
    {ToolId::sleep, "sleep", "", kSeconds, kNothing, "wait, at most 5 seconds", kDesktop},
    {ToolId::launch, "launch", "", kCommand, kNothing, "start a program", kDesktop},
    {ToolId::focus_window, "focus_window", "", kTitle, kNothing,
     "bring the window with this title to the front", kDesktop},
    {ToolId::middle_click, "middle_click", "", kAt, kPointerOnly,
     "press and release the middle button at position", kDesktop},
    {ToolId::triple_click, "triple_click", "", kAt, kNothing,
     "press and release the left button three times at position", kDesktop},
    {ToolId::hscroll, "hscroll", "", kHscroll, kNothing,
     "turn the wheel sideways at position by notches, negative is to the left", kDesktop},
    {ToolId::mouse_down, "mouse_down", "", kButton, kNothing,
     "hold a button (left, right, middle) until mouse_up or the turn's end", kDesktop},
    {ToolId::mouse_up, "mouse_up", "", kButton, kNothing, "release a button", kDesktop},
    {ToolId::key_down, "key_down", "", kKey, kNothing,
     "press a key, until key_up or the turn's end", kDesktop},
    {ToolId::key_up, "key_up", "", kKey, kNothing, "release a key", kDesktop},
    {ToolId::hold_key, "hold_key", "", kHeldKey, kNothing,
     "hold a key or a combination for so long, at most 5 seconds", kDesktop},
}};

constexpr bool rows_follow_the_ids() {
  for (std::size_t i = 0; i < kTools.size(); ++i) {
    if (kTools[i].id != static_cast<ToolId>(i)) return false;
  }
  return true;
}
static_assert(rows_follow_the_ids());
}  // namespace

std::span<const Tool> all_tools() { return kTools; }

const Tool& tool_of(ToolId id) { return kTools[static_cast<std::size_t>(id)]; }

std::string signature(const Tool& tool) {
  std::string list;
  for (const Parameter& each : tool.parameters) {
    if (!list.empty()) list += ", ";
    if (each.kind == ParameterKind::keys) list += '*';
    list += each.name;
    if (each.fallback) list += "=" + std::to_string(*each.fallback);
  }
  return std::string(tool.name) + "(" + list + ")";
}

Toolset Toolset::core() {
  Toolset tools;
  for (const Tool& each : kTools) tools.set(each.id, each.core);
  return tools;
}

Toolset Toolset::all() {
  Toolset tools;
  tools.on_.set();
  return tools;
}

Toolset Toolset::from_switches(std::span<const std::pair<std::string, bool>> switches) {
  Toolset tools;
  for (const auto& [name, on] : switches) {
    const auto tool = std::ranges::find(kTools, name, &Tool::name);
    if (tool != kTools.end()) tools.set(tool->id, on);
  }
  return tools;
}

const Tool* Toolset::find(std::string_view name) const {
  for (const Tool& each : kTools) {
    if (has(each.id) && !name.empty() && (each.name == name || each.alias == name)) return &each;
  }
  return nullptr;
}

std::vector<std::string_view> Toolset::names() const {
  std::vector<std::string_view> names;
  for (const Tool& each : kTools) {
    if (!has(each.id)) continue;
    names.push_back(each.name);
    if (!each.alias.empty()) names.push_back(each.alias);
  }
  return names;
}

std::string tools_help(const Toolset& tools, HelpFor where) {
  std::array<const Tool*, kToolCount> sorted{};
  std::ranges::transform(kTools, sorted.begin(), [](const Tool& each) { return &each; });
  std::ranges::sort(sorted, {}, &Tool::name);
  std::string help;
  for (const Tool* each : sorted) {
    if (!tools.has(each->id)) continue;
    help += "  " + signature(*each) + " -- ";
    if (where == HelpFor::real_screen) {
      help += each->screen_help;
    } else {
      help += each->sandbox_help.empty() ? "no effect in the sandbox" : each->sandbox_help;
    }
    help += '\n';
  }
  return help;
}
}  // namespace franz
