#include "proxy/offline/verify/turn_loader_app.h"
#include <algorithm>
#include <deque>
#include <utility>

namespace franz::proxy {
// Bytes of attempts after which the others of a turn are left unread, and bytes that wait for the
// check, of all readers.
static constexpr std::size_t kTurnAhead = 4UL << 20U;
static constexpr std::size_t kAllAhead = 8UL << 20U;

// Turns are handed over several at once, for to wake a thread may take as long as to load a turn:
// so many in a row are read by the same reader, and it hands them over once they have so many
// bytes.
static constexpr std::size_t kInARow = 16;
static constexpr std::size_t kAtOnce = 512UL << 10U;

struct TurnLoader::Reader {
  explicit Reader(std::size_t ahead) : loaded(ahead) {}
  Mailbox<std::deque<LoadedTurn>> loaded;
  std::deque<LoadedTurn> taken;  // of next(), and not given by it yet
  std::thread thread;
};

static std::size_t size_of(const std::optional<std::string>& file) {
  return file ? file->size() : 0;
}

static std::size_t size_of(const StoredAttempt& attempt) {
  return size_of(attempt.request) + size_of(attempt.response);
}

static std::size_t size_of(const LoadedTurn& turn) {
  constexpr std::size_t kTurn = 1024;                          // beside its files
  std::size_t size = kTurn + 2 * size_of(turn.files.record) +  // once more in what was read of it
                     size_of(turn.files.picture) + size_of(turn.files.plan);
  for (const StoredAttempt& attempt : turn.attempts) size += size_of(attempt);
  return size;
}

std::size_t loading_threads(bool draws) {
  constexpr std::size_t kMost = 4;  // the check takes no more than they read
  const std::size_t cores = std::thread::hardware_concurrency();  // 0: not known
  if (!draws) return std::clamp<std::size_t>(cores, 2, kMost);
  constexpr std::size_t kOthers = 2;
  return std::clamp<std::size_t>(cores, 2, kMost + kOthers) - kOthers;
}

TurnLoader::TurnLoader(const ListedFiles& files, int up_to, std::size_t threads,
                       std::stop_token stop, std::function<bool(int turn)> same_version)
    : files_(files),
      up_to_(up_to),
      stop_(std::move(stop)),
      same_version_(std::move(same_version)),
      turns_(files.index(), up_to) {
  for (std::size_t i = 0; i < threads; ++i)
    readers_.push_back(std::make_unique<Reader>(kAllAhead / threads));
  for (std::size_t i = 0; i < threads; ++i)
    readers_[i]->thread = std::thread([this, i] { read(i); });
}

TurnLoader::~TurnLoader() {
  ended_.request_stop();
  for (const auto& reader : readers_) reader->loaded.close();
  for (const auto& reader : readers_) reader->thread.join();
}

LoadedTurn TurnLoader::load(int turn) const {
  LoadedTurn loaded;
  loaded.files.turn = turn;
  const IndexedFile *record = nullptr, *picture = nullptr, *plan = nullptr;
  std::vector<const IndexedFile*> batches;
  const auto found = files_.index().turns.find(turn);
  if (found != files_.index().turns.end()) {
    for (const IndexedFile& file : found->second) {
      switch (file.place.kind) {
        case RunFilePlace::Kind::record: record = &file; break;
        case RunFilePlace::Kind::picture: picture = &file; break;
        case RunFilePlace::Kind::plan: plan = &file; break;
        case RunFilePlace::Kind::request: loaded.unread[file.place.attempt].request = &file; break;
        case RunFilePlace::Kind::response:
          loaded.unread[file.place.attempt].response = &file;
          break;
        case RunFilePlace::Kind::cuts: loaded.unread[file.place.attempt].cuts = &file; break;
        case RunFilePlace::Kind::batch: batches.push_back(&file); break;
        default: break;
      }
    }
  }
  std::vector<Finding>& findings = loaded.findings;
  loaded.files.record = files_.load(record, findings);
  loaded.files.picture = files_.load(picture, findings);
  loaded.files.plan = files_.load(plan, findings);
  if (same_version_ && loaded.files.record)
    loaded.read = read_record(loaded.files, same_version_(turn));
  std::size_t bytes = 0;
  while (!loaded.unread.empty() && bytes < kTurnAhead && !is_stopped()) {
    const auto first = loaded.unread.begin();
    StoredAttempt stored = files_.load_attempt(first->first, first->second, findings);
    bytes += size_of(stored);
    loaded.attempts.push_back(std::move(stored));
    loaded.unread.erase(first);
  }
  for (const IndexedFile* const batch : batches)
    if (!is_stopped()) files_.check_batch(*batch, loaded.batch_findings);
  return loaded;
}

void TurnLoader::read(std::size_t reader) {
  Mailbox<std::deque<LoadedTurn>>& loaded = readers_[reader]->loaded;
  std::deque<LoadedTurn> ready;
  std::size_t bytes = 0;  // of these
  const auto hand_over = [&] {
    if (!ready.empty()) loaded.push(std::exchange(ready, {}), std::exchange(bytes, 0));
  };
  TurnSequence turns(files_.index(), up_to_);
  std::size_t count = 0;  // of turns before
  for (auto step = turns.next(); step && !is_stopped(); step = turns.next()) {
    if (step->gap) continue;
    const std::size_t row = count++ / kInARow;
    if (row % readers_.size() != reader) continue;
    bytes += size_of(ready.emplace_back(load(step->first)));
    if (count % kInARow == 0 || bytes >= kAtOnce) hand_over();
  }
  hand_over();
  loaded.close();
}

std::optional<LoadedTurn> TurnLoader::next() {
  if (!readers_.empty()) {
    Reader& reader = *readers_[next_++ / kInARow % readers_.size()];
    if (reader.taken.empty()) {
      std::optional<std::deque<LoadedTurn>> more = reader.loaded.pop();
      if (!more) return std::nullopt;
      reader.taken = std::move(*more);
    }
    LoadedTurn turn = std::move(reader.taken.front());
    reader.taken.pop_front();
    return turn;
  }
  std::optional<TurnStep> step = turns_.next();
  while (step && step->gap) step = turns_.next();
  if (!step || is_stopped()) return std::nullopt;
  return load(step->first);
}
}  // namespace franz::proxy
