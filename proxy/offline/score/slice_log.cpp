#include "proxy/offline/score/slice_log.h"
#include <algorithm>
#include <charconv>
#include <utility>
#include "common/base/json.h"
#include "common/base/printable.h"
#include "common/base/sha256.h"
#include "common/base/utf8.h"
#include "proxy/tasks/task.h"

namespace franz::proxy {
static constexpr std::string_view kEnd = ".jsonl";
static constexpr int kMaxSlice = 1'000'000;
static constexpr std::size_t kRandomDigits = 6;
static constexpr std::int64_t kMaxLine = 1'000'000'000;

std::string slice_name(const SliceProcess& process) {
  return std::to_string(process.slice) + "-" + std::to_string(process.restart) + "-" +
         process.random;
}

std::string slice_file(const SliceProcess& process) {
  return std::string(kSliceFolder) + "/" + slice_name(process) + std::string(kEnd);
}

static bool is_random(std::string_view text) {
  return text.size() == kRandomDigits &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::optional<SliceProcess> read_slice_file(std::string_view name) {
  if (!name.ends_with(kEnd)) return std::nullopt;
  const std::string_view text = name.substr(0, name.size() - kEnd.size());
  SliceProcess process;
  const char* const end = text.data() + text.size();
  const auto slice = std::from_chars(text.data(), end, process.slice);
  if (slice.ec != std::errc() || slice.ptr == end) return std::nullopt;
  const auto restart = std::from_chars(slice.ptr + 1, end, process.restart);
  if (restart.ec != std::errc() || restart.ptr == end) return std::nullopt;
  process.random = std::string(restart.ptr + 1, end);
  // No other spelling of the same numbers.
  if (process.slice < 0 || process.restart < 0 || !is_random(process.random) ||
      slice_name(process) != text)
    return std::nullopt;
  return process;
}

std::string slice_run_folder(const SliceProcess& process, const std::string& trial, int attempt) {
  return trial_folder(trial + "-s" + slice_name(process), attempt);
}

std::size_t slice_count(std::size_t trials, int per_slice) {
  const auto size = static_cast<std::size_t>(std::max(per_slice, 1));
  return (trials + size - 1) / size;
}

std::vector<Trial> slice_trials(const std::vector<Trial>& trials, int slice, int per_slice) {
  const auto size = static_cast<std::size_t>(std::max(per_slice, 1));
  const std::size_t begin = std::min(trials.size(), static_cast<std::size_t>(slice) * size);
  const std::size_t end = std::min(trials.size(), begin + size);
  return {trials.begin() + static_cast<std::ptrdiff_t>(begin),
          trials.begin() + static_cast<std::ptrdiff_t>(end)};
}

static JsonObject begin_line(const HashChain& chain, const std::string& time, const char* kind) {
  JsonObject object;
  object.number("seq", chain.next_seq()).text("time", time).text("kind", kind);
  return object;
}

std::string SliceLog::line(const std::string& time, const SliceHead& head) const {
  JsonObject object = begin_line(chain_, time, "slice");
  object.text("plan", head.plan_sha256);
  object.number("slice", static_cast<long long>(head.process.slice));
  object.number("restart", static_cast<long long>(head.process.restart));
  object.text("random", head.process.random);
  object.number("trials", static_cast<long long>(head.per_slice));
  object.text("host", cut_text(printable(head.host), kMaxShownText));
  return object.text("previous", chain_.last_sha256()).finish();
}

std::string SliceLog::line(const std::string& time, const SliceEnd& end) const {
  JsonObject object = begin_line(chain_, time, "ended");
  object.text("trial", end.trial).number("try", static_cast<long long>(end.attempt));
  object.text("folder", end.folder);
  add_end(object, end.end);
  return object.text("previous", chain_.last_sha256()).finish();
}

static SliceHead read_head(MessageFields& fields) {
  SliceHead head;
  head.plan_sha256 = fields.text("/plan");
  head.process.slice = static_cast<int>(fields.integer("/slice", 0, kMaxSlice));
  head.process.restart = static_cast<int>(fields.integer("/restart", 0, kMaxSlice));
  head.process.random = fields.text("/random");
  head.per_slice = static_cast<int>(fields.integer("/trials", 1, kMaxSlice));
  head.host = fields.text("/host");
  if (!is_sha256_hex(head.plan_sha256)) fields.fail("/plan", "64 hexadecimal digits");
  if (!is_random(head.process.random)) fields.fail("/random", "six hexadecimal digits");
  return head;
}

Status SliceLog::take(std::string_view text) {
  if (text.size() > kMaxLedgerLine) return Error{"longer than a line may be"};
  Result<MessageFields> parsed = MessageFields::parse(text);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  const std::int64_t seq = fields.integer("/seq", 1, kMaxLine);
  const std::string previous = fields.text("/previous");
  const std::string kind = fields.choice("/kind", {"slice", "ended"});
  if (!fields.failure().empty()) return fields.error();
  if (const Status follows = chain_.check_follows(seq, previous); !follows.ok()) return follows;
  if ((kind == "slice") != (seq == 1))
    return Error{"/kind: the first line, and no other, is \"slice\""};
  if (kind == "slice") {
    SliceHead head = read_head(fields);
    if (!fields.failure().empty()) return fields.error();
    head_ = std::move(head);
  } else {
    SliceEnd end;
    end.trial = read_trial_of(fields, end.attempt);
    end.folder = fields.text("/folder");
    end.end = read_end(fields);
    end.line = seq;
    if (!end.folder.empty() && !is_task_name(end.folder, kMaxRunFolder))
      fields.fail("/folder", "the name of a run's folder");
    if (!fields.failure().empty()) return fields.error();
    ends_.push_back(std::move(end));
  }
  chain_.take(text);
  return Done{};
}
}  // namespace franz::proxy
