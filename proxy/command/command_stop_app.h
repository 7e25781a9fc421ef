#pragma once
// Ctrl-C in a command that reads a run and ends: verify, fork, export.
//
// Ctrl-C asks the command to stop. If it has not stopped within a second, because a disk does not
// answer, this removes what the command was making and ends the process.
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

namespace franz::proxy {
class CommandStop {
 public:
  // Handles Ctrl-C from now on. Create it before any thread starts, once per process. `command`:
  // "proxy fork", the prefix of the last message.
  explicit CommandStop(std::string command);
  CommandStop(const CommandStop&) = delete;
  CommandStop& operator=(const CommandStop&) = delete;

  void ask();  // same as the first Ctrl-C
  bool is_asked() const;
  std::stop_token token() const;

  // The command holds it while it changes its output. Blocks forever once that output is removed.
  using Making = std::unique_lock<std::mutex>;
  [[nodiscard]] Making making() const;
  // `take_back` removes what was made so far; empty: there is nothing to remove, or it is finished.
  // It is called on the signals' thread while no Making exists. std::_Exit follows, so the caller's
  // objects are not destroyed before. `making`: of this object.
  void set_take_back(const Making& making, std::function<void()> take_back);

 private:
  struct Shared;
  const std::shared_ptr<Shared> shared_;  // shared with the signals' thread, which outlives us
};
}  // namespace franz::proxy
