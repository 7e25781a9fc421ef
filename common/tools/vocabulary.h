#pragma once
// The vocabulary of each dialect, one table entry each: the model's names for our tools, and their
// parameters. Parsing, help and the schemas in requests are generated from it.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/tools/tool_registry.h"

namespace franz {
enum class WordType {
  text,   // a non-empty string
  label,  // a string that describes what is at the position
  // A string: a key's name or a combination of up to `max` (key_names.h). In strict use
  // (json_arguments.h), 0 allows one key.
  key,
  integer,  // a whole number
  box,      // [x, y], [x1, y1, x2, y2] or [[x1, y1], [x2, y2]], in the dialect's coordinates
  side,     // a whole number: x or y of a position, in the dialect's coordinates
  count,    // a whole number from `min` to `max`
  number,   // a number from `min` to `max`
  choice,   // one of `choices`; the first is the default
  keys,     // a list of `min` to `max` strings, each the name of a key
  window,   // a whole number: the system's id of a window
  flag,     // true or false; the default is false
};

struct WordParameter {
  std::string_view name;
  WordType type;
  bool required;
  std::string_view help;  // one clause
  int min = 0, max = 0;   // count, number, keys; key: max
  int fallback = 0;       // count, number: the default
  std::span<const std::string_view> choices = {};
  // The tool that each of `choices` needs; none: only the word's own tools.
  std::span<const ToolId> choice_tools = {};
  // key, keys: the word or parameter to use instead for keys pressed together.
  std::string_view chord = {};
};

// A model's name for one of our tools, or for several that the arguments select from.
struct Word {
  std::string_view name;
  ToolId tool;
  std::span<const WordParameter> parameters;
  std::string_view help;  // its effect on a real screen, one sentence
  // Its effect on the canvas, one sentence; empty: none.
  std::string_view sandbox_help;
  std::span<const ToolId> more_tools = {};  // further tools that it can mean
  std::string_view alias = {};              // a second name; empty: none
};

// A word is enabled if one of its tools is.
bool is_on(const Word& word, const Toolset& tools);

struct Vocabulary {
  std::string_view name;        // of the dialect, as in [agent] dialect
  std::span<const Word> words;  // none: the tools' own names and parameters
  bool in_request = false;      // requests list the words as function tools
  // Instead of words: the API's own tool, its entry as JSON. {width} and {height} are replaced by
  // the picture's sides.
  std::string_view own_tool = {};
  // False: not a choice of [agent] dialect; no model of ours uses it.
  bool for_agents = true;
  bool one_call = false;  // at most one call of a reply is performed
};

std::span<const Vocabulary> all_vocabularies();
// The names of the dialects that an agent may have, in order: the choices of [agent] dialect.
std::vector<std::string> agent_dialects();
// Null for an unknown name. The entry lives as long as the program.
const Vocabulary* find_vocabulary(std::string_view dialect);

// Null if no word has this name or alias, or its tools are disabled.
const Word* find_word(const Vocabulary& vocabulary, std::string_view name, const Toolset& tools);

// The choices of a parameter whose tools are enabled, in order.
std::vector<std::string_view> choices_of(const WordParameter& parameter, const Toolset& tools);

// The enabled words, in the vocabulary's order.
std::vector<const Word*> words_of(const Vocabulary& vocabulary, const Toolset& tools);

// "It has no effect in the sandbox." if it has none.
std::string_view help_of(const Word& word, HelpFor where);

// The word that the model may have meant: by its name, or by the name of one of its tools ("mouse"
// for "left_clik"). Null: none is close enough.
const Word* nearest_word(const Vocabulary& vocabulary, std::string_view name, const Toolset& tools);

// A line per word that is on, each ended by a newline, for the prompt: as tools_help(), or
//   "  scroll_at_position(box?, amount?) -- Turn the wheel …\n"
std::string vocabulary_help(const Vocabulary& vocabulary, const Toolset& tools, HelpFor where);
}  // namespace franz
