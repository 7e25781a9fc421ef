#include "proxy/demo_vlm/voice/pyautogui_voice.h"
#include "proxy/demo_vlm/voice/trained_voice.h"

namespace franz::demo_vlm {
namespace {
using Kind = SpokenAction::Kind;

// The mistakes, in the order in which they are made.
enum Slip : std::size_t {
  kNone,
  kImports,
  kLoop,
  kUnclosedBlock,
  kNoFence,
  kNoModule,
  kSlips = kNoModule,
};

std::string objective_of(const SeenRequest& request) {
  return between(request.words, "# Task Instruction:\n", "\n\nPlease generate");
}

std::string place(const MapPoint& at, const PlaceWriter& places) {
  return "x=" + places.x(at) + ", y=" + places.y(at);
}

// As Python writes it between single quotes.
std::string quoted(std::string_view text) {
  std::string literal;
  for (const char c : text) {
    if (c == '\'' || c == '\\') literal += '\\';
    literal += c == '\n' ? std::string("\\n") : std::string(1, c);
  }
  return "'" + literal + "'";
}

std::string code_of(const SpokenAction& action, const PlaceWriter& places) {
  switch (action.kind) {
    case Kind::drag:
      return "pyautogui.moveTo(" + place(action.from, places) + ")\npyautogui.dragTo(" +
             place(action.to, places) + ", button='left')\n";
    case Kind::click: return "pyautogui.click(" + place(action.from, places) + ")\n";
    case Kind::type: return "pyautogui.write(message=" + quoted(action.text) + ")\n";
    case Kind::wait: return "computer.wait()\n";
    case Kind::finish: break;
  }
  return "computer.terminate(status='" + std::string(action.success ? "success" : "failure") +
         "', answer=" + quoted(action.text) + ")\n";
}

std::string without_module(std::string code) {
  const std::string module = "pyautogui.";
  for (std::size_t at = code.find(module); at != code.npos; at = code.find(module))
    code.erase(at, module.size());
  return code;
}

Reply write(const Speech& speech, const PlaceWriter& places) {
  std::string code;
  for (const SpokenAction& action : speech.actions) code += code_of(action, places);
  std::string text =
      "## Thought:\n" + speech.seen + "\n\n## Action:\n" + speech.action + "\n\n## Code:\n";
  switch (speech.slip) {
    case kImports: code = "import pyautogui\n" + code; break;
    case kLoop: code = "for i in range(1):\n    " + code_of({Kind::wait}, places); break;
    case kNoModule: code = without_module(code); break;
    case kNoFence: return {text + code};
    case kUnclosedBlock: return {text + "```python\n" + code};
    default: break;
  }
  return {text + "```python\n" + code + "```"};
}

constexpr TrainedFormat kFormat{
    "pyautogui", {Coordinates::Kind::pixels, 1000, 28}, kSlips, objective_of, write};
}  // namespace

bool asks_for_pyautogui(const SeenRequest& request) {
  return request.words.find("pyautogui.dragTo(") != std::string::npos &&
         request.words.find("# Task Instruction:\n") != std::string::npos;
}

Reply reply_in_pyautogui(const SeenRequest& request) { return reply_in(kFormat, request); }
}  // namespace franz::demo_vlm
