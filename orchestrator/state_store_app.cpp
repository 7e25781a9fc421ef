#include "orchestrator/state_store_app.h"
#include <utility>
#include "common/os/replace_text.h"
#include "common/run/run_files.h"

namespace franz::orchestrator {
Status StateStore::store(const LoopState& state) {
  if (Status opened = open_folder(); !opened.ok()) return opened;
  const bool in_place = durability_ == Durability::buffered && when_full_ == WhenFull::in_place;
  Status stored = in_place ? replace_text(*folder_, kStateFile, to_json(state))
                           : folder_->replace(kStateFile, to_json(state), durability_);
  if (stored.ok() && durability_ == Durability::buffered)
    syncing_ = std::async(std::launch::async, [this] { return folder_->sync(kStateFile); });
  return stored;
}

// A folder that was moved away or removed is made again, as the proxy and the capturer do.
Status StateStore::open_folder() {
  if (folder_ && folder_->is_still_there()) return Done{};
  static_cast<void>(settle());  // it works on that folder
  folder_.reset();
  Result<Folder> made = Folder::make(run_dir_);
  if (!made.ok()) return made.error();
  folder_.emplace(std::move(made).value());
  return Done{};
}
}  // namespace franz::orchestrator
