#pragma once
// `proxy score` as a test starts it: tasks on the sandbox, in folders of its own.
#include <string>
#include <utility>
#include <vector>
#include "common/os/child_process.h"

namespace franz {
class ScoreCommand {
 public:
  // Makes the task "line", which its solution solves, in `folder`. `agent`: who performs tasks
  // instead of a model; "": the model.
  explicit ScoreCommand(std::string folder,
                        std::vector<std::pair<std::string, std::string>> environment = {},
                        std::string agent = "solution");

  std::string bundle() const;
  std::string tasks() const;                      // the folder with the tasks' files
  std::string task(const std::string& id) const;  // the file of a task
  // Makes the file of another task, ID.json. `ours`: members of its "franz" besides the surface.
  void add_task(const std::string& id, const std::string& ours) const;
  // Makes a task's file with this JSON.
  void add_file(const std::string& id, const std::string& json) const;
  // For every program that is started here.
  const std::vector<std::pair<std::string, std::string>>& environment() const {
    return environment_;
  }
  // Runs the proxy with these arguments to its end. `program`: another name of it. `more`: added to
  // the environment.
  ChildOutcome run(std::vector<std::string> arguments, const std::string& program = "proxy",
                   const std::vector<std::pair<std::string, std::string>>& more = {}) const;
  // The arguments of a score with these ones, which name the tasks; with the consent that it asks
  // for.
  std::vector<std::string> consented(const std::vector<std::string>& arguments) const;

 private:
  std::string folder_;
  std::vector<std::pair<std::string, std::string>> environment_;
  std::string agent_;
};

// The seal that a score printed; "": none.
std::string printed_seal(const std::string& output);
}  // namespace franz
