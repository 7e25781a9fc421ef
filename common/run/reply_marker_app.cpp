#include "common/run/reply_marker_app.h"
#include <condition_variable>
#include <mutex>
#include <set>
#include <utility>
#include <vector>
#include "common/os/folder.h"
#include "common/run/reply_marks.h"
#include "common/run/run_files.h"

namespace franz {
// `file`, `unwritten` and `failing` are the thread's; the rest is guarded by the mutex.
struct ReplyMarker::Shared {
  Shared(std::string path, std::function<void(const std::string&)> tell)
      : folder(std::move(path)), warning(std::move(tell)) {}

  void work();
  void take_over();
  Status write();
  void tell(const Status& written);

  const std::string folder;
  const std::function<void(const std::string&)> warning;
  std::string file = no_reply_marks();  // as it is to be
  std::set<std::size_t> unwritten;      // offsets of lines that are to be written
  bool failing = false;

  std::mutex mutex;
  std::condition_variable told, moved;
  std::vector<ReplyPassed> replies;  // that wait for the thread
  bool ending = false, removing = false, ended = false;
};

// What an earlier program left. Of a damaged file the marks that can be read are kept.
void ReplyMarker::Shared::take_over() {
  const Result<Folder> there = Folder::open(folder);
  if (!there.ok()) return;
  const Result<std::string> bytes = there.value().read(kReplyMarksFile, kReplyMarksBytes);
  if (!bytes.ok()) return;
  const ReplyMarks marks = parse_reply_marks(bytes.value());
  for (const auto& [turn, attempt] : marks.attempts)
    file.replace(offset_of_mark(turn), kReplyMarkBytes, to_line({turn, attempt}));
  if (marks.damaged == 0) return;
  for (std::size_t at = 0; at < kReplyMarksBytes; at += kReplyMarkBytes) unwritten.insert(at);
}

// A file that is as long as it is to be has its room; any other is made, and is on the disk when
// that is done, so that the room is really there.
Status ReplyMarker::Shared::write() {
  const Result<Folder> there = Folder::open(folder);
  if (!there.ok()) return there.error();
  const std::optional<FileStamp> stamp = there.value().stamp(kReplyMarksFile);
  const bool has_room =
      there.value().has_file(kReplyMarksFile) && stamp && stamp->bytes == kReplyMarksBytes;
  if (!has_room) {
    Status made = there.value().replace(kReplyMarksFile, file, Durability::synced);
    if (made.ok()) unwritten.clear();
    return made;
  }
  for (; !unwritten.empty(); unwritten.erase(unwritten.begin())) {
    const std::size_t at = *unwritten.begin();
    Status done = there.value().overwrite(kReplyMarksFile, at,
                                          std::string_view(file).substr(at, kReplyMarkBytes));
    if (!done.ok()) return done;
  }
  return Done{};
}

void ReplyMarker::Shared::tell(const Status& written) {
  if (written.ok() == !failing) return;
  failing = !written.ok();
  if (failing && warning)
    warning(written.error().message +
            "; a reply that is not recorded is not named if the proxy is killed now");
}

void ReplyMarker::Shared::work() {
  take_over();
  tell(write());
  std::unique_lock lock(mutex);
  while (true) {
    told.wait(lock, [this] { return ending || !replies.empty(); });
    if (replies.empty()) break;
    const std::vector<ReplyPassed> now = std::exchange(replies, {});
    lock.unlock();
    for (const ReplyPassed& reply : now) {
      const std::size_t at = offset_of_mark(reply.turn);
      file.replace(at, kReplyMarkBytes, to_line(reply));
      unwritten.insert(at);
    }
    tell(write());
    lock.lock();
  }
  if (removing) {
    lock.unlock();
    const Result<Folder> there = Folder::open(folder);
    // One that stays says nothing that run.json does not.
    if (there.ok()) static_cast<void>(there.value().remove(kReplyMarksFile));
    lock.lock();
  }
  ended = true;
  moved.notify_all();
}

ReplyMarker::ReplyMarker(std::string folder, std::function<void(const std::string&)> warning)
    : shared_(std::make_shared<Shared>(std::move(folder), std::move(warning))) {}

ReplyMarker::~ReplyMarker() {
  if (thread_.joinable()) static_cast<void>(end(false, std::chrono::seconds(2)));
}

void ReplyMarker::begin() {
  if (thread_.joinable()) return;
  thread_ = std::thread([shared = shared_] { shared->work(); });
}

void ReplyMarker::passed(const ReplyPassed& reply) {
  const std::lock_guard lock(shared_->mutex);
  shared_->replies.push_back(reply);
  shared_->told.notify_one();
}

bool ReplyMarker::end(bool remove, std::chrono::milliseconds patience) {
  if (!thread_.joinable()) return true;
  Shared& s = *shared_;
  bool ended = false;
  {
    std::unique_lock lock(s.mutex);
    s.ending = true;
    s.removing = remove;
    s.told.notify_one();
    ended = s.moved.wait_for(lock, patience, [&s] { return s.ended; });
  }
  if (ended) {
    thread_.join();
  } else {
    thread_.detach();
  }
  return ended;
}
}  // namespace franz
