#include "proxy/offline/verify/turn_files_check.h"
#include <algorithm>
#include "common/base/sha256.h"
#include "common/run/run_files.h"
#include "common/wire/executor_messages.h"
#include "common/wire/message_fields.h"
#include "common/wire/warning_codes.h"
#include "proxy/offline/verify/record_check.h"

namespace franz::proxy {
static std::string recorded_picture(const TurnRecord& record) {
  return record.picture && !record.picture->file.empty() ? record.picture->sha256 : "";
}

// The file holds the last picture that was written. It is the record's own, or that of an attempt
// with a whole reply: a later one, if a kill came between its picture and its record; any, if the
// recorded request had none, or none was found in it.
static std::optional<Finding> check_picture_file(
    const TurnRecord& record, const std::string& expected_sha256,
    const std::map<int, std::string>& of_other_attempts, const TurnFiles& files) {
  const std::string name = picture_file(files.turn);
  if (!files.picture) {
    if (expected_sha256.empty()) return std::nullopt;
    return unchecked(files.turn, name + " is missing");
  }
  const std::string sha256 = sha256_hex(*files.picture);
  if (sha256 == expected_sha256) return std::nullopt;
  for (const auto& [attempt, picture] : of_other_attempts) {
    const bool was_not_written = expected_sha256.empty() || recorded_picture(record).empty();
    const bool may_be_left = was_not_written || attempt > record.attempt;
    if (!may_be_left || picture != sha256) continue;
    return note(files.turn, name + " is that of attempt " + std::to_string(attempt) +
                                ", the record is about attempt " + std::to_string(record.attempt));
  }
  if (expected_sha256.empty())
    return bad(files.turn, name, "", "the request had no picture: it was added");
  return differs(files.turn, name,
                 "sha256 of the picture that " +
                     exchange_file(files.turn, record.attempt, "request") + " holds",
                 expected_sha256, sha256);
}

std::vector<Finding> check_turn_files(const TurnFiles& files, const TurnRecord& record,
                                      const CheckedAttempts& attempts) {
  const int turn = files.turn;
  if (record.turn != turn)
    return {differs(turn, record_file(turn), "turn", std::to_string(turn),
                    std::to_string(record.turn))};
  std::vector<Finding> findings;
  std::map<int, std::string> other_pictures;
  for (const auto& [number, attempt] : attempts.all)
    if (attempt.is_whole && number != record.attempt)
      other_pictures[number] = attempt.picture_sha256;
  const auto check_picture = [&](const std::string& expected_sha256) {
    if (auto found = check_picture_file(record, expected_sha256, other_pictures, files))
      findings.push_back(std::move(*found));
  };
  const auto missing = [&](const char* side) {
    findings.push_back(unchecked(turn, exchange_file(turn, record.attempt, side) +
                                           " is missing, but the record is about it"));
  };
  const auto found = attempts.all.find(record.attempt);
  const bool has_request = found != attempts.all.end() && found->second.has_request;
  const bool has_response = found != attempts.all.end() && found->second.has_response;
  // Said already, for a request whose reply is there.
  if (!has_request && !has_response) missing("request");
  if (!has_response) missing("response");
  if (!has_request) {
    check_picture(recorded_picture(record));
    return findings;
  }
  const CheckedAttempt& attempt = found->second;
  if (!attempt.is_read) return findings;  // said already
  if (!has_response) {
    // Said above.
  } else if (attempt.record) {
    append(findings, compare_records(*attempt.record, record,
                                     {!attempt.has_turn_header, attempt.is_formed_otherwise,
                                      attempt.may_lack_parts}));
  } else if (record.response->text == "null") {
    findings.push_back(unchecked(turn, "the reply could not be read when it came"));
  } else {
    findings.push_back(bad(turn, exchange_file(turn, record.attempt, "response"), "",
                           "it is not a whole reply, but the record has one"));
  }
  const bool is_the_same =
      files.picture && attempt.picture != nullptr && *files.picture == *attempt.picture;
  const bool is_open = attempt.is_formed_otherwise && attempt.picture_sha256.empty();
  if (!is_the_same) check_picture(is_open ? recorded_picture(record) : attempt.picture_sha256);
  if (attempts.last_whole > record.attempt)
    findings.push_back(note(turn, "attempt " + std::to_string(attempts.last_whole) +
                                      " has a whole reply, and was not recorded"));
  return findings;
}

// What the executor's answer does not tell of a reason that rests on this turn alone; empty:
// nothing is missing.
static std::string missing_evidence(FinishReason reason, const SharedJson& executor_out) {
  Result<MessageFields> out = executor_out.fields();
  const auto has_error = [&out](std::string_view kind) {
    return out.ok() && out.value().text("/error/class", "") == kind;
  };
  const auto has_warning = [&out](std::string_view code) {
    if (!out.ok()) return false;
    const std::vector<Warning> warnings = read_warnings(out.value(), "/warnings");
    return std::ranges::find(warnings, code, &Warning::code) != warnings.end();
  };
  const auto unless = [](bool told, const char* lacks) { return std::string(told ? "" : lacks); };
  switch (reason) {
    case FinishReason::done:
      return unless(out.ok() && out.value().is_text("/done"),
                    "the model did not say that it has finished");
    case FinishReason::malformed:
      return unless(has_error(kMalformedReply), "the last reply was not malformed");
    case FinishReason::out_of_bounds:
      return unless(has_error(kOutOfBounds), "the last reply names no place beyond the picture");
    case FinishReason::confidence:
      return unless(has_error(kLowConfidence), "the last reply was sure enough");
    case FinishReason::window_gone:
      return unless(has_warning(kWindowGone), "nothing tells that the window was gone");
    case FinishReason::no_change:
    case FinishReason::noops:
    case FinishReason::limit:  // these rest on turns before it
    case FinishReason::turns:
    case FinishReason::time:
    case FinishReason::stopped: break;
  }
  return "";
}

std::vector<Finding> check_closing_files(const TurnFiles& files, const TurnRecord& record,
                                         const CheckedAttempts& attempts,
                                         const std::optional<RunFile>& run) {
  const std::string file = record_file(files.turn);
  std::vector<Finding> findings;
  if (attempts.last_whole > 0) {
    // Killed before the state told it, the turn was made again, and by then the run was over.
    findings.push_back(note(files.turn, "attempt " + std::to_string(attempts.last_whole) +
                                            " has a whole reply, which the run was finished "
                                            "without"));
  } else if (!attempts.all.empty()) {
    // The client or the server was killed, or broke off.
    findings.push_back(note(files.turn, "attempt " + std::to_string(attempts.all.rbegin()->first) +
                                            " has no whole reply, and the run was finished"));
  }
  if (auto found = check_picture_file(record, recorded_picture(record), {}, files))
    findings.push_back(std::move(*found));
  if (record.degraded.empty())
    if (const std::string lacks = missing_evidence(record.finish->reason, record.executor_out);
        !lacks.empty())
      findings.push_back(bad(files.turn, file, "finished", lacks));
  if (run && run->finish && !(*run->finish == *record.finish))
    findings.push_back(
        differs(files.turn, file, "finished", to_json(*run->finish), to_json(*record.finish)));
  return findings;
}

std::vector<Finding> check_called_files(const TurnFiles& files, const TurnRecord& record,
                                        const CheckedAttempts& attempts,
                                        const std::optional<RunFile>& run) {
  const int turn = files.turn;
  if (record.turn != turn)
    return {differs(turn, record_file(turn), "turn", std::to_string(turn),
                    std::to_string(record.turn))};
  std::vector<Finding> findings;
  if (run && run->made_by.empty())
    findings.push_back(bad(turn, record_file(turn), "request",
                           "it is null, and run.json tells of no client that called"));
  for (const auto& [attempt, kept] : attempts.all)
    findings.push_back(bad(turn, exchange_file(turn, attempt, "request"), "",
                           "the record says that a client called, and that nothing was sent"));
  if (auto found = check_picture_file(record, recorded_picture(record), {}, files))
    findings.push_back(std::move(*found));
  return findings;
}

std::vector<Finding> explain_missing_record(const TurnFiles& files,
                                            const CheckedAttempts& attempts) {
  std::vector<Finding> findings;
  if (attempts.last_whole > 0 || !files.last) {
    findings.push_back(not_recorded(files.turn));
  } else if (!attempts.all.empty()) {
    findings.push_back(note(files.turn, files.ended
                                            ? "incomplete (stopped before the reply was whole)"
                                            : "incomplete (killed before the reply was whole)"));
  }
  if (!files.picture) return findings;
  const std::string sha256 = sha256_hex(*files.picture);
  bool all_requests = !attempts.all.empty();
  for (const auto& [number, attempt] : attempts.all) {
    if (attempt.picture_sha256 == sha256) return findings;
    all_requests = all_requests && attempt.has_request;
  }
  const std::string name = picture_file(files.turn);
  findings.push_back(
      all_requests
          ? bad(files.turn, name, "", "no request of this turn holds it")
          : unchecked(files.turn, name + " could not be compared: its request is missing"));
  return findings;
}
}  // namespace franz::proxy
