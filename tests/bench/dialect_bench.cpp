// How fast replies are read: each dialect on an ordinary reply (a paragraph and eight actions), and
// on hostile ones of 256 KB, of which the slowest counts.
//
//   dialect_bench [--rounds 9]
//
// A row compares what a byte of the hostile text costs with one of the ordinary; the detail is
// both in MB/s.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/json_string.h"
#include "common/os/clock.h"
#include "executor/dialect/dialect.h"
#include "tests/bench/bench_rows.h"

namespace franz::executor {
namespace {
constexpr std::size_t kHostileBytes = 256UL << 10U;

struct Writing {
  std::string_view dialect;
  std::string_view before, action, after;  // of the text; the action is repeated
  std::string_view call = {};  // the name of a call beside the text: the action is its arguments
};

constexpr Writing kWritings[] = {
    {"python", "```python\n", "drag(120, 480, 733, 512)\n", "```"},
    {"actions", "NARRATIVE:\nI go on.\n\nACTIONS:\n", "drag(120, 480, 733, 512)\n", ""},
    {"steps", "{\"steps\":[",
     "{\"tool\":\"drag\",\"args\":{\"x1\":120,\"y1\":480,\"x2\":733,\"y2\":512},"
     "\"human_readable_justification\":\"The ear.\"},",
     "],\"done\":null}"},
    {"action", "", "{\"action\":\"click\",\"x\":120,\"y\":480,\"done\":false,\"why\":\"The ear.\"}",
     ""},
    {"qwen", "",
     "<tool_call>\n{\"name\":\"computer_use\",\"arguments\":{\"action\":\"left_click\","
     "\"coordinate\":[120,480]}}\n</tool_call>\n",
     ""},
    {"uitars",
     "Thought: The ear.\nAction: ", "drag(start_box='(120,480)', end_box='(733,512)')\n\n", ""},
    {"pyautogui", "```python\n", "pyautogui.click(x=120, y=480)\n", "```"},
    {"holo", "{\"note\":null,\"thought\":\"The ear.\",\"tool_call\":",
     "{\"tool_name\":\"click\",\"element\":\"ear\",\"x\":120,\"y\":480}", "}"},
    {"glm", "Action: ", "left_click(start_box='[120,480]', element_info='ear')\n", ""},
    {"tool_calls", "", "{\"x1\":120,\"y1\":480,\"x2\":733,\"y2\":512}", "", "drag"},
    {"anthropic", "", "{\"action\":\"left_click\",\"coordinate\":[120,480]}", "", "computer"},
    {"openai", "", "{\"type\":\"click\",\"x\":120,\"y\":480,\"button\":\"left\"}", "", "computer"},
};

constexpr std::string_view kParagraph =
    "The left ear is drawn; its tip leans a little, and the line of the head is thin above the "
    "eye. I draw the right ear now, as high as the left, and close the head below it. Then come "
    "the whiskers: three on each side, the middle one level, the others falling off. ";

std::optional<Reply> reply_of(const Writing& writing, std::string_view text,
                              std::string_view action, int actions) {
  std::string whole(text);
  whole += writing.before;
  Reply reply;
  for (int i = 0; i < actions; ++i) {
    if (writing.call.empty()) {
      whole += action;
    } else {
      reply.calls.push_back({"\"c\"", quote_json(writing.call), quote_json(action)});
    }
  }
  whole += writing.after;
  reply.text = quote_json(whole);
  return reply;
}

std::size_t bytes_of(const Reply& reply) {
  std::size_t bytes = reply.text.size();
  for (const ReplyCall& call : reply.calls) bytes += call.name.size() + call.arguments.size();
  return bytes;
}

// Nanoseconds a byte, of at least 20 ms.
double reading_ns(const Dialect& dialect, const std::optional<Reply>& reply) {
  static const Toolset tools = Toolset::all();
  const Source source{reply, {Coordinates::Kind::pixels, 1000, 0}, {1280, 720}};
  const double began = steady_time_exact_ms();
  int times = 0;
  std::size_t seen = 0;
  do {
    seen += dialect.read(source, tools).items.size();
    ++times;
  } while (steady_time_exact_ms() - began < 20);
  if (seen == SIZE_MAX) give_up("unreachable: the readings are used");
  return (steady_time_exact_ms() - began) * 1e6 / times / static_cast<double>(bytes_of(*reply));
}

std::string repeated(std::string_view part, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += part;
  return text;
}

std::vector<std::optional<Reply>> hostile_replies(const Writing& writing) {
  std::vector<std::string> parts{"(",        "[",         "{\"",         "\"",   "'",
                                 "\\",       "{\"a\":[",  "```python\n", "```",  "<tool_call>",
                                 "Action: ", "drag(1, 2", "'''",         "\xff", "\n"};
  for (const std::size_t share : {4U, 2U})
    parts.emplace_back(
        writing.action.substr(0, writing.action.size() - writing.action.size() / share));
  parts.emplace_back(writing.action);
  std::vector<std::optional<Reply>> replies;
  for (const std::string& part : parts) {
    const std::string text = repeated(part, kHostileBytes);
    if (writing.call.empty()) {
      replies.push_back(reply_of(writing, "", text, 1));
      continue;
    }
    // As a value, and within a string that does not end.
    for (const std::string& begin : {std::string("{\"x\":"), std::string("{\"x\":\"")})
      replies.push_back(reply_of(writing, "", begin + text, 1));
  }
  return replies;
}

int bench(int rounds) {
  for (const Writing& writing : kWritings) {
    const Dialect* const dialect = find_dialect(writing.dialect);
    if (!dialect) give_up("no dialect " + std::string(writing.dialect));
    const bool one = writing.dialect == "action" || writing.dialect == "holo";
    // What is read as JSON from its first byte has no paragraph before it.
    const bool json = one || writing.dialect == "steps";
    const auto ordinary = reply_of(writing, json ? "" : kParagraph, writing.action, one ? 1 : 8);
    std::vector<std::optional<Reply>> hostile = hostile_replies(writing);
    const auto slowest = std::ranges::max_element(
        hostile, {}, [&](const std::optional<Reply>& each) { return reading_ns(*dialect, each); });
    const auto times = measure_in_turn({[&] { return reading_ns(*dialect, *slowest); },
                                        [&] { return reading_ns(*dialect, ordinary); }},
                                       rounds);
    print_row({"replies", std::string(writing.dialect) + ": the slowest hostile text of 256 KB",
               "an ordinary reply, a byte", ratios_of(times[0], times[1]),
               three_digits(1000 / quantile(times[0], 0.5)) + " : " +
                   three_digits(1000 / quantile(times[1], 0.5)) + " MB/s"});
  }
  return 0;
}
}  // namespace
}  // namespace franz::executor

int main(int count, char** arguments) {
  int rounds = 9;
  for (int i = 1; i < count; ++i) {
    if (std::string_view(arguments[i]) != "--rounds" || i + 1 == count)
      franz::give_up("dialect_bench [--rounds 9]: not " + std::string(arguments[i]));
    rounds = std::max(1, std::atoi(arguments[++i]));
  }
  return franz::executor::bench(rounds);
}
