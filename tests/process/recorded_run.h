#pragma once
// Recorded runs for tests: made by the real programs, copied, tampered with, and verified.
#include <functional>
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
// The request as it was sent. From here on it is stored so, as before pictures were cut from it.
std::string make_whole(const std::string& folder, const std::string& name);
// Replaces the first `from` that stands behind `after`. A test fails where there is none. A request
// is made whole first.
void edit_file(const std::string& folder, const std::string& name, const std::string& after,
               const std::string& from, const std::string& to);
// What an editor does who covers his tracks: the batches and SHA256SUMS made anew.
void join_again(const std::string& folder);
void sum_again(const std::string& folder);
// Takes the lines of other files off SHA256SUMS; what is left of it.
std::string keep_sums(const std::string& folder,
                      const std::function<bool(const std::string& name)>& kept);
}  // namespace franz
