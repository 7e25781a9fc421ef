#pragma once
// The system's error messages, for tests that compare whole messages.
#include <string>

namespace franz::words {
std::string missing_file();
std::string missing_folder();  // a missing file
std::string file_as_folder();  // a file where a folder should be
// How a child ended that called abort(), was ended by kill_hard() of tests/process, or by
// ChildProcess::interrupt().
std::string aborted();
std::string killed_hard();
std::string interrupted();
}  // namespace franz::words
