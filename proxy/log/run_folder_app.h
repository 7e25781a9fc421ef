#pragma once
// The run folder: written by a thread of its own, so that nothing ever waits for a disk, and read
// when a run is resumed.
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <variant>
#include <vector>
#include "common/base/result.h"
#include "proxy/log/run_file.h"
#include "proxy/log/turn_log.h"
#include "proxy/mailbox_app.h"

namespace franz::proxy {
// A run as an earlier proxy left it.
struct LoadedRun {
  RunFile run;
  KnownTurns known;
  std::vector<TurnRow> rows;
  std::vector<std::string> problems;  // records that could not be read, each with the reason
};

// Failure: no folder, or no run.json that can be read.
Result<LoadedRun> load_run(const std::string& folder);

// The folder of the run that `name` means: a folder with a run.json, the name of one in
// `runs_folder`, or "latest" for the newest there. No slash at its end.
// Failure: there is none; says where it was looked for.
Result<std::string> find_run(const std::string& runs_folder, const std::string& name);

class RunFolder {
 public:
  // Told on the writer's thread when writing begins to fail (the text says why), and when all that
  // had failed is written (empty text).
  using Trouble = std::function<void(const std::string& text)>;

  RunFolder(std::string path, Trouble trouble);
  ~RunFolder();
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  const std::string& path() const { return path_; }

  // Each is queued, in order. Files are written under a temporary name and renamed; what cannot be
  // written is tried again with the next one, up to 64 MiB of them.
  void save(SaveFile file);
  void save_batch(SaveBatch batch);
  void append(const std::string& name, std::string line);  // without its end

  // Writes all that is queued, and ends the thread.
  void close();

 private:
  struct AppendLine {
    std::string name, line;
  };
  using Job = std::variant<SaveFile, SaveBatch, AppendLine>;
  static std::size_t size_of(const Job& job);
  void work();
  void take(Job job);
  Status perform(const Job& job) const;
  Status write(const Job& job) const;
  Status write_batch(const SaveBatch& batch) const;
  void retry();

  const std::string path_;
  const Trouble trouble_;
  Mailbox<Job> jobs_;
  std::deque<Job> failed_;
  std::size_t failed_bytes_ = 0;
  std::thread thread_;
};
}  // namespace franz::proxy
