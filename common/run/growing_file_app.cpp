#include "common/run/growing_file_app.h"
#include <optional>

namespace franz {
static constexpr std::size_t kMostHeld = 256UL << 10U;  // bytes

static Status make_folder_of(const Folder& folder, const std::string& name) {
  const std::size_t slash = name.rfind('/');
  return slash == std::string::npos ? Done{} : folder.make_folder(name.substr(0, slash));
}

Status replace_run_file(const Folder& folder, const std::string& name, std::string_view bytes,
                        Durability durability) {
  Status done = folder.replace(name, bytes, durability);
  if (done.ok() || done.error().code != ErrorCode::missing) return done;
  if (Status made = make_folder_of(folder, name); !made.ok()) return made;
  return folder.replace(name, bytes, durability);
}

Status GrowingFile::add(const Folder& folder, std::string_view bytes, bool hold) {
  if (broken_) return Done{};
  if (buffer_.size() + bytes.size() > kMostHeld || !hold) {
    if (Status done = flush(folder); !done.ok()) return done;
  }
  if (broken_) return Done{};
  if (bytes.size() > kMostHeld) {  // all of a record: it needs no second copy
    if (Status done = put(folder, bytes); !done.ok()) return done;
    if (!broken_) digest_.update(bytes);
    return Done{};
  }
  digest_.update(bytes);
  buffer_ += bytes;
  return Done{};
}

Status GrowingFile::flush(const Folder& folder) {
  if (buffer_.empty()) return Done{};
  if (Status done = put(folder, buffer_); !done.ok()) return done;
  std::string().swap(buffer_);  // an assignment would keep the room
  return Done{};
}

// Writes them behind what is written; or finds that this is not there any more.
Status GrowingFile::put(const Folder& folder, std::string_view bytes) {
  if (written_ == 0) {
    if (Status removed = folder.remove(temporary_); !removed.ok()) return removed;
  } else {
    const std::optional<FileStamp> there = folder.stamp(temporary_);
    broken_ = !there || there->bytes != written_;
  }
  if (broken_) return Done{};
  Status done = folder.append(temporary_, bytes);
  if (done.ok()) written_ += bytes.size();
  return done;
}

Status GrowingFile::name(const Folder& folder, const std::string& name, Durability durability) {
  if (broken_) return Done{};
  if (written_ == 0) return replace_run_file(folder, name, buffer_, durability);
  if (Status done = flush(folder); !done.ok()) return done;
  if (broken_) return Done{};
  const bool synced = durability == Durability::synced;
  Status done = make_folder_of(folder, name);
  if (done.ok() && synced) done = folder.sync(temporary_);
  if (done.ok()) done = folder.rename(temporary_, name);
  if (done.ok() && synced) done = folder.sync(name);  // its folder's entry
  return done;
}

void GrowingFile::break_off() {
  broken_ = true;
  std::string().swap(buffer_);
}

std::string GrowingFile::digest() const {
  Sha256 digest = digest_;
  return digest.finish();
}
}  // namespace franz
