#pragma once
// Isolates programs on a private display from the rest of the system with bubblewrap (bwrap(1)).
//
// A confined program sees the file system read-only. Its home and its /tmp are folders of the
// display, shared by all its programs and removed with it; /run and /var/tmp are empty. It has no
// network, no other processes, no capabilities and only a few variables. It can reach only its own
// display. Root's programs keep one capability, to set their groups: a terminal of root sets the
// groups of its shell, and exits silently if it cannot.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace franz {
// Where a confined program finds our files for it: a read-only folder.
inline constexpr std::string_view kGivenFolder = "/tmp/.franz";
inline constexpr std::string_view kAuthorityName = "authority";  // for XAUTHORITY
inline constexpr std::string_view kManagerRulesName = "openbox.xml";
// A pipe that we hold open for writing: when it closes, the program is ended with all its children.
// So nothing remains if we are killed, whoever started the program.
inline constexpr std::string_view kAliveName = "alive";

struct Confinement {
  std::string bwrap;                      // paths are absolute and contain no links
  std::string display;                    // ":99"
  std::string given;                      // contains the above, and appears as kGivenFolder
  std::string home, temporary;            // folders that replace the next field and /tmp
  std::string home_seen;                  // the program's path for its home
  std::string working_folder;             // where the program starts
  std::vector<std::string> shown;         // hidden paths that remain visible read-only
  std::vector<std::string> emptied = {};  // folders of ours that look empty to the program
  bool root = false;                      // the user is root
  std::vector<std::pair<std::string, std::string>> environment;  // our variables that it may have
};

// Which of our variables a confined program gets: its language, paths and time zone, but no
// possible secret or reference to other services.
bool is_variable_for_confined(std::string_view name);

// Whether `path` is below one of the hidden folders: the home and those of temporary files.
bool is_hidden(const Confinement& confinement, std::string_view path);

// The arguments of env(1) before the command: variables, bwrap and its arguments.
std::vector<std::string> confining_words(const Confinement& confinement);

// The arguments of env(1) before a command that reads what the programs left: confined like them,
// but its home and /tmp are read-only, it has no display, and only HOME, LANG and
// PATH=/usr/bin:/bin. So no file that a program planted there is run.
std::vector<std::string> reading_words(const Confinement& confinement);

// A script for sh(1) that runs its arguments confined.
std::string confining_script(const Confinement& confinement);
}  // namespace franz
