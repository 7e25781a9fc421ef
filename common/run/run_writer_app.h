#pragma once
// Writes the files of a run folder, one job after the other, on one thread. It keeps SHA256SUMS: a
// line for each file that changes no more, and at a clean end for all of them.
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>
#include "common/base/result.h"
#include "common/run/growing_file_app.h"
#include "common/run/run_dir_app.h"
#include "common/run/run_jobs.h"
#include "common/run/stored_request_app.h"
#include "common/run/sums.h"

namespace franz {

struct AppendLine {
  std::string name, line;  // without its end
};
// Folders of other runs, with all that is in them.
struct RemoveRuns {
  std::vector<std::string> folders;
};
// Pieces of this stream were given up: it will be no file.
struct StreamBroken {
  std::string stream;
};
using RunJob = std::variant<SaveFile, StreamPiece, StreamEnd, StreamBroken, ForgetFiles, SaveBatch,
                            AppendLine, TurnsFinished, RemoveRuns>;

class RunWriter {
 public:
  // What could not be done, and keeps nothing else from being written.
  using Warning = std::function<void(const std::string& text)>;

  RunWriter(std::string path, Warning warning)
      : path_(std::move(path)), warning_(std::move(warning)) {}

  // An earlier proxy's run goes on after turn `last`, or after that of an older state.json: takes
  // the files off SHA256SUMS that will be written on, and those of turns that may be made again,
  // lists what a kill left out, and removes what it left half written, temporary files of other
  // programs too: none may be writing. `go_on` is asked before each file that is read, and
  // ends that by false. Failure: it was ended, or what cannot be read, as read_sums(), or written;
  // SHA256SUMS is then as it was.
  Status resume(int last, const std::function<bool()>& go_on = {});

  // Files are written under a temporary name and renamed, streams of some size as they come.
  // Failure: why it could not be written; the same job may be tried again. A folder that was
  // removed is made anew, with run.json in it.
  Status perform(const RunJob& job);

  // The names that ended streams were to have whose bytes are not all there, since the last call.
  std::vector<std::string> take_broken();

  // True if run.json was written: there is something to seal.
  bool began() const { return run_json_.bytes != nullptr; }
  // Lists all files there are. The digest of SHA256SUMS, which stands for every byte of the folder.
  // `on_progress` hears of each entry that is listed (`all` is 0) and each file that is read.
  using OnProgress = std::function<void(std::size_t done, std::size_t all)>;
  Result<std::string> seal(const OnProgress& on_progress = {});

 private:
  struct Stream {
    GrowingFile file;
    std::string named;  // set when the file has its name; its line is still to be written
  };

  Status open_folder();
  const Folder& folder() const { return dir_->folder(); }
  Status write(const RunJob& job);
  Status write_file(const SaveFile& file);
  Status write_batch(const SaveBatch& batch);
  Status write_line(const AppendLine& line);
  Status write_piece(const StreamPiece& piece);
  Status end_stream(const StreamEnd& end);
  Status forget(const std::vector<std::string>& names);
  Stream& stream(const std::string& name);
  Status replace_picture(const SaveFile& file);
  Status cut_requests(int turn);
  Status written(int turn, Sum sum);
  Status unlist(int turn, const std::string& name);
  Status before_again(const std::string& name);
  Status remove_batches_of(int turn);
  Status finish(int up_to);
  void remove_now(const std::vector<std::string>& folders) const;
  Status append_sums(const std::vector<Sum>& sums) const;
  void know_picture(const Sum& sum);

  const std::string path_;
  std::optional<RunDir> dir_;  // nothing: not opened yet, or it was moved or removed
  const Warning warning_;
  std::map<std::string, Stream> streams_;
  std::vector<std::string> broken_;
  std::map<int, std::map<std::string, std::string>>
      open_;          // turn -> file -> digest, not listed yet
  int finished_ = 0;  // turns up to this one are listed
  int batched_ = 0;   // there is no batch of later turns
  RequestCutter cutter_;
  std::map<std::string, std::uint64_t> log_bytes_;
  SaveFile run_json_;  // run.json as last written
};
}  // namespace franz
