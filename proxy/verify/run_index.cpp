#include "proxy/verify/run_index.h"
#include <algorithm>
#include <array>
#include <charconv>
#include "proxy/log/turn_record.h"

namespace franz::proxy {
using Kind = RunFilePlace::Kind;

static constexpr int kMaxTurn = 999'999'999;  // as X-Franz-Turn has it
static constexpr int kOpenTurns = 2;  // at the end of a run: begun, and perhaps not listed yet

// Takes a number without a sign off the front; nothing: there is none.
static std::optional<int> take_number(std::string_view& text) {
  int number = 0;
  if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
  return number;
}

// Each name that is read must be the very one that is written for these numbers.
static RunFilePlace place_of_exchange(std::string_view name) {
  std::string_view rest = name.substr(name.rfind('/') + 1);
  RunFilePlace place;
  const auto turn = take_number(rest);
  if (!turn || !rest.starts_with('-')) return place;
  rest.remove_prefix(1);
  const auto attempt = take_number(rest);
  if (!attempt || !rest.starts_with('.')) return place;
  rest.remove_prefix(1);
  const bool side = rest == "request" || rest == "response";
  if (*turn < 1 || *turn > kMaxTurn || *attempt < 1 || !side ||
      exchange_file(*turn, *attempt, rest) != name)
    return place;
  return {rest == "request" ? Kind::request : Kind::response, *turn, *attempt, 0};
}

static RunFilePlace place_of_batch(std::string_view name) {
  constexpr std::string_view kStart = "turns_";
  std::string_view rest = name.substr(kStart.size());
  const auto first = take_number(rest);
  if (!first || !rest.starts_with('_')) return {};
  rest.remove_prefix(1);
  const auto last = take_number(rest);
  const bool sound = last && *last <= kMaxTurn && *first % kBatchTurns == 1 && *last >= *first &&
                     *last < *first + kBatchTurns && batch_file(*first, *last) == name;
  if (!sound) return {};
  return {Kind::batch, *last, 0, *first};
}

RunFilePlace place_of(std::string_view name) {
  // Files that are written on while the run lasts, and what was set aside or rotated of them.
  static constexpr std::array<std::string_view, 6> kGrowing = {
      "run.json",           "state.json",       "sandbox_canvas.bmp",
      "sandbox_state.json", "orchestrator.log", "proxy.log"};
  if (name == kSumsFile) return {Kind::sums, 0, 0, 0};
  if (name.ends_with(".tmp") || name == "proxy.lock") return {Kind::passing, 0, 0, 0};
  if (const auto turn = turn_of_record_file(name); turn && *turn <= kMaxTurn)
    return {Kind::record, *turn, 0, 0};
  if (name.starts_with("exchange/")) return place_of_exchange(name);
  if (name.starts_with("turns_")) return place_of_batch(name);
  if (name.starts_with("turn_")) {
    std::string_view rest = name.substr(5);
    const auto turn = take_number(rest);
    if (turn && *turn > 0 && *turn <= kMaxTurn && picture_file(*turn) == name)
      return {Kind::picture, *turn, 0, 0};
  }
  for (const std::string_view each : kGrowing)
    if (name == each || (name.starts_with(each) && name[each.size()] == '.'))
      return {Kind::growing, 0, 0, 0};
  return {};
}

RunIndex index_run(const std::vector<std::string>& names, const std::vector<Sum>& sums) {
  std::map<std::string, IndexedFile> files;
  RunIndex index;
  for (const std::string& name : names) {
    IndexedFile& file = files[name];
    file.there = true;
    file.place = place_of(name);
    const bool of_turn = file.place.kind != Kind::batch;
    if (of_turn) index.last_turn = std::max(index.last_turn, file.place.turn);
  }
  for (const Sum& sum : sums) {
    IndexedFile& file = files[sum.name];
    file.place = place_of(sum.name);
    file.sums.push_back(sum.sha256);
    index.ended = index.ended || sum.name == "run.json";
  }
  for (auto& [name, file] : files) {
    file.name = name;
    index.turns[file.place.turn].push_back(std::move(file));
  }
  return index;
}

// May stand in the folder without a line of its own.
static bool may_be_unlisted(const RunIndex& index, const RunFilePlace& place) {
  if (place.kind == Kind::sums) return true;
  if (place.kind == Kind::passing && !index.ended) return true;
  if (index.ended || place.kind == Kind::unknown) return false;
  if (place.kind == Kind::growing) return true;
  // A batch that is not full was left by a clean end, and is superseded later.
  const bool partial = place.kind == Kind::batch && place.turn % kBatchTurns != 0;
  return partial || place.turn > index.last_turn - kOpenTurns;
}

std::vector<Finding> check_listing(const RunIndex& index, const IndexedFile& file) {
  const int turn = file.place.turn;
  if (!file.there) return {bad(turn, file.name, "", "it is in SHA256SUMS, but it is missing")};
  if (!file.sums.empty() || may_be_unlisted(index, file.place)) return {};
  // Of a run that goes on after a clean end, killed before it had changed the list.
  if (file.name == "proxy.lock" || file.name.starts_with("SHA256SUMS.")) return {};
  if (file.place.kind == Kind::unknown)
    return {
        bad(turn, file.name, "", "it is no file of a run, and not in SHA256SUMS: it was added")};
  return {bad(turn, file.name, "", "it is not in SHA256SUMS: it was added, or its line removed")};
}

std::vector<Finding> check_digest(const IndexedFile& file, const std::string& sha256) {
  std::vector<Finding> findings;
  for (const std::string& listed : file.sums)
    if (listed != sha256)
      findings.push_back(differs(file.place.turn, file.name, "sha256", listed, sha256));
  return findings;
}
}  // namespace franz::proxy
