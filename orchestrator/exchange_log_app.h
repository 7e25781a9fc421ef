#pragma once
// The exchange log's file, agent_run_YYYYMMDD_HHMMSS.log in the run folder (docs/run-format.md).
// A write that fails is a warning and does not end the run. For the loop's thread only.
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

  // Whether the next exchanges are written, `[agent] exchange_log`. Creates the file if missing.
  void set_on(bool on);
  // They return when the text is in the file.
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
  std::string trouble_;  // last warning; empty: the last write succeeded
};
}  // namespace franz::orchestrator
