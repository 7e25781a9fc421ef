#include "orchestrator/picture_dump_app.h"
#include "common/base/base64.h"
#include "common/os/files.h"
#include "orchestrator/picture_dump.h"

namespace franz::orchestrator {
static Status save_picture(const std::string& folder, std::string_view png) {
  const Result<std::string> bytes = base64_decode(png);
  if (!bytes.ok()) return bytes.error();
  if (Status made = make_folders(folder); !made.ok()) return made;
  const Result<std::vector<std::string>> names = list_folder(folder);
  if (!names.ok()) return names.error();
  return replace_file(join_path(folder, next_screen_file(names.value())), bytes.value(),
                      Durability::buffered);
}

void PictureDump::save(const std::string& folder, std::string_view png) {
  if (folder.empty() || png.empty()) return;
  const Status saved = save_picture(folder, png);
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
