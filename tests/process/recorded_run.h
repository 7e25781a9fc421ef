#pragma once
// Recorded runs for tests: made by the real programs, copied, tampered with, and verified.
#include <string>
#include <vector>

namespace franz {
struct ProgramResult {
  int code = -1;
  std::string output, errors;
};
// Runs a program of ours to its end. `bin`: its folder; empty: where they were built.
ProgramResult run_program_of_ours(const std::string& name,
                                  const std::vector<std::string>& arguments,
                                  const std::string& bin = "");

// A run of the built-in model's first `turns` turns in `runs`, ended cleanly; its folder.
struct Recorded {
  std::string folder, seal;
};
Recorded record_run(const std::string& runs, int turns, const std::string& bin = "");

// `proxy verify FOLDER …`
ProgramResult verify(const std::string& folder, const std::vector<std::string>& more = {});

// A copy of a run as `to`, whatever was there before.
std::string copy_run(const std::string& from, const std::string& to);

std::string read_of(const std::string& folder, const std::string& name);
void write_of(const std::string& folder, const std::string& name, const std::string& bytes);
// Replaces the first `from` after `after` in a file, and nothing else. A test fails where there is
// none. A stored request keeps its length: pictures were cut from it by their places.
void edit_file(const std::string& folder, const std::string& name, const std::string& after,
               const std::string& from, const std::string& to);
}  // namespace franz
