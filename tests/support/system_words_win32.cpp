#include <windows.h>
#include "common/os/win32_support.h"
#include "tests/support/system_words.h"

// Windows messages are in the user's language, so they are requested from the system. It has no
// signals, only exit codes.
namespace franz::words {
std::string missing_file() { return win32::message(ERROR_FILE_NOT_FOUND); }
std::string missing_folder() { return win32::message(ERROR_PATH_NOT_FOUND); }
std::string file_as_folder() { return missing_folder(); }
std::string aborted() { return "ended with exit code 3"; }
std::string killed_hard() { return "ended with exit code 1"; }
std::string interrupted() { return "ended with exit code 137"; }
}  // namespace franz::words
