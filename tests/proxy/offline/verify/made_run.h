#pragma once
// A small run made by the recorder's own core from what passes and from what an orchestrator says,
// written as a folder, for tests to tamper with.
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
  int after = 0;  // the attempt at the turn before; 0: the first
  std::optional<std::string> after_id = std::nullopt;  // instead of that attempt's
  std::optional<std::string> story = std::nullopt;     // instead of that attempt's reply
  std::optional<std::string> note = std::nullopt;
  std::string picture = "1";  // tells its picture from others
  bool cut = false;           // the reply ends in its middle
};

class MadeRun {
 public:
  // Makes the folder again, with the line that the run begins with.
  explicit MadeRun(std::string folder, const Memory* memory = find_memory("sst"),
                   Witness witness = Witness::relay);

  const std::string& folder() const { return folder_; }
  // Turns of one attempt each.
  MadeRun& turns(int first, int last);
  MadeRun& attempt(const MadeAttempt& attempt);
  // A line as it is; the files are written first.
  MadeRun& add(RunEntry entry, const std::vector<std::pair<std::string, std::string>>& files = {});
  // SHA256SUMS, batches and the end.
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
  int acted_ = 0;  // the last turn that the orchestrator reported
};

// What verify_run() finds without drawing: "code: line"; of what was not checked "(code): line".
std::vector<std::string> found_in(const std::string& folder);
}  // namespace franz::proxy
