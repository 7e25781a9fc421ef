#pragma once
// `proxy score` as a test starts it: one task on the sandbox, in folders of its own.
#include <string>
#include <utility>
#include <vector>
#include "common/os/child_process.h"

namespace franz {
class ScoreCommand {
 public:
  // Makes the task's file in `folder`. `agent`: who performs it instead of a model; "": the model.
  explicit ScoreCommand(std::string folder,
                        std::vector<std::pair<std::string, std::string>> environment = {},
                        std::string agent = "solution");

  std::string bundle() const;
  // Makes the file of another task, ID.json. `ours`: members of its "franz" besides the surface.
  void add_task(const std::string& id, const std::string& ours) const;
  // The proxy with these arguments.
  ChildCommand child(std::vector<std::string> arguments) const;
  ChildOutcome run(std::vector<std::string> arguments) const;
  // The arguments of a score of the task with `more`, and with the consent that it asks for.
  std::vector<std::string> consented(const std::vector<std::string>& more) const;

 private:
  std::string folder_;
  std::vector<std::pair<std::string, std::string>> environment_;
  std::string agent_;
};
}  // namespace franz
