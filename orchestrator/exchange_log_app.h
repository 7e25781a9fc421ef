#pragma once
// The exchange log's file, agent_run_YYYYMMDD_HHMMSS.log in the run folder (docs/run-format.md).
// What the disk does not take is a warning: a run never ends for it. Of the loop's thread.
#include <optional>
#include <string>
#include <string_view>
#include "common/os/folder.h"
#include "common/wire/api/api.h"
#include "common/wire/api/server_answer.h"
#include "orchestrator/output_app.h"

namespace franz::orchestrator {
class ExchangeLog {
 public:
  // Named by the time now. API and output outlive the log.
  ExchangeLog(std::string run_dir, const Api& api, Output& output);

  // Whether the exchanges that follow are written, `[agent] exchange_log`. The file is made at
  // once where there is none yet.
  void set_on(bool on);
  // In the file when they return.
  void request(std::string_view body);
  void response(const ModelAnswer& answer);

  // Its path; empty: there is none.
  std::string place() const;

 private:
  void write(const std::string& text);

  const std::string run_dir_, name_;
  const Api& api_;
  Output& output_;
  std::optional<Folder> folder_;
  bool on_ = false, made_ = false;
  std::string trouble_;  // as told; empty: the last write went well
};
}  // namespace franz::orchestrator
