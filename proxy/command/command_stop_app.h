#pragma once
// Ctrl-C in a command that goes through a run and ends: verify, fork, export.
//
// It asks the command to stop, which it does by itself. Where it has not within a second, because a
// disk does not answer, the process is ended for it: what it was making is taken back first.
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

namespace franz::proxy {
class CommandStop {
 public:
  // From here on Ctrl-C is heard. Before any thread starts; once in a process. `command`: in front
  // of the last words, "proxy fork".
  explicit CommandStop(std::string command);
  CommandStop(const CommandStop&) = delete;
  CommandStop& operator=(const CommandStop&) = delete;

  void ask();  // as the first Ctrl-C does
  bool is_asked() const;
  std::stop_token token() const;

  // Held by the command while it changes what it makes. Waits for ever once that is taken back.
  using Making = std::unique_lock<std::mutex>;
  [[nodiscard]] Making making() const;
  // Removes what was made so far; empty: there is nothing, or it is finished. Called on the
  // signals' thread while nobody is making, on the way out: with std::_Exit, so that nothing of the
  // caller's is destroyed before. `making`: of this object.
  void set_take_back(const Making& making, std::function<void()> take_back);

 private:
  struct Shared;
  const std::shared_ptr<Shared> shared_;  // with the signals' thread, which outlives us
};
}  // namespace franz::proxy
