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
constexpr double kMillion = 1'000'000;   // "without end" for whoever counts turns or tokens
constexpr double kMaxSeed = 4294967295;  // the widest that every server takes
constexpr double kMaxInARow = 1000;
constexpr double kMaxKept = 1000;  // as kMaxKeptParts of wire/used_memory.h
constexpr double kMinSide = 16, kMaxPictureSide = 8192, kMaxCanvasSide = 16384;  // pixels

std::vector<SettingRow> model_rows() {
  return {
      {.section = "model",
       .key = "name",
       .help = "the model's name, as the server lists it; auto: the profile's or the one that is "
               "there",
       .field = [](Settings& s) -> Field { return &s.model.name; },
       .form = Form::model_name},
      {.section = "model",
       .key = "temperature",
       .help = "how freely the words are chosen; 0 always takes the likeliest",
       .field = [](Settings& s) -> Field { return &s.model.temperature; },
       .max = 2},
      {.section = "model",
       .key = "top_p",
       .help = "only the likeliest words that together have this probability are considered",
       .field = [](Settings& s) -> Field { return &s.model.top_p; },
       .max = 1},
      {.section = "model",
       .key = "max_tokens",
       .help = "the longest reply; the reply is also the memory, so too short cuts it off",
       .field = [](Settings& s) -> Field { return &s.model.max_tokens; },
       .min = 1,
       .max = kMillion,
       .unit = "tokens"},
      {.section = "model",
       .key = "context",
       .help =
           "what prompt and reply may have together; older turns are left out to fit; 0: as the "
           "server says",
       .field = [](Settings& s) -> Field { return &s.model.context; },
       .max = 100 * kMillion,
       .unit = "tokens"},
      {.section = "model",
       .key = "seed",
       .help = "the same seed gives the same words where the server can; empty: not sent",
       .field = [](Settings& s) -> Field { return &s.model.seed; },
       .max = kMaxSeed},
      {.section = "model",
       .key = "stream",
       .help = "show the reply while it is written",
       .field = [](Settings& s) -> Field { return &s.model.stream; }},
      {.section = "model",
       .key = "extra",
       .help = "more fields for the request, in one line: top_k, repeat_penalty and the like",
       .field = [](Settings& s) -> Field { return &s.model.extra; },
       .form = Form::request_fields},
      {.section = "model",
       .key = "api",
       .help = "OpenAI's API that the server is asked by; every server has chat (chat completions)",
       .field = [](Settings& s) -> Field { return &s.model.api; },
       .form = Form::choice,
       .choices = names_of(kApiKinds),
       .effect = Effect::restart},
      {.section = "model",
       .key = "api_key_env",
       .help = "the environment variable that holds the API key, one line of text; empty: no key",
       .field = [](Settings& s) -> Field { return &s.model.api_key_env; },
       .form = Form::variable_name},
      {.section = "model",
       .key = "fallback",
       .help = "the model to ask when the server does not have the one named; empty: none",
       .field = [](Settings& s) -> Field { return &s.model.fallback; }},
      {.section = "model",
       .key = "fallback_failures",
       .help = "also ask the fallback after so many failed requests in a row; 0: never",
       .field = [](Settings& s) -> Field { return &s.model.fallback_failures; },
       .max = kMaxInARow,
       .unit = "requests"},
      {.section = "model",
       .key = "fallback_slow",
       .help = "also ask the fallback after so many slow replies in a row; 0: never",
       .field = [](Settings& s) -> Field { return &s.model.fallback_slow; },
       .max = kMaxInARow,
       .unit = "replies"},
      {.section = "model",
       .key = "slow_ms",
       .help = "a reply that takes so long is slow; 0: none is",
       .field = [](Settings& s) -> Field { return &s.model.slow_ms; },
       .max = kHour,
       .unit = "ms"},
      {.section = "model",
       .key = "slow_tokens",
       .help = "each slow reply in a row halves max_tokens, down to this share of it",
       .field = [](Settings& s) -> Field { return &s.model.slow_tokens; },
       .min = 1,
       .max = 100,
       .unit = "percent"},
  };
}

