#include "config/pages/command_pages.h"
#include <CLI/CLI.hpp>
#include <functional>
#include <string_view>

namespace franz::pages {
static std::string joined(const std::vector<std::string>& parts, std::string_view between) {
  std::string text;
  for (const std::string& part : parts) {
    if (!text.empty()) text += between;
    text += part;
  }
  return text;
}

static std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

static std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == at) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

Command read_command(const CLI::App& app, const std::string& name) {
  Command command{name, app.get_description(), app.get_footer(), {}, {}};
  for (const CLI::Option* option : app.get_options(std::function<bool(const CLI::Option*)>())) {
    if (option->get_group().empty()) continue;
    Choice choice;
    choice.named = option->nonpositional();
    choice.flags = choice.named ? option->get_name(false, true) : "";  // "-h,--help"
    // CLI11 writes what it checks after a colon: "N:INT in [1 - 999999999]".
    const std::string type = split(option->get_type_name(), ':').front();
    choice.value = choice.named ? type : option->get_name();
    if (choice.named && option->get_items_expected_max() == 0) choice.value.clear();
    choice.help = option->get_description();
    const std::string usual = option->get_default_str();
    if (!usual.empty() && !choice.value.empty()) choice.help += " (default: " + usual + ")";
    command.choices.push_back(std::move(choice));
  }
  for (const CLI::App* one : app.get_subcommands(std::function<bool(const CLI::App*)>()))
    if (!one->get_group().empty()) command.commands.push_back(read_command(*one, one->get_name()));
  return command;
}

// ---- The man page

// A text of man(7): a full stop or quote at the start of a line is no request, a hyphen is one that
// can be copied.
static std::string troff(const std::string& text) {
  std::string safe = replaced(replaced(text, "\\", "\\e"), "-", "\\-");
  if (safe.starts_with('.') || safe.starts_with('\'')) safe.insert(0, "\\&");
  return replaced(replaced(safe, "\n.", "\n\\&."), "\n'", "\n\\&'");
}

static std::string troff_choices(const Command& command) {
  std::string text;
  for (const Choice& choice : command.choices) {
    text += ".TP\n";
    if (choice.named) text += "\\fB" + troff(replaced(choice.flags, ",", ", ")) + "\\fR";
    if (choice.named && !choice.value.empty()) text += " ";
    if (!choice.value.empty()) text += "\\fI" + troff(choice.value) + "\\fR";
    text += "\n" + troff(choice.help) + "\n";
  }
  return text;
}

// Lines that stay as they are.
static std::string troff_lines(const std::string& text) {
  return ".nf\n" + troff(text) + "\n.fi\n";
}

std::string man_page(const Command& program, const std::string& version) {
  const std::string& name = program.name;
  // "FRANZ: lets a model see, draw and remember.\nRelays …"
  const std::string first = split(program.help, '\n').front();
  std::string headline =
      first.substr(first.find(": ") == std::string::npos ? 0 : first.find(": ") + 2);
  while (headline.ends_with('.')) headline.pop_back();
  std::string text = ".TH " + replaced(name, "-", "\\-") + " 1 \"\" \"FRANZ " + troff(version) +
                     "\" \"User Commands\"\n.SH NAME\n" + troff(name + " - " + headline) +
                     "\n.SH SYNOPSIS\n.B " + name +
                     "\n[OPTIONS] [OBJECTIVE] [\\-\\- PROGRAM [ARGUMENTS]]\n";
  for (const Command& one : program.commands) {
    text += ".br\n.B " + name + " " + one.name + "\n[OPTIONS]";
    for (const Choice& choice : one.choices)
      if (!choice.named) text += " " + troff(choice.value);
    text += "\n";
  }
  text += ".SH DESCRIPTION\n" + troff(program.help) + "\n.SH OPTIONS\n" + troff_choices(program);
  text += ".SH COMMANDS\n";
  for (const Command& one : program.commands)
    text += ".SS " + name + " " + one.name + "\n" + troff(one.help) + "\n" + troff_choices(one);
  text += ".SH MORE\n" + troff_lines(program.footer);
  return text;
}

// ---- Completions

static std::string quoted(const std::string& text) {
  return "'" + replaced(text, "'", "'\\''") + "'";
}

// All flags of a command: "--fast", "-h", "--help".
static std::vector<std::string> flags_of(const Command& command) {
  std::vector<std::string> flags;
  for (const Choice& choice : command.choices)
    if (choice.named)
      for (const std::string& flag : split(choice.flags, ',')) flags.push_back(flag);
  return flags;
}

