#pragma once
// Progress of a score on the terminal and on the live page.
#include <string>
#include "common/os/print.h"
#include "proxy/command/options_app.h"
#include "proxy/offline/score/ledger_file_app.h"
#include "proxy/offline/score/score_page_app.h"

namespace franz::proxy {
// One call at a time.
class ScoreProgress {
 public:
  // Both must outlive this object. A line for each result, unless --json was given.
  ScoreProgress(const Options& options, ScorePage& page) : options_(options), page_(page) {}

  void report(const std::string& trial, int attempt, const TrialEnd& end);
  // `more`: after the number of results: "3 running".
  void show(const Ledger& ledger, const std::string& more = "");
  void clear() { status_.clear(); }

 private:
  const Options& options_;
  ScorePage& page_;
  StatusLine status_;
};
}  // namespace franz::proxy
