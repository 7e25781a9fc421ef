#pragma once
// How programs on a private display are kept from the rest of the system, by bubblewrap (bwrap(1)).
//
// A confined program sees the file system read-only. Its home and its /tmp are folders of the
// display, which all its programs share and which go with it; /run and /var/tmp are empty. It has
// no network, no other processes, no capabilities and a few variables only. Of displays it reaches
// its own. Root's programs keep one capability, that of choosing their groups: a terminal of root
// sets the groups of the shell that it starts, and ends without a word where it must not.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace franz {
// Where a confined program finds what it is given: read-only, a folder of ours.
inline constexpr std::string_view kGivenFolder = "/tmp/.franz";
inline constexpr std::string_view kAuthorityName = "authority";  // for XAUTHORITY
inline constexpr std::string_view kManagerRulesName = "openbox.xml";
// A pipe that we hold open for writing: when it ends, the program is ended with all its children.
// So nothing stays when we are killed, whoever started the program.
inline constexpr std::string_view kAliveName = "alive";

struct Confinement {
  std::string bwrap;               // paths are absolute and have no link in them
  std::string display;             // ":99"
  std::string given;               // holds the above, and appears as kGivenFolder
  std::string home, temporary;     // folders that stand for what follows and for /tmp
  std::string home_seen;           // where the program has its home
  std::string working_folder;      // where the program starts
  std::vector<std::string> shown;  // of what is hidden, still seen read-only
  bool root = false;               // the person is root
  std::vector<std::pair<std::string, std::string>> environment;  // of ours that it may have
};

// Which of our variables a confined program gets: its language, paths and time zone, nothing that
// may be a secret or lead elsewhere.
bool is_variable_for_confined(std::string_view name);

// Whether `path` is below one of the folders that are hidden: the home and those of temporary
// files.
bool is_hidden(const Confinement& confinement, std::string_view path);

// What stands behind env(1), for the command to follow: variables, bwrap and its arguments.
std::vector<std::string> confining_words(const Confinement& confinement);

// A program for sh(1) that runs its arguments confined.
std::string confining_script(const Confinement& confinement);
}  // namespace franz
