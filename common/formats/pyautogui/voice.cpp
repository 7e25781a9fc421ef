#include "common/formats/pyautogui/voice.h"

namespace franz {
namespace {
// The mistakes, in the order in which the model makes them.
enum class PyautoguiSlip : std::size_t {
  none,
  imports,
  loop,
  unclosed_block,
  no_fence,
  no_module,
};
constexpr auto kPyautoguiSlips = static_cast<std::size_t>(PyautoguiSlip::no_module);

std::string place_arguments(const MapPoint& at, const PlaceWriter& places) {
  return "x=" + places.x(at) + ", y=" + places.y(at);
}

std::string code_of(const SpokenAction& action, const PlaceWriter& places) {
  switch (action.kind) {
    case SpokenAction::Kind::drag:
      return "pyautogui.moveTo(" + place_arguments(action.from, places) + ")\npyautogui.dragTo(" +
             place_arguments(action.to, places) + ", button='left')\n";
    case SpokenAction::Kind::click:
      return "pyautogui.click(" + place_arguments(action.from, places) + ")\n";
    case SpokenAction::Kind::type:
      return "pyautogui.write(message=" + single_quoted(action.text) + ")\n";
    case SpokenAction::Kind::wait: return "computer.wait()\n";
    case SpokenAction::Kind::finish: break;
  }
  return "computer.terminate(status='" + std::string(action.success ? "success" : "failure") +
         "', answer=" + single_quoted(action.text) + ")\n";
}

std::string without_module(std::string code) {
  const std::string module = "pyautogui.";
  for (std::size_t at = code.find(module); at != code.npos; at = code.find(module))
    code.erase(at, module.size());
  return code;
}

SpokenReply write_pyautogui(const Speech& speech, const PlaceWriter& places) {
  const auto slip = static_cast<PyautoguiSlip>(speech.slip);
  std::string code;
  for (const SpokenAction& action : speech.actions) code += code_of(action, places);
  std::string text =
      "## Thought:\n" + speech.seen + "\n\n## Action:\n" + speech.action + "\n\n## Code:\n";
  switch (slip) {
    case PyautoguiSlip::imports: code = "import pyautogui\n" + code; break;
    case PyautoguiSlip::loop:
      code = "for i in range(1):\n    " + code_of({SpokenAction::Kind::wait}, places);
      break;
    case PyautoguiSlip::no_module: code = without_module(code); break;
    case PyautoguiSlip::no_fence: return {text + code};
    case PyautoguiSlip::unclosed_block: return {text + "```python\n" + code};
    default: break;
  }
  return {text + "```python\n" + code + "```"};
}
}  // namespace

const Voice kPyautoguiVoice{.dialect = "pyautogui",
                            .words = {"pyautogui.dragTo(", "# Task Instruction:\n"},
                            .tool = "",
                            .objective_begin = "# Task Instruction:\n",
                            .objective_end = "\n\nPlease generate",
                            .coordinates = {Coordinates::Kind::pixels, 1000, 28},
                            .slips = kPyautoguiSlips,
                            .write = write_pyautogui};
}  // namespace franz
