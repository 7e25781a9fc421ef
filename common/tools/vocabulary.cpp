#include "common/tools/vocabulary.h"
#include <algorithm>
#include <array>
#include "common/formats/names.h"
#include "common/tools/suggestions.h"

namespace franz {
namespace {
constexpr bool kRequired = true, kOptional = false;

constexpr WordParameter kLabel{"label", WordType::label, kRequired,
                               "what is there, in a few words"};
constexpr WordParameter kBox{"box", WordType::box, kRequired,
                             "the place: [x, y], or [x1, y1, x2, y2] for its centre"};
constexpr WordParameter kElement[]{kLabel, kBox};
constexpr WordParameter kFromToParameters[]{
    kLabel,
    {"from", WordType::box, kRequired, "where the button is pressed: [x, y]"},
    {"to", WordType::box, kRequired, "where it is released: [x, y]"},
};
constexpr WordParameter kTextParameters[]{
    {"text", WordType::text, kRequired, "the text, in any language"}};
constexpr WordParameter kKeyParameters[]{
    {"key", WordType::key, kRequired, "one key, or several held together: enter, f5, ctrl+c"}};
constexpr WordParameter kScrollParameters[]{
    {"box", WordType::box, kOptional, "where the pointer is: [x, y]; left out: the middle"},
    {"amount", WordType::integer, kOptional,
     "notches of the wheel, positive is up; left out: one notch down"},
};
constexpr WordParameter kCommandParameters[]{
    {"command", WordType::text, kRequired, "the command line"}};
constexpr WordParameter kTitleParameters[]{
    {"title", WordType::text, kRequired, "a part of the window's title, in any case"}};

constexpr Word kLaunch{"launch", ToolId::launch, kCommandParameters, "Start a program.", ""};
constexpr Word kFocusWindow{"focus_window", ToolId::focus_window, kTitleParameters,
                            "Bring the window to the front whose title has this part.", ""};

constexpr std::array kToolCalls{
    Word{"observe_screen",
         ToolId::screenshot,
         {},
         "Take a new picture of the screen.",
         "Take a new picture of the canvas."},
    Word{"click_element", ToolId::left_click, kElement, "Click an element with the left button.",
         "Draw a white dot; text is typed there."},
    Word{"double_click", ToolId::double_left_click, kElement,
         "Click an element twice with the left button.", "Draw a white dot; text is typed there."},
    Word{"right_click", ToolId::right_click, kElement, "Click an element with the right button.",
         "Draw a small white square."},
    Word{"drag", ToolId::drag, kFromToParameters, "Hold the left button from one place to another.",
         "Draw a straight white line from one place to another."},
    Word{"type_text", ToolId::type, kTextParameters, "Type text where the focus is.",
         "Write text at the place clicked last."},
    Word{"paste_text", ToolId::paste, kTextParameters, "Insert text through the clipboard.", ""},
    Word{"press_key", ToolId::press, kKeyParameters,
         "Press and release a key or a combination of keys.", ""},
    Word{"scroll_at_position", ToolId::scroll, kScrollParameters, "Turn the mouse wheel.", ""},
    kLaunch,
    kFocusWindow,
};

constexpr std::string_view kButtons[]{"left", "right", "middle"};
constexpr std::string_view kActions[]{"click", "move", "down", "up", "drag"};
constexpr int kMaxInterval = 1000;  // milliseconds
constexpr int kMaxTaps = 20, kMaxChord = 8;

constexpr WordParameter interval(std::string_view help) {
  return {"interval_ms", WordType::count, kOptional, help, 0, kMaxInterval, 0};
}

constexpr WordParameter kMouseParameters[]{
    {"x", WordType::side, kRequired, "pixels of the picture from its left side"},
    {"y", WordType::side, kRequired, "pixels of the picture from its top"},
    {.name = "button",
     .type = WordType::choice,
     .required = kOptional,
     .help = "which button",
     .choices = kButtons},
    {"clicks", WordType::count, kOptional, "how often it is clicked", 1, 3, 1},
    interval("milliseconds between clicks"),
    {.name = "action",
     .type = WordType::choice,
     .required = kOptional,
     .help = "what the mouse does",
     .choices = kActions},
};
constexpr ToolId kMouseTools[]{ToolId::right_click, ToolId::double_left_click, ToolId::middle_click,
                               ToolId::drag, ToolId::move};
constexpr WordParameter kPressed[]{
    {.name = "key",
     .type = WordType::key,
     .required = kOptional,
     .help = "one key: enter, f5, a",
     .chord = "hotkey"},
    {.name = "keys",
     .type = WordType::keys,
     .required = kOptional,
     .help = "several, one after the other",
     .min = 1,
     .max = kMaxTaps,
     .chord = "hotkey"},
};
constexpr WordParameter kChord[]{{.name = "keys",
                                  .type = WordType::keys,
                                  .required = kRequired,
                                  .help = "held in this order, then released",
                                  .min = 1,
                                  .max = kMaxChord,
                                  .chord = "hotkey"}};
constexpr WordParameter kWritten[]{{"text", WordType::text, kRequired, "the text, in any language"},
                                   interval("milliseconds between characters")};
constexpr WordParameter kPasted[]{{"text", WordType::text, kRequired, "the text, in any language"}};
constexpr WordParameter kSecondsParameters[]{
    {"secs", WordType::number, kRequired, "how long", 0, 5}};

constexpr std::array kSteps{
    Word{
        "mouse", ToolId::left_click, kMouseParameters,
        "Act at the picture's pixel x, y. action: \"click\" (default), \"move\", \"drag\" "
        "(hold the left button from where the pointer is), or \"down\", \"move\" and \"up\" in one "
        "reply. button: \"left\" (default), \"right\", \"middle\". clicks: 1 to 3.",
        "Draw at the picture's pixel x, y. action: \"click\" (default) draws a white dot, with "
        "button \"right\" a small white square; \"move\" only moves the pointer; \"drag\" draws a "
        "straight white line from where the pointer is; \"down\", \"move\" and \"up\" in one reply "
        "draw one, too.",
        kMouseTools},
    Word{"press", ToolId::press, kPressed,
         "Tap one key, or the keys of a list one after the other (at most 20).", ""},
    Word{"hotkey", ToolId::hotkey, kChord,
         "Hold the keys in their order, then release them: [\"ctrl\",\"s\"].", ""},
    Word{.name = "write",
         .tool = ToolId::type,
         .parameters = kWritten,
         .help = "Type text where the focus is.",
         .sandbox_help = "Write text at the place clicked last with the left button.",
         .alias = "type"},
    Word{"paste", ToolId::paste, kPasted, "Insert text through the clipboard.", ""},
    Word{"sleep", ToolId::sleep, kSecondsParameters, "Wait, at most 5 seconds.", ""},
    kLaunch,
    kFocusWindow,
};

constexpr WordParameter kPlace[]{
    {"x", WordType::integer, kRequired, "pixels of the picture from its left side"},
    {"y", WordType::integer, kRequired, "pixels of the picture from its top"},
};
constexpr WordParameter kPress[]{{"key", WordType::key, kRequired,
                                  "one key, or several held together: enter, f5, ctrl+c", 1,
                                  kMaxChord}};
constexpr ToolId kPressTools[]{ToolId::hotkey};

constexpr std::array kAction{
    Word{"click", ToolId::left_click, kPlace,
         "Click with the left button at the picture's pixel x, y.",
         "Draw a white dot at the picture's pixel x, y."},
    Word{"type", ToolId::type, kTextParameters, "Type text where the focus is.",
         "Write text at the place clicked last."},
    Word{"press", ToolId::press, kPress, "Press and release a key, or several held together.", "",
         kPressTools},
    Word{"noop",
         ToolId::screenshot,
         {},
         "Do nothing, and look at a new picture.",
         "Do nothing, and look at a new picture."},
};

// Anthropic's computer tool as one function (common/formats/anthropic/reply.h).
constexpr std::string_view kComputerActions[]{"screenshot",
                                              "cursor_position",
                                              "mouse_move",
                                              "left_click",
                                              "right_click",
                                              "middle_click",
                                              "double_click",
                                              "triple_click",
                                              "left_click_drag",
                                              "left_mouse_down",
                                              "left_mouse_up",
                                              "scroll",
                                              "type",
                                              "key",
                                              "hold_key",
                                              "wait"};
constexpr ToolId kComputerActionTools[]{ToolId::screenshot,
                                        ToolId::screenshot,
                                        ToolId::move,
                                        ToolId::left_click,
                                        ToolId::right_click,
                                        ToolId::middle_click,
                                        ToolId::double_left_click,
                                        ToolId::triple_click,
                                        ToolId::drag,
                                        ToolId::mouse_down,
                                        ToolId::mouse_up,
                                        ToolId::scroll,
                                        ToolId::type,
                                        ToolId::press,
                                        ToolId::hold_key,
                                        ToolId::sleep};
static_assert(std::size(kComputerActions) == std::size(kComputerActionTools));
constexpr std::string_view kScrollDirections[]{"up", "down", "left", "right"};
constexpr WordParameter kComputerParameters[]{
    {.name = "action",
     .type = WordType::choice,
     .required = kRequired,
     .help = "what is done",
     .choices = kComputerActions,
     .choice_tools = kComputerActionTools},
    {"coordinate", WordType::box, kOptional,
     "[x, y]: pixels of the screenshot from its left side and from its top; left out: where the "
     "pointer is"},
    {"start_coordinate", WordType::box, kOptional, "of left_click_drag: where it begins, [x, y]"},
    {"text", WordType::text, kOptional,
     "of type: the text; of key and hold_key: one key or a combination, ctrl+s; of clicks, drag "
     "and "
     "scroll: keys that are held meanwhile"},
    {.name = "scroll_direction",
     .type = WordType::choice,
     .required = kOptional,
     .help = "of scroll",
     .choices = kScrollDirections},
    {"scroll_amount", WordType::count, kOptional, "of scroll: notches of the wheel", 1, 100, 3},
    {"duration", WordType::number, kOptional, "of wait and hold_key: seconds", 0, 100},
    {"repeat", WordType::count, kOptional, "of key: how often it is pressed", 1, kMaxTaps, 1},
};

constexpr std::array kComputer{
    Word{
        "computer", ToolId::screenshot, kComputerParameters,
        "Use the mouse and the keyboard of a computer, and see its screen. Several calls in one "
        "turn are performed in their order, up to the first that fails.",
        "Draw on a black canvas with mouse and keyboard, and see it: a drag draws a straight white "
        "line, a click a white dot, type writes at the place clicked last. Several calls in one "
        "turn are performed in their order, up to the first that fails.",
        kComputerActionTools},
};

// The tools of the MCP server: pixels of the window's last picture (docs/mcp.md).
constexpr int kMaxWheel = 100;                     // notches
constexpr int kLongestWait = 60, kUsualWait = 10;  // seconds
constexpr int kMaxModifiers = 4;
constexpr WordParameter kWindowId{"window_id", WordType::window, kRequired,
                                  "the window, as list_windows has it"};
constexpr WordParameter kX{"x", WordType::side, kRequired,
                           "pixels from the left side of the window's last picture"};
constexpr WordParameter kY{"y", WordType::side, kRequired,
                           "pixels from the top of the window's last picture"};
constexpr WordParameter kVerify{"verify", WordType::flag, kOptional,
                                "true: wait until what was done shows, and tell whether the "
                                "picture changed"};
constexpr WordParameter kStrict{"strict", WordType::flag, kOptional,
                                "true: refuse when the window was moved or resized since its last "
                                "picture; else the place is taken from where it is now"};
constexpr WordParameter kOfWindow[]{kWindowId};
constexpr std::string_view kPictureFormats[]{"png", "jpeg"};
constexpr WordParameter kWindowPicture[]{
    kWindowId,
    {.name = "format",
     .type = WordType::choice,
     .required = kOptional,
     .help = "of the picture; png where it is left out, which is exact; jpeg is smaller",
     .choices = kPictureFormats},
};
constexpr WordParameter kClick[]{
    kWindowId,
    kX,
    kY,
    {.name = "button",
     .type = WordType::choice,
     .required = kOptional,
     .help = "which button; left where it is left out",
     .choices = kButtons},
    {"clicks", WordType::count, kOptional,
     "how often; 1 where it is left out, and always with the right or the middle button", 1, 3, 1},
    kVerify,
    kStrict,
};
constexpr ToolId kClickTools[]{ToolId::right_click, ToolId::middle_click, ToolId::double_left_click,
                               ToolId::triple_click};
constexpr WordParameter kTypeText[]{
    kWindowId, {"text", WordType::text, kRequired, "the text, in any language"}, kVerify};
constexpr WordParameter kPressKey[]{
    kWindowId,
    {.name = "key",
     .type = WordType::key,
     .required = kRequired,
     .help = "the name of one key: enter, tab, page_down, f5, a",
     .chord = "modifiers"},
    {.name = "modifiers",
     .type = WordType::keys,
     .required = kOptional,
     .help = "held meanwhile: ctrl, alt, shift, win",
     .max = kMaxModifiers,
     .chord = "modifiers"},
    kVerify,
};
constexpr ToolId kPressKeyTools[]{ToolId::hotkey};
constexpr WordParameter kDragTo[]{
    kWindowId,
    kX,
    kY,
    {"to_x", WordType::side, kRequired, "where the button is released, as x"},
    {"to_y", WordType::side, kRequired, "where the button is released, as y"},
    kVerify,
    kStrict,
};
constexpr WordParameter kWheel[]{
    kWindowId,
    kX,
    kY,
    {.name = "direction",
     .type = WordType::choice,
     .required = kRequired,
     .help = "to which side of what is shown",
     .choices = kScrollDirections},
    {"amount", WordType::count, kOptional, "notches of the wheel; 3 where it is left out", 1,
     kMaxWheel, 3},
    kVerify,
    kStrict,
};
constexpr ToolId kWheelTools[]{ToolId::hscroll};
constexpr WordParameter kWait[]{
    kWindowId,
    {"timeout_s", WordType::number, kOptional, "seconds; 10 where it is left out", 0, kLongestWait,
     kUsualWait},
};

constexpr std::array kMcp{
    Word{"list_windows",
         ToolId::screenshot,
         {},
         "List the windows of the screen, the topmost first, with id, program, title and place.",
         ""},
    Word{"focus_window", ToolId::focus_window, kOfWindow,
         "Bring a window to the front and give it the keyboard; tells whether it really has it.",
         ""},
    Word{"take_window_screenshot", ToolId::screenshot, kWindowPicture,
         "Take a picture of a window. Places of click, drag and scroll are pixels of the last "
         "picture of their window, from its top left corner.",
         ""},
    Word{"click", ToolId::left_click, kClick, "Click at a pixel of the window's last picture.", "",
         kClickTools},
    Word{"type_text", ToolId::type, kTypeText, "Type text where the window has its focus.", ""},
    Word{"press_key", ToolId::press, kPressKey,
         "Press and release a key in the window, with others held if need be.", "", kPressKeyTools},
    Word{"drag", ToolId::drag, kDragTo,
         "Hold the left button from one pixel of the window's last picture to another.", ""},
    Word{"scroll", ToolId::scroll, kWheel,
         "Turn the mouse wheel at a pixel of the window's last picture.", "", kWheelTools},
    Word{"wait_for_change", ToolId::screenshot, kWait,
         "Wait until the window looks otherwise than now, or the time is over; sends no input.",
         ""},
};

constexpr std::array kWordedVocabularies{
    Vocabulary{"python", {}},
    Vocabulary{"actions", {}},
    Vocabulary{.name = "tool_calls", .words = kToolCalls, .in_request = true, .one_call = true},
    Vocabulary{"steps", kSteps},
    Vocabulary{"action", kAction},
    Vocabulary{"anthropic", kComputer, true},
    Vocabulary{"openai", {}, true, R"({"type":"computer"})"},
    Vocabulary{"openai_preview",
               {},
               true,
               R"({"type":"computer_use_preview","display_width":{width},)"
               R"("display_height":{height},"environment":"linux"})"},
    Vocabulary{.name = "mcp", .words = kMcp, .in_request = true, .for_agents = false},
};

// Families whose prompt describes the actions define no words here.
constexpr auto kVocabularies = [] {
  std::array<Vocabulary, kWordedVocabularies.size() + kTextFormats.size()> all{};
  std::ranges::copy(kWordedVocabularies, all.begin());
  std::ranges::transform(kTextFormats, all.begin() + kWordedVocabularies.size(),
                         [](std::string_view name) {
                           return Vocabulary{name, {}};
                         });
  return all;
}();
}  // namespace

std::span<const Vocabulary> all_vocabularies() { return kVocabularies; }

std::vector<std::string> agent_dialects() {
  std::vector<std::string> names;
  for (const Vocabulary& each : kVocabularies)
    if (each.for_agents) names.emplace_back(each.name);
  return names;
}

const Vocabulary* find_vocabulary(std::string_view dialect) {
  const auto row = std::ranges::find(kVocabularies, dialect, &Vocabulary::name);
  return row == kVocabularies.end() ? nullptr : &*row;
}

bool is_on(const Word& word, const Toolset& tools) {
  return tools.has(word.tool) ||
         std::ranges::any_of(word.more_tools, [&](ToolId each) { return tools.has(each); });
}

const Word* find_word(const Vocabulary& vocabulary, std::string_view name, const Toolset& tools) {
  for (const Word& word : vocabulary.words)
    if (!name.empty() && (word.name == name || word.alias == name))
      return is_on(word, tools) ? &word : nullptr;
  return nullptr;
}

std::vector<std::string_view> choices_of(const WordParameter& parameter, const Toolset& tools) {
  std::vector<std::string_view> choices;
  for (std::size_t i = 0; i < parameter.choices.size(); ++i)
    if (i >= parameter.choice_tools.size() || tools.has(parameter.choice_tools[i]))
      choices.push_back(parameter.choices[i]);
  return choices;
}

std::vector<const Word*> words_of(const Vocabulary& vocabulary, const Toolset& tools) {
  std::vector<const Word*> words;
  for (const Word& each : vocabulary.words)
    if (is_on(each, tools)) words.push_back(&each);
  return words;
}

const Word* nearest_word(const Vocabulary& vocabulary, std::string_view name,
                         const Toolset& tools) {
  std::vector<std::string_view> names;
  std::vector<const Word*> meant;
  const auto add = [&](std::string_view candidate, const Word* word) {
    if (candidate.empty()) return;
    names.push_back(candidate);
    meant.push_back(word);
  };
  const std::vector<const Word*> words = words_of(vocabulary, tools);
  for (const Word* word : words) {
    add(word->name, word);
    add(word->alias, word);
  }
  for (const Word* word : words) {
    const auto add_tool = [&](ToolId id) {
      if (!tools.has(id)) return;
      add(tool_of(id).name, word);
      add(tool_of(id).alias, word);
    };
    add_tool(word->tool);
    std::ranges::for_each(word->more_tools, add_tool);
  }
  const std::string_view nearest = nearest_name(name, names);
  const auto found = std::ranges::find(names, nearest);
  return found == names.end() ? nullptr : meant[static_cast<std::size_t>(found - names.begin())];
}

std::string_view help_of(const Word& word, HelpFor where) {
  if (where == HelpFor::real_screen) return word.help;
  return word.sandbox_help.empty() ? "It has no effect in the sandbox." : word.sandbox_help;
}

std::string vocabulary_help(const Vocabulary& vocabulary, const Toolset& tools, HelpFor where) {
  if (vocabulary.words.empty()) return tools_help(tools, where);
  std::string help;
  for (const Word* word : words_of(vocabulary, tools)) {
    help += "  " + std::string(word->name) + "(";
    for (const WordParameter& each : word->parameters) {
      if (help.back() != '(') help += ", ";
      help += each.name;
      if (!each.required) help += '?';
    }
    help += ") -- " + std::string(help_of(*word, where)) + "\n";
  }
  return help;
}
}  // namespace franz
