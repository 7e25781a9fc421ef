#pragma once
// The words of each dialect, a row each: what its models call our tools, and the parameters they
// know. Reading, help and the schemas that a request tells come from here.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/tools/tool_registry.h"

namespace franz {
enum class WordType {
  text,   // a string, not empty
  label,  // a string that says what is at the place
  // A string: a key's name or a combination of up to `max` (key_names.h). Where they are strict
  // (json_arguments.h), 0 is one key.
  key,
  integer,  // a whole number
  box,      // [x, y], [x1, y1, x2, y2] or [[x1, y1], [x2, y2]], in the dialect's coordinates
  side,     // a whole number: x or y of a place, in the dialect's coordinates
  count,    // a whole number from `min` to `max`
  number,   // a number from `min` to `max`
  choice,   // one of `choices`, the first where it is left out
  keys,     // a list of `min` to `max` strings: a key's name each
  window,   // a whole number: the system's id of a window
  flag,     // true or false, which it is where it is left out
};

struct WordParameter {
  std::string_view name;
  WordType type;
  bool required;
  std::string_view help;  // one clause
  int min = 0, max = 0;   // count, number, keys; key: max
  int fallback = 0;       // count, number: what a left out one means
  std::span<const std::string_view> choices = {};
  // The tool that each of `choices` needs; none: they need no other than their word.
  std::span<const ToolId> choice_tools = {};
  // key, keys: where keys that are held together are given instead, a word or parameter.
  std::string_view chord = {};
};

// What a model calls one of our tools, or several of them among which the arguments decide.
struct Word {
  std::string_view name;
  ToolId tool;
  std::span<const WordParameter> parameters;
  std::string_view help;  // what it does on a real screen, one sentence
  // On the canvas, one sentence; empty: nothing.
  std::string_view sandbox_help;
  std::span<const ToolId> more_tools = {};  // for which it stands besides
  std::string_view alias = {};              // a second name; empty: none
};

// A word exists while one of its tools is on.
bool is_on(const Word& word, const Toolset& tools);

struct Vocabulary {
  std::string_view name;        // of the dialect, as in [agent] dialect
  std::span<const Word> words;  // none: the tools' own names and parameters
  bool in_request = false;      // requests tell the words as function tools
  // In place of words: the tool that the API has itself, its entry as JSON. {width} and {height}
  // stand for the picture's sides.
  std::string_view own_tool = {};
  // False: no model of ours writes it, and it is no choice of [agent] dialect.
  bool for_agents = true;
  bool one_call = false;  // of a reply no more than one call is performed
};

std::span<const Vocabulary> all_vocabularies();
// The names of those that an agent may have, in their order: the choices of [agent] dialect.
std::vector<std::string> agent_dialects();
// Null for a name that is no dialect. The row lives as long as the program.
const Vocabulary* find_vocabulary(std::string_view dialect);

// Null where no word has this name or alias, or its tools are off.
const Word* find_word(const Vocabulary& vocabulary, std::string_view name, const Toolset& tools);

// The choices of a parameter whose tools are on, in their order.
std::vector<std::string_view> choices_of(const WordParameter& parameter, const Toolset& tools);

// The words that are on, in the vocabulary's order.
std::vector<const Word*> words_of(const Vocabulary& vocabulary, const Toolset& tools);

// "It has no effect in the sandbox." where it has none.
std::string_view help_of(const Word& word, HelpFor where);

// The word that the model may have meant: by its name, or by that of one of its tools ("mouse" for
// "left_clik"). Null: none is near enough.
const Word* nearest_word(const Vocabulary& vocabulary, std::string_view name, const Toolset& tools);

// A line per word that is on, each ended by a newline, for the prompt: as tools_help(), or
//   "  scroll_at_position(box?, amount?) -- Turn the wheel …\n"
std::string vocabulary_help(const Vocabulary& vocabulary, const Toolset& tools, HelpFor where);
}  // namespace franz
