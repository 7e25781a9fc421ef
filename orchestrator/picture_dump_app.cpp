#include "orchestrator/picture_dump_app.h"
#include "common/base/base64.h"
#include "common/os/files.h"
#include "orchestrator/picture_dump.h"

namespace franz::orchestrator {
static Result<std::string> next_path(const std::string& folder) {
  if (Status made = make_folders(folder); !made.ok()) return made.error();
  const Result<std::vector<std::string>> names = list_folder(folder);
  if (!names.ok()) return names.error();
  return join_path(folder, next_screen_file(names.value()));
}

std::string PictureDump::next_file(const std::string& folder) {
  if (folder.empty()) return "";
  Result<std::string> path = next_path(folder);
  if (path.ok()) return std::move(path).value();
  report(path.error());
  return "";
}

void PictureDump::save(const std::string& file, std::string_view png) {
  if (file.empty() || png.empty()) return;
  const Result<std::string> bytes = base64_decode(png);
  report(bytes.ok() ? replace_file(file, bytes.value(), Durability::buffered) : bytes.error());
}

void PictureDump::report(const Status& saved) {
  const std::string trouble = saved.ok() ? "" : saved.error().message;
  if (trouble == trouble_) return;
  trouble_ = trouble;
  if (trouble.empty()) {
    output_.log(LogLevel::info, "[agent] dump_dir: pictures can be saved again");
  } else {
    output_.log(LogLevel::warning, "[agent] dump_dir: a picture cannot be saved: " + trouble);
  }
}
}  // namespace franz::orchestrator