static std::vector<std::string> names_of(const std::vector<Command>& commands) {
  std::vector<std::string> names;
  for (const Command& one : commands) names.push_back(one.name);
  return names;
}

std::string bash_completion(const Command& program) {
  const std::string names = joined(names_of(program.commands), "|");
  std::string text = "# Completion of " + program.name + " for bash.\n_" + program.name + R"(() {
  local word=${COMP_WORDS[COMP_CWORD]} command= flags= i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case ${COMP_WORDS[i]} in
      --) return ;;
      )" + names + R"() command=${COMP_WORDS[i]}; break ;;
    esac
  done
  case $command in
)";
  const std::string own = joined(flags_of(program), " ");
  for (const Command& one : program.commands)
    text += "    " + one.name +
            ") flags=" + quoted(joined(flags_of(one), " ") + (one.takes_main ? " " + own : "")) +
            " ;;\n";
  text += "    *) flags=" + quoted(own) + R"( ;;
  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$word"))
  elif [ -z "$command" ]; then
    COMPREPLY=($(compgen -W ")" +
          joined(names_of(program.commands), " ") + R"(" -- "$word"))
  fi
}
complete -o default -F _)" +
          program.name + " " + program.name + "\n";
  return text;
}

// What follows a flag: a file or folder, or words that only the person knows.
static std::string zsh_value(const std::string& value) {
  if (value == "FILE") return ":" + value + ":_files";
  if (value == "DIR") return ":" + value + ":_files -/";
  return ":" + value + ": ";
}

static std::string zsh_specs(const Command& command) {
  std::string text;
  for (const Choice& choice : command.choices) {
    if (!choice.named) continue;
    std::string help = replaced(replaced(choice.help, "\\", "\\\\"), "[", "\\[");
    help = replaced(replaced(help, "]", "\\]"), "\n", " ");
    for (const std::string& flag : split(choice.flags, ','))
      text += "\n    " + quoted(flag + "[" + help + "]" +
                                (choice.value.empty() ? "" : zsh_value(choice.value)));
  }
  return text;
}

std::string zsh_completion(const Command& program) {
  std::string text = "#compdef " + program.name + "\n_" + program.name +
                     "() {\n  local -a main more names\n  main=(" + zsh_specs(program) +
                     "\n  )\n  names=(";
  for (const Command& one : program.commands)
    text += "\n    " + quoted(one.name + ":" + replaced(one.help, ":", "\\:"));
  text += "\n  )\n  local command=${words[(r)(" + joined(names_of(program.commands), "|") + ")]}\n";
  text += "  case $command in\n";
  for (const Command& one : program.commands)
    text += "  " + one.name + ") " + (one.takes_main ? "" : "main=(); ") + "more=(" +
            zsh_specs(one) + "\n    ) ;;\n";
  text +=
      "  *) _arguments -S $main '1: :{_describe command names}' '*:file:_files'; return ;;\n"
      "  esac\n  _arguments -S $main $more '*:file:_files'\n}\n_" +
      program.name + " \"$@\"\n";
  return text;
}

static std::string fish_text(const std::string& text) {
  return "'" + replaced(replaced(replaced(text, "\\", "\\\\"), "'", "\\'"), "\n", " ") + "'";
}

static std::string fish_choices(const Command& command, const std::string& front) {
  std::string text;
  for (const Choice& choice : command.choices) {
    if (!choice.named) continue;
    text += front;
    for (const std::string& flag : split(choice.flags, ','))
      text += flag.starts_with("--") ? " -l " + flag.substr(2) : " -s " + flag.substr(1);
    if (!choice.value.empty()) text += " -r";
    text += " -d " + fish_text(choice.help) + "\n";
  }
  return text;
}

std::string fish_completion(const Command& program) {
  const std::string start = "complete -c " + program.name;
  std::vector<std::string> alone;  // commands that do not take the program's options
  for (const Command& one : program.commands)
    if (!one.takes_main) alone.push_back(one.name);
  std::string text = "# Completion of " + program.name + " for fish.\n" +
                     fish_choices(program, start + " -n 'not __fish_seen_subcommand_from " +
                                               joined(alone, " ") + "'");
  for (const Command& one : program.commands) {
    text += start + " -n __fish_use_subcommand -a " + one.name + " -d " + fish_text(one.help) +
            "\n" + fish_choices(one, start + " -n '__fish_seen_subcommand_from " + one.name + "'");
  }
  return text;
}
}  // namespace franz::pages
