#include "proxy/offline/verify/member_check.h"
#include <map>
#include <utility>
#include "common/base/json.h"
#include "common/run/run_files.h"
#include "common/wire/executor_messages.h"
#include "common/wire/limits.h"

namespace franz::proxy {
static constexpr std::size_t kMostNamedInFile = 10;  // per file

namespace {

class Added {
 public:
  Added(const JsonDocument& text, const JsonDocument& written, std::size_t most)
      : text_(text), written_(written), most_(most) {}

  // JsonDocument's limit
  void compare(JsonDocument::Id got, JsonDocument::Id expected, const std::string& place) {
    if (places_.size() >= most_) return;
    const JsonDocument::Kind kind = text_.kind(got);
    if (kind == JsonDocument::Kind::null) return;
    if (kind != written_.kind(expected)) return places_.push_back(place);
    if (kind == JsonDocument::Kind::object) return members(got, expected, place);
    if (kind != JsonDocument::Kind::list) return;
    const std::vector<JsonDocument::Id> values = text_.children(got),
                                        known = written_.children(expected);
    for (std::size_t i = 0; i < values.size() && places_.size() < most_; ++i) {
      const std::string at = place + "[" + std::to_string(i) + "]";
      i < known.size() ? compare(values[i], known[i], at) : places_.push_back(at);
    }
  }

  std::vector<std::string> take() { return std::move(places_); }

 private:
  void members(JsonDocument::Id got, JsonDocument::Id expected, const std::string& place) {
    std::map<std::string, JsonDocument::Id> known;
    for (const JsonDocument::Id each : written_.children(expected))
      known[written_.key(each)] = each;
    for (const JsonDocument::Id each : text_.children(got)) {
      if (places_.size() >= most_) return;
      const std::string key = text_.key(each);
      const std::string at = std::string(place).append(place.empty() ? "" : ".").append(key);
      const auto found = known.find(key);
      found != known.end() ? compare(each, found->second, at) : places_.push_back(at);
    }
  }

  const JsonDocument &text_, &written_;
  const std::size_t most_;
  std::vector<std::string> places_;
};
}  // namespace

std::vector<std::string> added_members(std::string_view text, std::string_view written,
                                       std::size_t most) {
  if (text == written) return {};
  const Result<JsonDocument> got = JsonDocument::read(text), expected = JsonDocument::read(written);
  if (!got.ok() || !expected.ok()) return {};  // both parsers report it
  Added added(got.value(), expected.value(), most);
  added.compare(JsonDocument::kRoot, JsonDocument::kRoot, "");
  return added.take();
}

namespace {
// The findings for one file.
struct Members {
  int turn;
  std::string file;
  bool same_version;
  std::vector<Finding> findings = {};

  void compare(const std::string& field, std::string_view text, std::string_view written) {
    for (const std::string& added : added_members(text, written, kMostNamedInFile)) {
      const char* const dot = field.empty() || added.starts_with('[') ? "" : ".";
      const std::string place = std::string(field).append(dot).append(added);
      findings.push_back(
          same_version ? bad(FindingCode::added, turn, file, place,
                             "no version of FRANZ writes it there: it was added")
                       : not_checked(FindingCode::version, turn,
                                     "another version of FRANZ may have written it: " + place));
    }
  }

  void compare_executor_in(const std::string& field, const SharedJson& in) {
    if (in == "null") return;
    // The reply is stored elsewhere, and is refused if it is repeated here.
    const Result<ExecutorRequest> read = recorded_executor_request(in);
    read.ok() ? compare(field, in.str(), to_json_without_reply(read.value()))
              : unread(field, read.error());
  }

  void compare_executor_out(const std::string& field, const SharedJson& out) {
    if (out == "null") return;
    const Result<ExecutorReply> read = recorded_executor_reply(out);
    read.ok() ? compare(field, out.str(), to_json_without_screenshot(read.value()))
              : unread(field, read.error());
  }

  void unread(const std::string& field, const Error& error) {
    if (same_version)
      findings.push_back(bad(FindingCode::record, turn, file, field, error.message));
  }
};
}  // namespace

std::vector<Finding> check_record_members(std::string_view text, const TurnRecord& record,
                                          bool same_version) {
  Members members{record.turn, record_file(record.turn, record.attempt), same_version};
  members.compare("", text, to_json(record));
  members.compare_executor_in("executor.in", record.executor_in);
  members.compare_executor_out("executor.out", record.executor_out);
  return std::move(members.findings);
}

std::vector<Finding> check_state_members(std::string_view text, const LoopState& state,
                                         bool same_version) {
  Members members{0, kStateFile, same_version};
  members.compare("", text, to_json(state));
  if (!state.acting) return std::move(members.findings);
  members.compare_executor_in("acting.in", state.acting->in);
  if (state.acting->result) members.compare_executor_out("acting.result", *state.acting->result);
  return std::move(members.findings);
}
}  // namespace franz::proxy
