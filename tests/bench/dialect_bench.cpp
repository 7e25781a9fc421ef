// How fast replies are read: by the call grammar alone and by each dialect, for an ordinary reply
// (a paragraph and eight actions) and for hostile ones of 256 KB, of which the slowest counts.
//
//   dialect_bench [--rounds 9]
//
// A row compares the cost of a byte of the hostile text with one of the ordinary text; the detail
// has both in MB/s.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/json_string.h"
#include "common/formats/dialect.h"
#include "common/os/clock.h"
#include "common/tools/call_grammar.h"
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
    {"mcp", "", "{\"x\":120,\"y\":480}", "", "click"},
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

// Nanoseconds per byte, over at least 20 ms. `read` returns how much it found.
double reading_ns(const std::function<std::size_t()>& read, std::size_t bytes) {
  const double began = steady_time_exact_ms();
  int times = 0;
  std::size_t seen = 0;
  do {
    seen += read();
    ++times;
  } while (steady_time_exact_ms() - began < 20);
  if (seen == SIZE_MAX) give_up("unreachable: the readings are used");
  return (steady_time_exact_ms() - began) * 1e6 / times / static_cast<double>(bytes);
}

double reading_ns(const Dialect& dialect, const std::optional<Reply>& reply) {
  static const Toolset tools = Toolset::all();
  const Source source{reply, {Coordinates::Kind::pixels, 1000, 0}, {1280, 720}};
  return reading_ns([&] { return dialect.read(source, tools).items.size(); }, bytes_of(*reply));
}

double reading_ns(const std::string& code) {
  static const Toolset tools = Toolset::all();
  return reading_ns([&] { return read_calls(code, tools).statements.size(); }, code.size());
}

std::string repeated(std::string_view part, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += part;
  return text;
}

// `action`: of the writing at hand.
std::vector<std::string> hostile_parts(std::string_view action) {
  std::vector<std::string> parts{"(",        "[",         "{\"",         "\"",   "'",
                                 "\\",       "{\"a\":[",  "```python\n", "```",  "<tool_call>",
                                 "Action: ", "drag(1, 2", "'''",         "\xff", "\n"};
  for (const std::size_t share : {4U, 2U})
    parts.emplace_back(action.substr(0, action.size() - action.size() / share));
  parts.emplace_back(action);
  return parts;
}

std::vector<std::optional<Reply>> hostile_replies(const Writing& writing) {
  std::vector<std::optional<Reply>> replies;
  for (const std::string& part : hostile_parts(writing.action)) {
    const std::string text = repeated(part, kHostileBytes);
    if (writing.call.empty()) {
      replies.push_back(reply_of(writing, "", text, 1));
      continue;
    }
    // As a value, and inside a string without an end.
    for (const std::string& begin : {std::string("{\"x\":"), std::string("{\"x\":\"")})
      replies.push_back(reply_of(writing, "", begin + text, 1));
  }
  return replies;
}

// The slowest of `hostile` compared with `ordinary`; reading_ns() reads each of them.
void bench(const std::string& name, const std::function<double()>& ordinary,
           const std::vector<std::function<double()>>& hostile, int rounds) {
  const auto slowest =
      std::ranges::max_element(hostile, {}, [](const auto& reading) { return reading(); });
  const auto times = measure_in_turn({*slowest, ordinary}, rounds);
  print_row({"replies", name + ": the slowest hostile text of 256 KB", "an ordinary reply, a byte",
             ratios_of(times[0], times[1]),
             three_digits(1000 / quantile(times[0], 0.5)) + " : " +
                 three_digits(1000 / quantile(times[1], 0.5)) + " MB/s"});
}

void bench_grammar(int rounds) {
  const std::string_view action = kWritings[0].action;
  const std::string ordinary = repeated(action, 8 * action.size());
  std::vector<std::string> texts = hostile_parts(action);
  for (std::string& text : texts) text = repeated(text, kHostileBytes);
  std::vector<std::function<double()>> hostile;
  hostile.reserve(texts.size());
  for (const std::string& text : texts) hostile.emplace_back([&text] { return reading_ns(text); });
  bench(
      "the call grammar", [&] { return reading_ns(ordinary); }, hostile, rounds);
}

void bench_dialect(const Writing& writing, int rounds) {
  const Dialect* const dialect = find_dialect(writing.dialect);
  if (!dialect) give_up("no dialect " + std::string(writing.dialect));
  const bool one = writing.dialect == "action" || writing.dialect == "holo";
  // A reply that is read as JSON from its first byte has no paragraph before it.
  const bool json = one || writing.dialect == "steps";
  const auto ordinary = reply_of(writing, json ? "" : kParagraph, writing.action, one ? 1 : 8);
  const std::vector<std::optional<Reply>> replies = hostile_replies(writing);
  std::vector<std::function<double()>> hostile;
  hostile.reserve(replies.size());
  for (const std::optional<Reply>& reply : replies)
    hostile.emplace_back([&] { return reading_ns(*dialect, reply); });
  bench(
      std::string(writing.dialect), [&] { return reading_ns(*dialect, ordinary); }, hostile,
      rounds);
}

int bench_all(int rounds) {
  bench_grammar(rounds);
  for (const Writing& writing : kWritings) bench_dialect(writing, rounds);
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
  return franz::executor::bench_all(rounds);
}