std::vector<SettingRow> agent_rows() {
  return {
      {.section = "agent",
       .key = "objective",
       .help = "what the model is to do; it stands where the system prompt has {objective}",
       .field = [](Settings& s) -> Field { return &s.agent.objective; },
       .form = Form::lines},
      {.section = "agent",
       .key = "system_prompt",
       .help =
           "the system prompt's file, in the config folder; may have {tools}, {surface}, {width}, "
           "{height}",
       .field = [](Settings& s) -> Field { return &s.agent.system_prompt; },
       .form = Form::filled},
      {.section = "agent",
       .key = "loop_delay_ms",
       .help = "a rest after each turn",
       .field = [](Settings& s) -> Field { return &s.agent.loop_delay_ms; },
       .max = kHour,
       .unit = "ms"},
      {.section = "agent",
       .key = "step_delay_ms",
       .help = "a rest between two actions on a real screen",
       .field = [](Settings& s) -> Field { return &s.agent.step_delay_ms; },
       .max = 60'000,
       .unit = "ms"},
      {.section = "agent",
       .key = "max_steps",
       .help = "the run ends after so many replies, and does what the last one says; 0: no limit",
       .field = [](Settings& s) -> Field { return &s.agent.max_steps; },
       .max = kMillion,
       .unit = "replies"},
      {.section = "agent",
       .key = "malformed_retries",
       .help =
           "pilot and window: the run ends at a malformed reply after so many in a row; -1: never",
       .field = [](Settings& s) -> Field { return &s.agent.malformed_retries; },
       .min = -1,
       .max = kMaxInARow,
       .unit = "replies"},
      {.section = "agent",
       .key = "min_confidence",
       .help =
           "window: the run ends at a reply in which the model is less sure; 0: it need not say",
       .field = [](Settings& s) -> Field { return &s.agent.min_confidence; },
       .max = 1},
      {.section = "agent",
       .key = "max_unchanged",
       .help =
           "the run ends after so many actions in a row that a real screen does not show; 0: never",
       .field = [](Settings& s) -> Field { return &s.agent.max_unchanged; },
       .max = kMaxInARow,
       .unit = "actions"},
      {.section = "agent",
       .key = "max_noops",
       .help = "the run ends after so many replies in a row that only ask for a picture; 0: never",
       .field = [](Settings& s) -> Field { return &s.agent.max_noops; },
       .max = kMaxInARow,
       .unit = "replies"},
      {.section = "agent",
       .key = "keep_pictures",
       .help = "how many of the newest pictures are sent at least, where earlier turns are sent",
       .field = [](Settings& s) -> Field { return &s.agent.keep_pictures; },
       .max = kMaxKept,
       .unit = "pictures"},
      {.section = "agent",
       .key = "keep_thinks",
       .help =
           "how many of the newest replies keep their <think> part where earlier turns are sent",
       .field = [](Settings& s) -> Field { return &s.agent.keep_thinks; },
       .max = kMaxKept,
       .unit = "replies"},
      {.section = "agent",
       .key = "picture_after_action",
       .help = "show the screen after every action, to a model that asks for its pictures",
       .field = [](Settings& s) -> Field { return &s.agent.picture_after_action; }},
      {.section = "agent",
       .key = "exchange_log",
       .help = "keep what goes to the model and comes back as readable text in the run folder, too",
       .field = [](Settings& s) -> Field { return &s.agent.exchange_log; }},
      {.section = "agent",
       .key = "dump_dir",
       .help =
           "a folder where each picture of the screen is also saved, as screen_0001.png; empty: "
           "none",
       .field = [](Settings& s) -> Field { return &s.agent.dump_dir; }},
      {.section = "agent",
       .key = "profile",
       .help =
           "the kind of agent: a file in config/profiles, without .ini; auto: by the model that is "
           "served",
       .field = [](Settings& s) -> Field { return &s.agent.profile; },
       .form = Form::name,
       .effect = Effect::restart,
       .scope = Scope::not_in_profile},
      {.section = "agent",
       .key = "scenario",
       .help = "a task with its settings: a file in config/scenarios, without .json; empty: none",
       .field = [](Settings& s) -> Field { return &s.agent.scenario; },
       .form = Form::optional_name,
       .effect = Effect::restart,
       .scope = Scope::not_in_profile},
      {.section = "agent",
       .key = "dialect",
       .help = "how the model writes actions",
       .field = [](Settings& s) -> Field { return &s.agent.dialect; },
       .form = Form::choice,
       .choices = agent_dialects(),
       .effect = Effect::restart,
       .scope = Scope::profile_only},
      {.section = "agent",
       .key = "memory",
       .help = "what the model is sent of earlier turns",
       .field = [](Settings& s) -> Field { return &s.agent.memory; },
       .form = Form::choice,
       .choices = memory_names(),
       .effect = Effect::restart,
       .scope = Scope::profile_only},
      {.section = "agent",
       .key = "coordinates",
       .help = "the scale in which the model writes positions",
       .field = [](Settings& s) -> Field { return &s.agent.coordinates; },
       .form = Form::choice,
       .choices = names_of(all_coordinates()),
       .effect = Effect::restart,
       .scope = Scope::profile_only},
      {.section = "agent",
       .key = "environment",
       .help = "which variables of other tools are read besides ours",
       .field = [](Settings& s) -> Field { return &s.agent.environment; },
       .form = Form::choice,
       .choices = names_of(all_environment_sets()),
       .effect = Effect::restart,
       .scope = Scope::profile_only},
  };
}

