#pragma once
// The run folder, written by a thread of its own, so that nothing ever waits for a disk. It keeps
// SHA256SUMS: a line for each file that changes no more, and at a clean end for all of them.
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <variant>
#include <vector>
#include "common/base/result.h"
#include "proxy/log/sums.h"
#include "proxy/log/turn_log.h"
#include "proxy/mailbox_app.h"

namespace franz::proxy {
inline constexpr std::uint64_t kMaxLog = 8UL << 20U;  // bytes; then proxy.log becomes proxy.log.1
inline constexpr int kOldLogs = 4;                    // proxy.log.1, the newest, to .4

class RunFolder {
 public:
  // Told on the writer's thread when writing begins to fail (the text says why), and when all that
  // had failed is written (empty text).
  using Trouble = std::function<void(const std::string& text)>;
  // Told on that thread too: what could not be done, or is lost, and keeps nothing else from being
  // written. False: nobody took it.
  using Warning = std::function<bool(const std::string& text)>;

  RunFolder(std::string path, Trouble trouble, Warning warning = {});
  ~RunFolder();  // without a seal
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  const std::string& path() const { return path_; }

  // Each is queued, in order. Files are written under a temporary name and renamed; what cannot be
  // written is tried again with the next one; past 64 MiB of them the oldest are lost (run.json
  // never is), of which the warning tells when the disk takes writes again.
  void save(SaveFile file);
  void save_batch(SaveBatch batch);
  void append(const std::string& name, std::string line);  // without its end; logs rotate
  void finish_turns(int up_to);                            // lists their files in SHA256SUMS
  // The run goes on after turn `last`: removes what a kill left half written, lists what it left
  // out, and takes the files off the list that will be written on.
  void resume(int last);
  // With all that is in them. One that a proxy writes stays; one that cannot be removed is warned
  // of.
  void remove_runs(std::vector<std::string> folders);

  // Writes all that is queued, lists all files there are, and ends the thread. The seal: the
  // digest of SHA256SUMS, which stands for every byte of the folder. Failure: what could not be
  // written or read. Once.
  Result<std::string> close();
  // After close(): what was given up and never told of; empty: nothing.
  std::string lost() const;

 private:
  struct AppendLine {
    std::string name, line;
  };
  struct Resume {
    int last = 0;
  };
  struct RemoveRuns {
    std::vector<std::string> folders;
  };
  using Job = std::variant<SaveFile, SaveBatch, AppendLine, TurnsFinished, Resume, RemoveRuns>;
  static std::size_t size_of(const Job& job);
  void queue(Job job);
  void work();
  void take(Job job);
  void retry();
  bool take_place_of_waiting(const Job& job);
  bool give_up_oldest();
  Status perform(const Job& job);
  Status write(const Job& job);
  Status write_file(const SaveFile& file);
  Status write_batch(const SaveBatch& batch);
  Status write_line(const AppendLine& line);
  Status rotate(const std::string& name) const;
  Status written(int turn, Sum sum);
  Status finish(int up_to);
  Status resume_sums(int last);
  void remove_now(const std::vector<std::string>& folders) const;
  Status append_sums(const std::vector<Sum>& sums) const;
  Result<std::string> seal();

  const std::string path_;
  const Trouble trouble_;
  const Warning warning_;
  Mailbox<Job> jobs_;
  std::deque<Job> failed_;
  std::size_t failed_bytes_ = 0;
  int lost_files_ = 0, lost_lines_ = 0;  // given up, and not yet told
  std::string first_lost_, last_lost_;
  std::map<int, std::map<std::string, std::string>>
      open_;          // turn -> file -> digest, not listed yet
  int finished_ = 0;  // turns up to this one are listed
  std::map<std::string, std::uint64_t> log_bytes_;
  SaveFile about_;  // run.json as last written
  std::atomic<bool> sealing_ = false;
  Result<std::string> seal_ = Error{"the run was not closed"};
  std::thread thread_;
};
}  // namespace franz::proxy
