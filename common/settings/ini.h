#pragma once
// Reads an .ini file line by line into sections and entries. An invalid line gets a problem, and
// the rest is still read; only a file that is not text is refused.
//
//   ; a comment          # another
//   [section]            ; white space before a ; or # makes a comment of what follows
//   key = some words     ; the value is: some words
//   key = "a ; b"        ; quotes keep ; # and white space; "" inside is one quote, \ is itself
//   key = {"a": " # "}   ; a value that begins with { or [ is JSON: its strings keep ; and # too
//
// Names of sections and keys are read in lower case. Line ends are LF or CRLF, a leading UTF-8 byte
// order mark is skipped, and bytes that are no UTF-8 become U+FFFD. Linear in the text's length.
#include <string>
#include <string_view>
#include <vector>

namespace franz {
struct IniSection {
  std::string name;
  int line = 0;         // from 1
  std::string problem;  // not empty: the header is invalid; `name` is what could be read of it
};

struct IniEntry {
  std::string section;  // "" before the first header
  std::string key;      // "" when the line has none
  std::string value;
  int line = 0;
  std::string problem;  // not empty: why the line is invalid; `value` then means nothing
  int repeated = 0;  // the line of an earlier entry with this key, which this one replaces; 0: none
};

struct IniFile {
  std::vector<IniSection> sections;  // each header, in order
  std::vector<IniEntry> entries;     // in order; of a key that is given twice only the last
  std::string failure;               // not empty: why this is not text; nothing else is set
};

IniFile parse_ini(std::string_view text);
}  // namespace franz