std::vector<SettingRow> picture_rows() {
  return {
      {.section = "marks",
       .key = "classic",
       .help = "numbered circles, diamonds and arrows where the last actions went",
       .field = [](Settings& s) -> Field { return &s.marks.classic; }},
      {.section = "marks",
       .key = "cursor",
       .help = "an arrow pointer with its position",
       .field = [](Settings& s) -> Field { return &s.marks.cursor; }},
      {.section = "marks",
       .key = "badge",
       .help = "date and time near the bottom",
       .field = [](Settings& s) -> Field { return &s.marks.badge; }},
      {.section = "surface",
       .key = "picture",
       .help = "what the model gets; fit PIXELS grid N: the screen's shape, on a grid of N; "
               "within: not enlarged",
       .field = [](Settings& s) -> Field { return &s.surface.picture; },
       .min = kMinSide,
       .max = kMaxPictureSide},
      {.section = "surface",
       .key = "followup_picture",
       .help = "the picture of every turn but the first; empty: as the first",
       .field = [](Settings& s) -> Field { return &s.surface.followup_picture; },
       .min = kMinSide,
       .max = kMaxPictureSide},
      {.section = "surface",
       .key = "slow_picture",
       .help = "the picture after a slow reply ([model] slow_ms); empty: as after any other",
       .field = [](Settings& s) -> Field { return &s.surface.slow_picture; },
       .min = kMinSide,
       .max = kMaxPictureSide},
      {.section = "surface",
       .key = "canvas",
       .help = "the sandbox's drawing, or the size of a private display; fixed for a run",
       .field = [](Settings& s) -> Field { return &s.surface.canvas; },
       .min = kMinSide,
       .max = kMaxCanvasSide,
       .effect = Effect::restart},
      {.section = "surface",
       .key = "kind",
       .help = "what the model sees and touches",
       .field = [](Settings& s) -> Field { return &s.surface.kind; },
       .form = Form::choice,
       .choices = names_of(all_surfaces()),
       .effect = Effect::restart,
       .scope = Scope::not_in_profile},
      {.section = "surface",
       .key = "display",
       .help =
           "which real screen: private, the run's own (Linux); own, yours (X11, Windows); :5, an X "
           "display",
       .field = [](Settings& s) -> Field { return &s.surface.display; },
       .form = Form::display,
       .effect = Effect::restart},
      {.section = "surface",
       .key = "monitor",
       .help = "which monitor of a real screen: all, primary, or a number from 1",
       .field = [](Settings& s) -> Field { return &s.surface.monitor; },
       .form = Form::filled},
      {.section = "surface",
       .key = "window",
       .help = "which window the surface window is: a part of its title, app:NAME, pid:N or id:N",
       .field = [](Settings& s) -> Field { return &s.surface.window; },
       .effect = Effect::restart,
       .scope = Scope::not_in_profile},
      {.section = "surface",
       .key = "settle_ms",
       .help = "how long a real screen may settle before its picture is taken",
       .field = [](Settings& s) -> Field { return &s.surface.settle_ms; },
       .max = 60'000,
       .unit = "ms"},
      {.section = "surface",
       .key = "still_ms",
       .help = "after that, how long it may still take until the screen stops changing; 0: no wait",
       .field = [](Settings& s) -> Field { return &s.surface.still_ms; },
       .max = 60'000,
       .unit = "ms"},
      {.section = "surface",
       .key = "only_windows",
       .help = "titles of the only windows that input may reach; []: any; on your own screen fixed "
               "for a run",
       .field = [](Settings& s) -> Field { return &s.surface.only_windows; }},
      {.section = "overlays",
       .key = "grid",
       .help = "a grid every 50 pixels, stronger every 200, with numbers at the edges",
       .field = [](Settings& s) -> Field { return &s.overlays.grid; }},
      {.section = "overlays",
       .key = "crosshair",
       .help = "lines through the pointer's pixel, and which one it is",
       .field = [](Settings& s) -> Field { return &s.overlays.crosshair; }},
      {.section = "overlays",
       .key = "inset",
       .help = "what surrounds the pointer six times enlarged, with a grid every 10 and 50 pixels",
       .field = [](Settings& s) -> Field { return &s.overlays.inset; }},
      {.section = "overlays",
       .key = "banner",
       .help = "the picture's exact size, along the bottom edge",
       .field = [](Settings& s) -> Field { return &s.overlays.banner; }},
  };
}

