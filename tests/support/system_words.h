#pragma once
// What a system calls its failures, for tests that compare whole messages.
#include <string>

namespace franz::words {
std::string missing_file();
std::string missing_folder();  // of a file that is looked for
std::string file_as_folder();  // a file where a folder should be
// How a child ended that called abort(), that kill_hard() of tests/process ended, and that
// ChildProcess::interrupt() did.
std::string aborted();
std::string killed_hard();
std::string interrupted();
}  // namespace franz::words
