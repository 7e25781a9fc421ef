#pragma once
// Runs for tests: recorded by the real programs, copied, tampered with and verified.
#include <string>
#include <vector>

namespace franz {
struct ProgramResult {
  int code = -1;
  std::string output, errors;
};
// Runs one of our programs to its end. `bin`: its folder; empty: the build folder.
ProgramResult run_program_of_ours(const std::string& name,
                                  const std::vector<std::string>& arguments,
                                  const std::string& bin = "");

// Records a run of `turns` turns with the demo model in `runs`, ended cleanly.
struct Recorded {
  std::string folder, seal;
};
Recorded record_run(const std::string& runs, int turns, const std::string& bin = "");

// `proxy verify FOLDER …`
ProgramResult verify(const std::string& folder, const std::vector<std::string>& more = {});

// Copies a run to `to`, replacing what was there, and returns `to`.
std::string copy_run(const std::string& from, const std::string& to);

std::string read_of(const std::string& folder, const std::string& name);
void write_of(const std::string& folder, const std::string& name, const std::string& bytes);
// Replaces the first `from` after `after` in a file; the test fails if there is none. Edits of a
// stored request must keep its length: its pictures were cut out by position.
void edit_file(const std::string& folder, const std::string& name, const std::string& after,
               const std::string& from, const std::string& to);
}  // namespace franz