// The switches of the tools, by their place in Settings::tools, which is the registry's order.
std::vector<SettingRow> tool_rows() {
  std::vector<SettingRow> rows;
  for (std::size_t i = 0; i < all_tools().size(); ++i) {
    const Tool& tool = all_tools()[i];
    rows.push_back({.section = "tools",
                    .key = std::string(tool.name),
                    .help = std::string(tool.screen_help) +
                            (tool.sandbox_help.empty() ? "; real screens only" : ""),
                    .field = [i](Settings& s) -> Field { return &s.tools[i].second; }});
  }
  return rows;
}

std::vector<SettingRow> safety_rows() {
  return {
      {.section = "safety",
       .key = "dry_run",
       .help = "a real screen is sent no input: the marks show what would have been done",
       .field = [](Settings& s) -> Field { return &s.safety.dry_run; }},
      {.section = "safety",
       .key = "countdown_s",
       .help = "on a person's screen, how long a start is announced before the run begins; 0: not",
       .field = [](Settings& s) -> Field { return &s.safety.countdown_s; },
       .max = 3600,
       .unit = "seconds"},
      {.section = "safety",
       .key = "takeover",
       .help =
           "on a person's screen, the run pauses when somebody moves the mouse or types while it "
           "acts",
       .field = [](Settings& s) -> Field { return &s.safety.takeover; }},
      {.section = "safety",
       .key = "panic_key",
       .help =
           "on a person's screen, the keys that stop the run at once; with shift they resume it; "
           "empty: none",
       .field = [](Settings& s) -> Field { return &s.safety.panic_key; },
       .form = Form::hotkey,
       .effect = Effect::restart},
      {.section = "safety",
       .key = "status_window",
       .help =
           "on your own Windows screen, a small window says what the run does; without effect on "
           "X11",
       .field = [](Settings& s) -> Field { return &s.safety.status_window; },
       .effect = Effect::restart},
      {.section = "safety",
       .key = "approve",
       .help =
           "which actions wait for your consent on a real screen; auto: risky, and on a private "
           "display never",
       .field = [](Settings& s) -> Field { return &s.safety.approve; },
       .form = Form::choice,
       .choices = {"auto", "never", "risky", "always"}},
      {.section = "safety",
       .key = "risky",
       .help = "risky are: TOOL, key NAME, TOOL over N, text PART, window PART, line in PART "
               "(docs/approval.md)",
       .field = [](Settings& s) -> Field { return &s.safety.risky; },
       .form = Form::risk_rules},
      {.section = "safety",
       .key = "approve_s",
       .help = "how long your consent is waited for; then nothing is done that needs it",
       .field = [](Settings& s) -> Field { return &s.safety.approve_s; },
       .min = 1,
       .max = kDay,
       .unit = "seconds"},
  };
}

