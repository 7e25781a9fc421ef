#include "tests/fuzz/fuzz_targets.h"
#include <array>
#include "tests/fuzz/action_promises.h"
#include "tests/fuzz/call_grammar_promises.h"
#include "tests/fuzz/dialect_promises.h"
#include "tests/fuzz/http_promises.h"
#include "tests/fuzz/import_promises.h"
#include "tests/fuzz/json_promises.h"
#include "tests/fuzz/mcp_promises.h"
#include "tests/fuzz/message_promises.h"
#include "tests/fuzz/picture_promises.h"
#include "tests/fuzz/reply_promises.h"
#include "tests/fuzz/settings_promises.h"
#include "tests/fuzz/steps_promises.h"
#include "tests/fuzz/task_promises.h"

namespace franz {
template <const char* name>
static std::string broken_dialect(std::string_view bytes) {
  return executor::broken_dialect_promise(name, bytes);
}

// In addition to what every dialect promises.
template <const char* name, std::string (*more)(std::string_view)>
static std::string broken_dialect_and(std::string_view bytes) {
  std::string broken = executor::broken_dialect_promise(name, bytes);
  return broken.empty() ? more(bytes) : broken;
}

// Template arguments must have linkage.
static constexpr char kPython[] = "python", kActions[] = "actions", kToolCalls[] = "tool_calls",
                      kSteps[] = "steps", kAction[] = "action", kQwen[] = "qwen",
                      kUitars[] = "uitars", kPyautogui[] = "pyautogui", kHolo[] = "holo",
                      kUimate[] = "uimate", kAnthropic[] = "anthropic", kOpenai[] = "openai",
                      kGlm[] = "glm", kMcp[] = "mcp";

std::span<const FuzzTarget> all_fuzz_targets() {
  static constexpr auto kTargets = std::to_array<FuzzTarget>({
      {"action", broken_dialect_and<kAction, executor::broken_action_promise>},
      {"actions", broken_dialect<kActions>},
      {"anthropic", broken_dialect<kAnthropic>},
      {"atif", proxy::broken_atif_promise},
      {"bmp", capturer::broken_bmp_promise},
      {"call_grammar", broken_call_grammar_promise},
      {"chat_reply", broken_chat_reply_promise, "servers"},
      {"glm", broken_dialect<kGlm>},
      {"holo", broken_dialect<kHolo>},
      {"uimate", broken_dialect<kUimate>},
      {"http", proxy::broken_http_promise, "servers"},
      {"json", broken_promise},
      {"mcp", broken_dialect<kMcp>},
      {"mcp_lines", mcp::broken_mcp_promise},
      {"messages", broken_message_promise},
      {"openai", broken_dialect<kOpenai>},
      {"png", broken_png_promise},
      {"pyautogui", broken_dialect<kPyautogui>},
      {"python", broken_dialect<kPython>},
      {"qwen", broken_dialect<kQwen>},
      {"responses_reply", broken_responses_reply_promise, "servers/responses"},
      {"scenario", broken_scenario_promise},
      {"settings", broken_settings_promise},
      {"sse", broken_sse_promise, "servers"},
      {"steps", broken_dialect_and<kSteps, executor::broken_steps_promise>},
      {"task", proxy::broken_task_promise},
      {"task_result", proxy::broken_task_result_promise},
      {"tool_calls", broken_dialect<kToolCalls>},
      {"uitars", broken_dialect<kUitars>},
      {"workbook", proxy::broken_workbook_promise},
  });
  return kTargets;
}
}  // namespace franz
