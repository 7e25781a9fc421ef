#include "orchestrator/exchange_log_app.h"
#include <utility>
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/run/log_rotation_app.h"
#include "common/run/run_files.h"
#include "orchestrator/exchange_log.h"

namespace franz::orchestrator {
ExchangeLog::ExchangeLog(std::string run_dir, const Api& api, Output& output)
    : run_dir_(std::move(run_dir)),
      name_(exchange_log_file(utc_time(unix_time_ms()))),
      api_(api),
      output_(output) {}

void ExchangeLog::set_on(bool on) {
  on_ = on;
  if (on_ && !made_) write("");
}

void ExchangeLog::request(std::string_view body) {
  if (on_) write(logged_request(body));
}

void ExchangeLog::response(const ModelAnswer& answer) {
  if (on_) write(logged_response(api_, answer));
}

std::string ExchangeLog::place() const { return made_ ? join_path(run_dir_, name_) : ""; }

void ExchangeLog::write(const std::string& text) {
  const auto append = [&]() -> Status {
    if (!folder_ || !folder_->is_still_there()) {
      folder_.reset();
      Result<Folder> made = Folder::make(run_dir_);
      if (!made.ok()) return made.error();
      folder_.emplace(std::move(made).value());
    }
    return append_log(*folder_, name_, output_.mask(text));
  };
  const Status written = append();
  made_ = made_ || written.ok();
  const std::string trouble = written.ok() ? "" : written.error().message;
  if (trouble == trouble_) return;
  trouble_ = trouble;
  if (trouble.empty()) {
    output_.log(LogLevel::info, "the exchange log can be written again");
  } else {
    output_.log(LogLevel::warning,
                "the exchange log cannot be written: " + trouble + "; the run goes on without it");
  }
}
}  // namespace franz::orchestrator