std::vector<SettingRow> limit_rows() {
  return {
      {.section = "limits",
       .key = "max_turns",
       .help = "the run ends after this turn; 0: no limit",
       .field = [](Settings& s) -> Field { return &s.limits.max_turns; },
       .max = kMillion,
       .unit = "turns"},
      {.section = "limits",
       .key = "max_minutes",
       .help = "the run ends after so long; 0: no limit",
       .field = [](Settings& s) -> Field { return &s.limits.max_minutes; },
       .max = 525'600,
       .unit = "minutes"},
      {.section = "limits",
       .key = "pause_after_failures",
       .help = "pause after so many replies in a row that led to no action; 0: never",
       .field = [](Settings& s) -> Field { return &s.limits.pause_after_failures; },
       .max = kMillion,
       .unit = "turns"},
      {.section = "limits",
       .key = "pause_after_repeats",
       .help = "pause after so many equal replies, actions, pictures or cycles of turns in a row; "
               "0: never",
       .field = [](Settings& s) -> Field { return &s.limits.pause_after_repeats; },
       .max = kMillion,
       .unit = "turns"},
      {.section = "limits",
       .key = "first_byte_s",
       .help = "how long the model may take before its reply begins",
       .field = [](Settings& s) -> Field { return &s.limits.first_byte_s; },
       .min = 0.1,
       .max = kDay,
       .unit = "seconds"},
      {.section = "limits",
       .key = "idle_s",
       .help = "how long a reply that has begun may stand still",
       .field = [](Settings& s) -> Field { return &s.limits.idle_s; },
       .min = 0.1,
       .max = kDay,
       .unit = "seconds"},
      {.section = "limits",
       .key = "executor_s",
       .help = "how long the executor may take, beside the turn's own rests",
       .field = [](Settings& s) -> Field { return &s.limits.executor_s; },
       .min = 0.1,
       .max = kDay,
       .unit = "seconds"},
      {.section = "limits",
       .key = "act_s",
       .help = "the most that a turn's own rests may add to executor_s",
       .field = [](Settings& s) -> Field { return &s.limits.act_s; },
       .max = kDay,
       .unit = "seconds"},
      {.section = "limits",
       .key = "capturer_s",
       .help = "how long the capturer may take for a picture",
       .field = [](Settings& s) -> Field { return &s.limits.capturer_s; },
       .min = 0.1,
       .max = kDay,
       .unit = "seconds"},
  };
}

std::vector<SettingRow> proxy_rows() {
  std::vector<SettingRow> rows = {
      {.section = "proxy",
       .key = "upstream",
       .help = "the model's server",
       .field = [](Settings& s) -> Field { return &s.proxy.upstream; },
       .form = Form::upstream},
      {.section = "proxy",
       .key = "listen",
       .help = "where the relay to the model listens",
       .field = [](Settings& s) -> Field { return &s.proxy.listen; },
       .form = Form::address},
      {.section = "proxy",
       .key = "dashboard",
       .help = "where the dashboard is served",
       .field = [](Settings& s) -> Field { return &s.proxy.dashboard; },
       .form = Form::address},
      {.section = "proxy",
       .key = "runs",
       .help = "the folder of the run folders",
       .field = [](Settings& s) -> Field { return &s.proxy.runs; },
       .form = Form::filled},
      {.section = "proxy",
       .key = "keep_runs",
       .help = "the newest run folders that are kept, older ones are removed; 0: all",
       .field = [](Settings& s) -> Field { return &s.proxy.keep_runs; },
       .max = kMillion,
       .unit = "folders"},
      {.section = "proxy",
       .key = "ca_file",
       .help = "certificates to trust for an https upstream; empty: the system's",
       .field = [](Settings& s) -> Field { return &s.proxy.ca_file; }},
      {.section = "proxy",
       .key = "launch_delay_s",
       .help = "a rest before the orchestrator is first started",
       .field = [](Settings& s) -> Field { return &s.proxy.launch_delay_s; },
       .max = 3600,
       .unit = "seconds"},
      {.section = "proxy",
       .key = "restart_delay_s",
       .help = "a rest before a program that ended is started again",
       .field = [](Settings& s) -> Field { return &s.proxy.restart_delay_s; },
       .max = 3600,
       .unit = "seconds"},
  };
  for (SettingRow& row : rows) row.effect = Effect::restart;
  return rows;
}

std::vector<SettingRow> all_rows() {
  std::vector<SettingRow> all;
  for (auto make :
       {model_rows, agent_rows, picture_rows, tool_rows, safety_rows, limit_rows, proxy_rows}) {
    for (SettingRow& row : make()) all.push_back(std::move(row));
  }
  return all;
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
      {"model", "the model and how it writes"},
      {"agent", "what the agent is and does"},
      {"marks", "what is drawn in red over the picture that the model gets"},
      {"surface", "what the model sees"},
      {"overlays",
       "aids for the model's eyes, drawn in cyan below the marks, in pixels of its picture"},
      {"tools", "what the model may do; a tool that is off does not exist for it"},
      {"safety", "what keeps a real screen safe; on your own screen all of it is fixed for a run"},
      {"limits", "how long and how often"},
      {"proxy", "addresses and folders"},
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
