#pragma once
// A function's name and its arguments as models write them in a text, whatever marks their form
// puts around them. Nothing is evaluated.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>
#include "common/tools/vocabulary.h"

namespace franz {
struct NamedCall {
  std::string name;       // decoded, without a module in front ("functions.") and a number (":0")
  std::string arguments;  // a JSON object; empty: they could not be read
};

// What begins at one place of a text. Without calls, `end` is that place where nothing could be
// read, and is further on where something was read that is no call.
struct PayloadRead {
  std::vector<NamedCall> calls;
  std::size_t end = 0;
};

// The word of that name or alias, whether its tool is on or not. Null: there is none.
const Word* word_named(const Vocabulary& vocabulary, std::string_view name);

// Each function reads at `at`, after blanks, in time linear in the length of the rest. A call of an
// unknown name is a call too, where no other meaning is likely.

// {"name":…,"arguments":{…}}, a list of such, or an object that wraps them: "function",
// "function_call", "tool_call", "tool_calls". The name may also be "tool", "tool_name", "function",
// "function_name", "action" or "recipient_name"; the arguments "parameters", "args", "input",
// "tool_input", "action_input", "params" or "kwargs", an object or the text of one. Of a known name
// they may also be the object's other members, and {"NAME":{…}} is a call of a known name.
PayloadRead read_call_object(std::string_view text, std::size_t at, const Vocabulary& vocabulary);

// NAME(key="value", …), NAME({…}) and NAME("value", …) in the order of a known word's parameters.
// Where the arguments of a known name cannot be read: an unreadable call up to the line's end.
PayloadRead read_bracket_call(std::string_view text, std::size_t at, const Vocabulary& vocabulary);

// NAME{"key":…}, NAME[ARGS]{…} (Mistral), and Gemma's NAME{key:<|"|>text<|"|>,box:[1,2]}, which is
// also read without its tokens: NAME{key:text}.
PayloadRead read_brace_call(std::string_view text, std::size_t at, const Vocabulary& vocabulary);

// The object at `at` as the arguments of that name; unreadable where there is none.
PayloadRead read_named_object(std::string_view name, std::string_view text, std::size_t at,
                              const Vocabulary& vocabulary);

// <function=NAME>, <function name="NAME"> or <invoke name="NAME">, with <parameter=KEY> or
// <parameter name="KEY"> inside, or with a JSON object. A value ends at the last </parameter>
// before the next parameter, for typed text may hold the mark. It is a text where the word's
// parameter is one, else JSON if it can be read as that.
PayloadRead read_tag_call(std::string_view text, std::size_t at, const Vocabulary& vocabulary);

// A name and an object with tokens of the form between them, as special tokens delimit them:
//   functions.NAME:0<|tool_call_argument_begin|>{…}            Kimi
//   function<｜tool▁sep｜>NAME\n```json\n{…}                    DeepSeek
//   NAME <|constrain|>json<|message|>{…}                       harmony
// A token that ends the call where the object is expected: there are no arguments.
PayloadRead read_token_call(std::string_view text, std::size_t at, const Vocabulary& vocabulary);

// Of the first five the one that begins at `at`, or GLM's
// NAME<arg_key>KEY</arg_key><arg_value>VALUE</arg_value>…; the opening line of a fence before it is
// skipped.
PayloadRead read_payload(std::string_view text, std::size_t at, const Vocabulary& vocabulary);

// Whether a call seems to begin at `at`, readable or not: with {, [{ or a function's tag.
bool begins_payload(std::string_view text, std::size_t at);
}  // namespace franz
