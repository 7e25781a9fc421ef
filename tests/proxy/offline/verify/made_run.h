#pragma once
// A small run that tests can tamper with. The recorder's own core builds it from traffic and an
// orchestrator's reports and writes it as a folder.
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include "common/formats/memories.h"
#include "common/http/http_observer.h"
#include "common/run/log_entry.h"
#include "common/run/observe.h"
#include "common/run/run_story.h"

namespace franz::proxy {
// The reply to a turn, as its content token without quotes.
std::string reply_text(int turn, int attempt = 1);
// The id of a request.
std::string request_id(int turn, int attempt = 1);

struct MadeAttempt {
  int turn = 1, attempt = 1;
  int after = 0;  // the attempt at the previous turn; 0: the first
  std::optional<std::string> after_id = std::nullopt;  // replaces that attempt's id
  std::optional<std::string> story = std::nullopt;     // replaces that attempt's reply
  std::optional<std::string> note = std::nullopt;
  std::string picture = "1";  // distinguishes its picture from others
  bool cut = false;           // the reply breaks off in the middle
  bool gzip = false;          // the reply is compressed
  bool undecoded = false;     // recorded by a version that did not decode it
};

class MadeRun {
 public:
  // Recreates the folder, with the run's first line.
  explicit MadeRun(std::string folder, const Memory* memory = find_memory("sst"),
                   Witness witness = Witness::relay);

  const std::string& folder() const { return folder_; }
  // Turns with one attempt each.
  MadeRun& turns(int first, int last);
  MadeRun& attempt(const MadeAttempt& attempt);
  // Appends the line unchanged after writing its files.
  MadeRun& add(RunEntry entry, const std::vector<std::pair<std::string, std::string>>& files = {});
  // Writes SHA256SUMS, batches and the end.
  MadeRun& end();

 private:
  void write(const std::vector<Observed>& observed);
  void start_again();
  void say_acted(const MadeAttempt& attempt);

  const std::string folder_;
  const Memory* const memory_;
  const Witness witness_;
  LogChain chain_;
  RunStory story_;
  std::optional<Observe> observe_;
  HttpObserver observer_;
  std::uint64_t connections_ = 0;
  int acted_ = 0;  // the last turn reported by the orchestrator
};

// The results of verify_run() without drawing: "code: line"; for unchecked items "(code): line".
std::vector<std::string> found_in(const std::string& folder);
}  // namespace franz::proxy
