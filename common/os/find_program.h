#pragma once
// Programs by their names, on Linux.
#include <string>

namespace franz {
// The path of a program that may be executed, as a shell finds it: in the folders of PATH, or by
// itself if there is a slash in it. Empty: there is none.
std::string find_program(const std::string& name);
}  // namespace franz
