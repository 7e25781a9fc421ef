#pragma once
// The live page of a score: the grid of tasks and arms, from which each run opens.
#include <memory>
#include <string>
#include "common/base/result.h"
#include "proxy/command/options_app.h"
#include "proxy/dashboard/dashboard_app.h"
#include "proxy/offline/score/ledger.h"

namespace franz::proxy {
class ScorePage {
 public:
  // Serves the page of the bundle with that path, at the dashboard's address; if no flag names that
  // and it is taken, at a free port. Failure: names the address.
  static Result<std::unique_ptr<ScorePage>> start(const Options& options,
                                                  const std::string& bundle);

  const Address& address() const { return dashboard_->address(); }
  // "dashboard  http://127.0.0.1:8080\n"
  std::string greeting() const;
  // Shows the ledger as it is now. Any thread, one call at a time.
  void show(const Ledger& ledger);
  void stop() { dashboard_->stop(); }  // may block on reading a run's files

 private:
  explicit ScorePage(std::unique_ptr<Dashboard> dashboard) : dashboard_(std::move(dashboard)) {}
  std::unique_ptr<Dashboard> dashboard_;
};

// The answer of /api/score: see docs/http-api.md.
std::string score_json(const Ledger& ledger);
}  // namespace franz::proxy
