#include "common/run/run_files.h"
#include <array>
#include <charconv>
#include "common/base/sha256.h"
#include "common/wire/limits.h"
#include "common/wire/turn_options.h"

namespace franz {
using Kind = RunFilePlace::Kind;

std::string padded(int number, std::size_t width) {
  std::string digits = std::to_string(number);
  return digits.size() < width ? std::string(width - digits.size(), '0') + digits : digits;
}

static std::string folder_of_thousand(const char* of, int turn) {
  return std::string(of) + "/" + padded(turn / kTurnsInAFolder, 3);
}

std::string folder_of_turn(int turn) {
  return turn < kTurnsInAFolder ? "" : folder_of_thousand(kTurnsFolder, turn);
}

static std::string file_of_turn(int turn, const std::string& name) {
  const std::string folder = folder_of_turn(turn);
  return folder.empty() ? name : folder + "/" + name;
}

// "turn_0007", "turn_0007-2"
static std::string stem(const char* start, int turn, int attempt) {
  return start + padded(turn, 4) + (attempt == 1 ? "" : "-" + std::to_string(attempt));
}

std::string record_file(int turn, int attempt) {
  return file_of_turn(turn, stem("turn_", turn, attempt) + ".json");
}
std::string picture_file(int turn, int attempt) {
  return file_of_turn(turn, stem("turn_", turn, attempt) + ".png");
}
std::string plan_file(int turn, int attempt) {
  return file_of_turn(turn, stem("turn_", turn, attempt) + "_plan.png");
}
std::string lost_file(int turn, int attempt) {
  return file_of_turn(turn, "lost_" + padded(turn, 4) + "-" + std::to_string(attempt) + ".json");
}
std::string keyframe_file(int turn, std::string_view end) {
  return file_of_turn(turn, "keyframe_" + padded(turn, 4) + "." + std::string(end));
}
std::string settings_file(long long seq) {
  std::string digits = std::to_string(seq);
  if (digits.size() < 8) digits.insert(0, 8 - digits.size(), '0');
  return "settings_" + digits + ".json";
}

std::string exchange_file(int turn, int attempt, std::string_view side) {
  return folder_of_thousand(kExchangeFolder, turn) + "/" + padded(turn, 4) + "-" +
         std::to_string(attempt) + "." + std::string(side);
}

static constexpr std::string_view kGetterStart = "getter_";

std::string getter_file(std::string_view sha256) {
  return std::string(kGetterStart) + std::string(sha256);
}

static bool is_getter_file(std::string_view name) {
  return name.starts_with(kGetterStart) && is_sha256_hex(name.substr(kGetterStart.size()));
}

int first_of_batch(int turn) { return (turn - 1) / kBatchTurns * kBatchTurns + 1; }

std::string batch_file(int first, int last) {
  return file_of_turn(first, "turns_" + padded(first, 4) + "_" + padded(last, 4) + ".json");
}

static constexpr std::string_view kTurnStart = "turn_", kBatchStart = "turns_";
static constexpr std::string_view kLostStart = "lost_", kKeyframeStart = "keyframe_",
                                  kSettingsStart = "settings_";
static constexpr std::string_view kExchangeLogStart = "agent_run_";
static constexpr std::string_view kExchangeLogEnd = ".log";
static constexpr std::size_t kExchangeLogLength = 29;  // agent_run_20260131_120000.log

std::string exchange_log_file(std::string_view utc_time) {
  std::string digits;
  for (const char c : utc_time.substr(0, utc_time.find('.')))
    if (c >= '0' && c <= '9') digits += c;
  if (digits.size() > 8) digits.insert(8, "_");
  return std::string(kExchangeLogStart) + digits + std::string(kExchangeLogEnd);
}

bool is_exchange_log(std::string_view name) {
  if (name.size() != kExchangeLogLength || !name.starts_with(kExchangeLogStart) ||
      !name.ends_with(kExchangeLogEnd))
    return false;
  const std::string_view time = name.substr(kExchangeLogStart.size(), 15);
  for (std::size_t i = 0; i < time.size(); ++i)
    if (i == 8 ? time[i] != '_' : time[i] < '0' || time[i] > '9') return false;
  return true;
}

// Whether it is such a log, or a rotated one: the name has a dot and a suffix.
static bool is_of_exchange_log(std::string_view name) {
  const std::string_view log = name.substr(0, kExchangeLogLength);
  return is_exchange_log(log) && (name.size() == log.size() || name[log.size()] == '.');
}

// Takes an unsigned number off the front; nothing: there is none.
static std::optional<int> take_number(std::string_view& text) {
  int number = 0;
  if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
  return number;
}

static std::string_view without_folder(std::string_view name) {
  return name.substr(name.rfind('/') + 1);
}

static RunFilePlace place_of_exchange(std::string_view name) {
  std::string_view rest = without_folder(name);
  RunFilePlace place;
  const auto turn = take_number(rest);
  if (!turn || !rest.starts_with('-')) return place;
  rest.remove_prefix(1);
  const auto attempt = take_number(rest);
  if (!attempt || !rest.starts_with('.')) return place;
  rest.remove_prefix(1);
  const Kind kind = rest == "request"    ? Kind::request
                    : rest == "response" ? Kind::response
                                         : Kind::unknown;
  if (*turn < 1 || *turn > kMaxTurn || *attempt < 1 || *attempt > kMaxAttempt ||
      kind == Kind::unknown || exchange_file(*turn, *attempt, rest) != name)
    return place;
  return {kind, *turn, *attempt, 0};
}

static RunFilePlace place_of_batch(std::string_view name) {
  std::string_view rest = without_folder(name).substr(kBatchStart.size());
  const auto first = take_number(rest);
  if (!first || !rest.starts_with('_')) return {};
  rest.remove_prefix(1);
  const auto last = take_number(rest);
  const bool sound = last && *last <= kMaxTurn && *first % kBatchTurns == 1 && *last >= *first &&
                     *last < *first + kBatchTurns && batch_file(*first, *last) == name;
  if (!sound) return {};
  return {Kind::batch, *last, 0, *first};
}

// Accepts only the exact name that we write for these numbers.
static RunFilePlace place_of_turn_file(std::string_view name) {
  const std::string_view file = without_folder(name);
  std::string_view rest = file.substr(file.find('_') + 1);
  const auto turn = take_number(rest);
  if (!turn || *turn < 1 || *turn > kMaxTurn) return {};
  for (const std::string_view end : {"png", "json"})
    if (keyframe_file(*turn, end) == name) return {Kind::keyframe, *turn, 0, 0};
  int attempt = 1;
  if (rest.starts_with('-')) {
    rest.remove_prefix(1);
    attempt = take_number(rest).value_or(0);
  }
  if (attempt < 1 || attempt > kMaxAttempt) return {};
  if (record_file(*turn, attempt) == name) return {Kind::record, *turn, attempt, 0};
  if (picture_file(*turn, attempt) == name) return {Kind::picture, *turn, attempt, 0};
  if (plan_file(*turn, attempt) == name) return {Kind::plan, *turn, attempt, 0};
  if (lost_file(*turn, attempt) == name) return {Kind::lost, *turn, attempt, 0};
  return {};
}

static bool is_settings_file(std::string_view name) {
  const std::string_view digits = name.substr(kSettingsStart.size());
  long long seq = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), seq);
  return read.ec == std::errc() && seq > 0 && settings_file(seq) == name;
}

