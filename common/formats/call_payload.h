#pragma once
// Reads a function's name and arguments as models write them in a text, inside the marks of any
// form. Nothing is evaluated.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>
#include "common/tools/vocabulary.h"

namespace franz {
struct NamedCall {
  std::string name;       // decoded, without module ("functions.") and number (":0")
  std::string arguments;  // a JSON object; empty: unreadable
};

// The result of reading at one position. Without calls, `end` equals that position if nothing could
// be read, and is further on if something other than a call was read.
struct PayloadRead {
  std::vector<NamedCall> calls;
  std::size_t end = 0;
};

// The word with that name or alias, whether its tool is on or not. Null: none.
const Word* word_named(const Vocabulary& vocabulary, std::string_view name);

// Each function reads at `at`, after blanks, in time linear in the length of the rest. A call of an
// unknown name is also a call if no other meaning is likely.

// Reads {"name":…,"arguments":{…}}, a list of these, or an object that wraps them: "function",
// "function_call", "tool_call", "tool_calls". The name may also be "tool", "tool_name", "function",
// "function_name", "action" or "recipient_name"; the arguments "parameters", "args", "input",
// "tool_input", "action_input", "params" or "kwargs", as an object or its text. For a known name
// the arguments may also be the object's other members, and {"NAME":{…}} is also a call.
PayloadRead read_call_object(std::string_view text, std::size_t at, const Vocabulary& vocabulary);

// Reads NAME(key="value", …), NAME({…}) and NAME("value", …) in the order of a known word's
// parameters. If the arguments of a known name are unreadable, the rest of the line is an
// unreadable call.
PayloadRead read_bracket_call(std::string_view text, std::size_t at, const Vocabulary& vocabulary);

// Reads NAME{"key":…}, NAME[ARGS]{…} (Mistral), and Gemma's NAME{key:<|"|>text<|"|>,box:[1,2]},
// also without its tokens: NAME{key:text}.
PayloadRead read_brace_call(std::string_view text, std::size_t at, const Vocabulary& vocabulary);

// Reads the object at `at` as the arguments of that name; without an object the call is unreadable.
PayloadRead read_named_object(std::string_view name, std::string_view text, std::size_t at,
                              const Vocabulary& vocabulary);

// Reads <function=NAME>, <function name="NAME"> or <invoke name="NAME">, with <parameter=KEY> or
// <parameter name="KEY"> inside, or with a JSON object. A value ends at the last </parameter>
// before the next parameter, because typed text may contain the mark. It is a text if the word's
// parameter is a text; otherwise it is JSON if possible.
PayloadRead read_tag_call(std::string_view text, std::size_t at, const Vocabulary& vocabulary);

// Reads a name and an object that are separated by the form's special tokens:
//   functions.NAME:0<|tool_call_argument_begin|>{…}            Kimi
//   function<｜tool▁sep｜>NAME\n```json\n{…}                    DeepSeek
//   NAME <|constrain|>json<|message|>{…}                       harmony
// A closing token instead of the object means that there are no arguments.
PayloadRead read_token_call(std::string_view text, std::size_t at, const Vocabulary& vocabulary);

// Reads whichever of the first five forms begins at `at`, or GLM's
// NAME<arg_key>KEY</arg_key><arg_value>VALUE</arg_value>…; skips the opening line of a fence before
// it.
PayloadRead read_payload(std::string_view text, std::size_t at, const Vocabulary& vocabulary);

// Whether a call seems to begin at `at`, readable or not: with {, [{ or a function's tag.
bool begins_payload(std::string_view text, std::size_t at);
}  // namespace franz
