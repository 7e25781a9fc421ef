#include "common/run/run_files.h"
#include <array>
#include <charconv>
#include "common/run/reply_marks.h"
#include "common/run/steps_file.h"
#include "common/run/sums.h"
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

std::string record_file(int turn) {
  return file_of_turn(turn, "turn_" + padded(turn, 4) + ".json");
}
std::string picture_file(int turn) {
  return file_of_turn(turn, "turn_" + padded(turn, 4) + ".png");
}
std::string plan_file(int turn) {
  return file_of_turn(turn, "turn_" + padded(turn, 4) + "_plan.png");
}

std::string exchange_file(int turn, int attempt, std::string_view side) {
  return folder_of_thousand(kExchangeFolder, turn) + "/" + padded(turn, 4) + "-" +
         std::to_string(attempt) + "." + std::string(side);
}

int first_of_batch(int turn) { return (turn - 1) / kBatchTurns * kBatchTurns + 1; }

std::string batch_file(int first, int last) {
  return file_of_turn(first, "turns_" + padded(first, 4) + "_" + padded(last, 4) + ".json");
}

static constexpr std::string_view kTurnStart = "turn_", kBatchStart = "turns_";
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

// Whether it is such a log, or one that was rotated: a dot behind its name.
static bool is_of_exchange_log(std::string_view name) {
  const std::string_view log = name.substr(0, kExchangeLogLength);
  return is_exchange_log(log) && (name.size() == log.size() || name[log.size()] == '.');
}

// Takes a number without a sign off the front; nothing: there is none.
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
                    : rest == "cuts"     ? Kind::cuts
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

static RunFilePlace place_of_turn_file(std::string_view name) {
  std::string_view rest = without_folder(name).substr(kTurnStart.size());
  const auto turn = take_number(rest);
  if (!turn || *turn < 1 || *turn > kMaxTurn) return {};
  if (record_file(*turn) == name) return {Kind::record, *turn, 0, 0};
  if (picture_file(*turn) == name) return {Kind::picture, *turn, 0, 0};
  if (plan_file(*turn) == name) return {Kind::plan, *turn, 0, 0};
  return {};
}

RunFilePlace place_of(std::string_view name) {
  // Files that are written on while the run lasts, and what was set aside or rotated of them.
  static constexpr std::array<std::string_view, 7> kGrowing = {
      kRunFile,          kStateFile,       kStepsFile, kCanvasFile,
      kSandboxStateFile, kOrchestratorLog, kProxyLog};
  if (name == kSumsFile) return {Kind::sums, 0, 0, 0};
  if (name.ends_with(".tmp") || name == kLockFile) return {Kind::passing, 0, 0, 0};
  if (name == kReplyMarksFile) return {Kind::marks, 0, 0, 0};
  if (name.starts_with("exchange/")) return place_of_exchange(name);
  const std::string_view file = name.starts_with("turns/") ? without_folder(name) : name;
  if (file.starts_with(kBatchStart)) return place_of_batch(name);
  if (file.starts_with(kTurnStart)) return place_of_turn_file(name);
  for (const std::string_view each : kGrowing)
    if (name == each || (name.starts_with(each) && name[each.size()] == '.'))
      return {Kind::growing, 0, 0, 0};
  if (is_of_exchange_log(name)) return {Kind::growing, 0, 0, 0};
  return {};
}

bool is_named_as_before_folders(std::string_view name) {
  const bool of_turns = name.starts_with(kTurnStart) || name.starts_with(kBatchStart);
  if (!of_turns || name.find('/') != std::string_view::npos) return false;
  std::string_view rest = name.substr(name.find('_') + 1);
  const auto turn = take_number(rest);
  if (!turn || *turn < kTurnsInAFolder || *turn > kMaxTurn) return false;
  return place_of(folder_of_turn(*turn) + "/" + std::string(name)).kind != Kind::unknown;
}

std::uint64_t max_run_file_bytes(std::string_view name) {
  // Rows of three bytes a pixel, and some header.
  constexpr std::uint64_t kMaxCanvas =
      std::uint64_t{kMaxCanvasSide} * kMaxCanvasSide * 3 + (1U << 16U);
  // Up to kBatchTurns records, and what joins them.
  constexpr std::uint64_t kMaxLong = std::uint64_t{kBatchTurns + 1} * kMaxMessage;
  constexpr std::uint64_t kMaxCutsFile = 1U << 20U;    // kMaxCuts of some 50 bytes
  constexpr std::uint64_t kMaxSums = 4 * kMaxMessage;  // five lines a turn: 500,000 turns
  switch (place_of(name).kind) {
    case Kind::record:
    case Kind::picture:
    case Kind::plan:
    case Kind::request:
    case Kind::response: return kMaxMessage;
    case Kind::cuts: return kMaxCutsFile;
    case Kind::sums: return kMaxSums;
    case Kind::marks: return kReplyMarksBytes;
    case Kind::batch:
    case Kind::passing:
    case Kind::unknown: return kMaxLong;  // read for its digest only
    case Kind::growing: break;
  }
  if (name.starts_with(kCanvasFile)) return kMaxCanvas;
  if (name.starts_with(kProxyLog) || name.starts_with(kStepsFile) ||
      name.starts_with(kOrchestratorLog) || is_of_exchange_log(name))
    return kMaxLong;
  return kMaxMessage;  // run.json and the states, and what was set aside of them
}

bool is_full_batch(std::string_view name) {
  const RunFilePlace place = place_of(name);
  return place.kind == Kind::batch && place.turn == place.first + kBatchTurns - 1;
}

std::optional<int> turn_of_record_file(std::string_view name) {
  const RunFilePlace place = place_of(name);
  return place.kind == Kind::record ? std::optional(place.turn) : std::nullopt;
}

std::optional<int> turn_of_file(std::string_view name) {
  const RunFilePlace place = place_of(name);
  switch (place.kind) {
    case Kind::record:
    case Kind::picture:
    case Kind::plan:
    case Kind::request:
    case Kind::response:
    case Kind::cuts: return place.turn;
    default: return std::nullopt;
  }
}
}  // namespace franz
