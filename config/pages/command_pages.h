#pragma once
// The man page of the command `franz`, and what shells complete after it, made from the tables of
// options that the programs parse: a new option needs no second line anywhere.
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace franz::pages {
struct Choice {
  std::string flags;   // "--listen", "-h,--help"
  std::string value;   // "ADDR"; empty: it takes none
  std::string help;    // a sentence without a full stop
  bool named = false;  // false: an argument by its place, which `value` names
};

struct Command {
  std::string name;  // "verify"; of the program itself, as it is called
  std::string help;
  std::string footer;
  std::vector<Choice> choices;
  std::vector<Command> commands;
  bool takes_main = true;  // the program's options, too
};

// What an App parses, as values. Options and commands of the empty group are hidden and left out.
Command read_command(const CLI::App& app, const std::string& name);

// In the language of man(7). `program`: as it is called, and with its version for the foot.
std::string man_page(const Command& program, const std::string& version);
// Scripts that bash, zsh and fish load.
std::string bash_completion(const Command& program);
std::string zsh_completion(const Command& program);
std::string fish_completion(const Command& program);
}  // namespace franz::pages