RunFilePlace place_of(std::string_view name) {
  // Files that grow during the run, and their quarantined or rotated versions.
  static constexpr std::array<std::string_view, 7> kGrowing = {
      kStateFile, kCanvasFile, kSandboxStateFile, kOrchestratorLog,
      kProxyLog,  kTaskFile,   kTaskResultFile};
  if (name == kSumsFile) return {Kind::sums, 0, 0, 0};
  if (name == kRunLog) return {Kind::log, 0, 0, 0};
  if (name.ends_with(".tmp") || name == kLockFile || name == kStateLockFile ||
      name == kInputStopFile)
    return {Kind::passing, 0, 0, 0};
  if (name.starts_with("exchange/")) return place_of_exchange(name);
  if (name.starts_with("unlisted/")) return {Kind::unlisted, 0, 0, 0};
  const std::string_view file = name.starts_with("turns/") ? without_folder(name) : name;
  if (file.starts_with(kBatchStart)) return place_of_batch(name);
  for (const std::string_view start : {kTurnStart, kLostStart, kKeyframeStart})
    if (file.starts_with(start)) return place_of_turn_file(name);
  if (name.starts_with(kSettingsStart) && is_settings_file(name)) return {Kind::settings, 0, 0, 0};
  for (const std::string_view each : kGrowing)
    if (name == each || (name.starts_with(each) && name[each.size()] == '.'))
      return {Kind::growing, 0, 0, 0};
  if (is_of_exchange_log(name) || is_getter_file(name)) return {Kind::growing, 0, 0, 0};
  return {};
}

bool is_evidence(Kind kind) {
  switch (kind) {
    case Kind::record:
    case Kind::picture:
    case Kind::plan:
    case Kind::request:
    case Kind::response:
    case Kind::lost:
    case Kind::keyframe:
    case Kind::settings: return true;
    case Kind::batch:
    case Kind::sums:
    case Kind::log:
    case Kind::growing:
    case Kind::passing:
    case Kind::unlisted:
    case Kind::unknown: return false;
  }
  return false;
}

std::uint64_t max_run_file_bytes(std::string_view name) {
  // Rows with three bytes a pixel, and a header.
  constexpr std::uint64_t kMaxCanvas =
      std::uint64_t{kMaxCanvasSide} * kMaxCanvasSide * 3 + (1U << 16U);
  // Up to kBatchTurns records and their separators.
  constexpr std::uint64_t kMaxLong = std::uint64_t{kBatchTurns + 1} * kMaxMessage;
  constexpr std::uint64_t kMaxSums = 4 * kMaxMessage;  // five lines a turn: 500,000 turns
  constexpr std::uint64_t kMaxLog = 16 * kMaxMessage;  // of a run's log
  switch (place_of(name).kind) {
    case Kind::record:
    case Kind::picture:
    case Kind::plan:
    case Kind::request:
    case Kind::lost:
    case Kind::keyframe:
    case Kind::settings:
    case Kind::response: return kMaxMessage;
    case Kind::sums: return kMaxSums;
    case Kind::log: return kMaxLog;
    case Kind::batch:
    case Kind::passing:
    case Kind::unlisted:
    case Kind::unknown: return kMaxLong;  // read for its digest only
    case Kind::growing: break;
  }
  if (name.starts_with(kCanvasFile)) return kMaxCanvas;
  if (name.starts_with(kProxyLog) || name.starts_with(kOrchestratorLog) || is_of_exchange_log(name))
    return kMaxLong;
  return kMaxMessage;  // the states with their quarantined versions, a trial's files
}

bool is_full_batch(std::string_view name) {
  const RunFilePlace place = place_of(name);
  return place.kind == Kind::batch && place.turn == place.first + kBatchTurns - 1;
}

std::optional<int> turn_of_file(std::string_view name) {
  const RunFilePlace place = place_of(name);
  return is_evidence(place.kind) && place.turn > 0 ? std::optional(place.turn) : std::nullopt;
}
}  // namespace franz
