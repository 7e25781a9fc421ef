#include "tests/process/recorded_run.h"
#include <gtest/gtest.h>
#include <algorithm>
#include <filesystem>
#include "common/os/child_process.h"
#include "common/os/files.h"
#include "tests/process/running_proxy.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace fs = std::filesystem;

ProgramResult run_program_of_ours(const std::string& name,
                                  const std::vector<std::string>& arguments,
                                  const std::string& bin) {
  const std::string folder = bin.empty() ? std::string(kBinDir) : bin;
  // The pointer's mark makes a picture depend on the clicks of earlier turns.
  const ChildCommand command{
      folder + "/" + name, arguments, {{"FRANZ_MARKS_CURSOR", "true"}}, kSourceDir};
  ChildOutcome outcome = run_child(command, "", kLongEnough);
  EXPECT_EQ(outcome.end.kind, ChildEnd::Kind::exited)
      << name << " " << describe(outcome.end, kLongEnough) << "\n"
      << outcome.errors;
  return {outcome.end.code, std::move(outcome.output), std::move(outcome.errors)};
}

Recorded record_run(const std::string& runs, int turns, const std::string& bin) {
  RunningDemo demo;
  const std::vector<std::string> before = list_folder(runs).value();
  const ProgramResult made =
      run_program_of_ours("proxy",
                          {"--listen", "127.0.0.1:0", "--dashboard", "127.0.0.1:0", "--runs", runs,
                           "--upstream", demo.url, "--turns", std::to_string(turns)},
                          bin);
  EXPECT_EQ(made.code, 0) << made.output << made.errors;
  Recorded recorded;
  for (const std::string& name : list_folder(runs).value())
    if (std::find(before.begin(), before.end(), name) == before.end())
      recorded.folder = join_path(runs, name);
  const std::size_t at = made.output.find("seal       ");
  if (at != std::string::npos) recorded.seal = made.output.substr(at + 11, 64);
  return recorded;
}

ProgramResult verify(const std::string& folder, const std::vector<std::string>& more) {
  std::vector<std::string> arguments = {"verify", folder};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_program_of_ours("proxy", arguments);
}

// The path of a UTF-8 name, on systems with another narrow encoding too.
static fs::path path_of(const std::string& name) {
  return fs::path(std::u8string(name.begin(), name.end()));
}

std::string copy_run(const std::string& from, const std::string& to) {
  EXPECT_TRUE(remove_folder(to).ok()) << to;
  fs::copy(path_of(from), path_of(to), fs::copy_options::recursive);
  return to;
}

std::string read_of(const std::string& folder, const std::string& name) {
  const Result<std::string> bytes = read_file(join_path(folder, name));
  EXPECT_TRUE(bytes.ok()) << name;
  return bytes.ok() ? bytes.value() : "";
}

void write_of(const std::string& folder, const std::string& name, const std::string& bytes) {
  EXPECT_TRUE(replace_file(join_path(folder, name), bytes, Durability::buffered).ok()) << name;
}

void edit_file(const std::string& folder, const std::string& name, const std::string& after,
               const std::string& from, const std::string& to) {
  std::string bytes = read_of(folder, name);
  const std::size_t start = bytes.find(after);
  const std::size_t at = start == std::string::npos ? start : bytes.find(from, start);
  EXPECT_NE(at, std::string::npos) << name << ": " << after << " … " << from;
  if (at != std::string::npos) write_of(folder, name, bytes.replace(at, from.size(), to));
}
}  // namespace franz
