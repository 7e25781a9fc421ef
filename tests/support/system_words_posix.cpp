#include "tests/support/system_words.h"

namespace franz::words {
std::string missing_file() { return "No such file or directory"; }
std::string missing_folder() { return missing_file(); }
std::string file_as_folder() { return "Not a directory"; }
std::string aborted() { return "ended by signal 6"; }
std::string killed_hard() { return "ended by signal 9"; }
std::string interrupted() { return "ended by signal 15"; }
}  // namespace franz::words
