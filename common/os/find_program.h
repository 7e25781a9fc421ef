#pragma once
// Finds programs by name.
#include <string>

namespace franz {
// The path of an executable program, found as by a shell: in the folders of PATH, or as given if it
// contains a slash; on Windows as SearchPath() does, with or without ".exe". Empty if there is
// none.
std::string find_program(const std::string& name);
}  // namespace franz
