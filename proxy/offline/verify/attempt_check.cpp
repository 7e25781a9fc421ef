#include "proxy/offline/verify/attempt_check.h"
#include <algorithm>
#include <set>
#include <utility>
#include "common/base/secrets.h"
#include "common/base/sha256.h"
#include "common/http/content_coding.h"
#include "common/run/make_record.h"
#include "common/run/memory_check.h"
#include "common/run/stored_exchange.h"
#include "common/wire/api/apis.h"
#include "common/wire/message_fields.h"
#include "proxy/offline/verify/approval_check.h"
#include "proxy/offline/verify/member_check.h"
#include "proxy/offline/verify/message_check.h"
#include "proxy/offline/verify/request_check.h"

namespace franz::proxy {
std::vector<Finding> check_attempt_files(const AttemptEntry& entry) {
  using Kind = RunFilePlace::Kind;
  std::vector<Finding> findings;
  std::set<Kind> kinds;
  for (const LoggedFile& file : entry.files) {
    const RunFilePlace place = place_of(file.name);
    // A retry with the same picture lists the file of an earlier attempt.
    const bool may_be_anothers = place.kind == Kind::picture || place.kind == Kind::plan;
    const bool is_of_kind = may_be_anothers || place.kind == Kind::record ||
                            place.kind == Kind::request || place.kind == Kind::response;
    const bool is_own =
        place.turn == entry.turn && (place.attempt == entry.attempt || may_be_anothers);
    if (!is_of_kind || !is_own || !kinds.insert(place.kind).second)
      findings.push_back(bad(FindingCode::log, entry.turn, file.name, "",
                             "the line of this attempt cannot list it"));
  }
  if (!kinds.contains(Kind::record))
    findings.push_back(bad(FindingCode::log, entry.turn, "", "", "the line lists no record"));
  return findings;
}

namespace {
std::string id_text(const std::string& id) { return id.empty() ? "null" : id; }

// Compares the record with its line.
void compare_with_line(const AttemptEntry& entry, const TurnRecord& record,
                       std::vector<Finding>& findings) {
  const std::string file = record_file(entry.turn, entry.attempt);
  const auto compare = [&](const char* field, const std::string& expected, const std::string& got) {
    if (expected != got)
      findings.push_back(differs(FindingCode::record, entry.turn, file, field, expected, got));
  };
  compare("turn", std::to_string(entry.turn), std::to_string(record.turn));
  compare("attempt", std::to_string(entry.attempt), std::to_string(record.attempt));
  compare("request_id", id_text(entry.request), id_text(record.request_id));
  compare("after", id_text(entry.after), id_text(record.after));
  const std::string row = row_members_json(row_of(record));
  if (const std::string shown = row_members_json(entry.row); row != shown)
    findings.push_back(differs(FindingCode::row, entry.turn, kRunLog, "row", row, shown));
  std::string listed;
  for (const LoggedFile& each : entry.files)
    if (place_of(each.name).kind == RunFilePlace::Kind::picture) listed = each.name;
  compare("image.file", listed, record.picture ? record.picture->file : "");
}

// The text of a verdict's detail.
std::string detail_text(const std::string& json) {
  Result<MessageFields> fields = MessageFields::parse(json);
  return fields.ok() ? fields.value().text("/text", "") : "";
}

class AttemptCheck {
 public:
  AttemptCheck(const LoadedAttempt& attempt, const BeforeAttempt& before)
      : attempt_(attempt), entry_(attempt.entry), before_(before) {}

  CheckedAttempt go() {
    if (!attempt_.record) return std::move(checked_);
    check_note();
    if (before_.is_imported || entry_.witness == Witness::imported) {
      check_imported();
    } else if (record().called || record().finish) {
      check_without_request();
    } else if (attempt_.request) {
      check_exchange();
    } else if (is_request_unread(record())) {
      add(not_checked(FindingCode::unread, turn(), "its request was not kept"));
    } else if (std::ranges::none_of(entry_.files, [this](const LoggedFile& file) {
                 return file.name == request_file();
               })) {
      add(bad(FindingCode::request, turn(), request_file(), "", "the line does not list it"));
    }
    return std::move(checked_);
  }

 private:
  int turn() const { return entry_.turn; }
  const TurnRecord& record() const { return *attempt_.record; }
  std::string request_file() const { return exchange_file(turn(), entry_.attempt, "request"); }
  void add(Finding finding) { checked_.findings.push_back(std::move(finding)); }

  void check_note() {
    if (!record().note) return;
    if (std::ranges::find(before_.notes, sha256_hex(*record().note)) == before_.notes.end())
      add(bad(FindingCode::note, turn(), record_file(turn(), entry_.attempt), "note",
              "the log does not have it: it was added or changed"));
  }

  void check_picture(const std::string& expected_sha256) {
    const std::string got = attempt_.picture ? sha256_hex(*attempt_.picture) : "";
    if (got != expected_sha256)
      add(differs(FindingCode::picture, turn(),
                  record().picture && !record().picture->file.empty()
                      ? record().picture->file
                      : picture_file(turn(), entry_.attempt),
                  "sha256 of the picture that was sent", expected_sha256, got));
  }

  // A turn of another program's file: nothing that was sent is there.
  void check_imported() {
    const auto wrong = [this](const char* field, std::string text) {
      add(bad(FindingCode::record, turn(), record_file(turn(), entry_.attempt), field,
              std::move(text)));
    };
    if (!before_.is_imported) wrong("", "the line says that it was imported, and the run was not");
    if (entry_.witness != Witness::imported)
      wrong("", "the run was imported, and the line does not say so");
    if (record().verdict != Verdict::unwitnessed)
      wrong("sst.verdict", "it is not unwitnessed, and the turn was imported");
    if (attempt_.request || attempt_.response)
      wrong("request", "there is an exchange, and the turn was imported");
    if (record().request_bytes != 0 || record().called || record().finish)
      wrong("request", "it is not that of an imported turn");
    const RecordedPicture picture = record().picture.value_or(RecordedPicture{});
    check_picture(picture.file.empty() ? "" : picture.sha256);
    add(not_checked(FindingCode::unwitnessed, turn(),
                    "it was imported: only digests were checked"));
  }

  // A turn that a client called for, or with which the run finished.
  void check_without_request() {
    const RecordedPicture picture = record().picture.value_or(RecordedPicture{});
    check_picture(picture.file.empty() ? "" : picture.sha256);
    if (attempt_.request || attempt_.response)
      add(bad(FindingCode::record, turn(), record_file(turn(), entry_.attempt), "request",
              "it is null, and there is an exchange"));
    if (!record().called) return;
    if (!before_.is_called || entry_.witness != Witness::client)
      add(bad(FindingCode::record, turn(), record_file(turn(), entry_.attempt), "request",
              "it is null, and no client called in this run"));
    if (record().response)
      checked_.reply = Reply{record().response->text, record().response->calls};
    add(not_checked(FindingCode::unwitnessed, turn(),
                    "a client requested it: only digests were checked"));
  }

  void check_ids(const StoredExchange& exchange) {
    const std::optional<FranzTurn>& given = exchange.request->turn;
    if (!given && !exchange.has_turn_header && !before_.launched && entry_.request.empty()) return;
    if (given) checked_.run = given->run;
    const FranzTurn expected{before_.run.empty() ? checked_.run : before_.run, turn(),
                             entry_.request, entry_.after};
    if (given == expected) return;
    add(differs(FindingCode::request_id, turn(), request_file(), kFranzTurnHeader,
                to_string(expected),
                given                      ? to_string(*given)
                : exchange.has_turn_header ? "something else"
                                           : "none"));
  }

  void check_exchange() {
    StoredExchange exchange = read_exchange(*attempt_.request, attempt_.response);
    if (!exchange.request_trouble.empty())
      add(bad(FindingCode::request, turn(), request_file(), "", exchange.request_trouble));
    if (!exchange.response_trouble.empty())
      add(bad(FindingCode::request, turn(), exchange_file(turn(), entry_.attempt, "response"), "",
              exchange.response_trouble));
    if (exchange.request == nullptr) return;
    check_ids(exchange);
    const Api* const api = find_api_at(exchange.request->target);
    if (api == nullptr)
      return add(
          bad(FindingCode::request, turn(), request_file(), "path", "no model is asked there"));
    const ReportedTurn reported{record().executor_in, record().executor_out, record().degraded,
                                record().note,        record().memory,       record().approval};
    const bool has_id = exchange.request->turn.has_value();
    const GoesOnFrom from = goes_on_from(before_.known, turn(), has_id, entry_.after);
    if (from.attempt != nullptr) checked_.from = {from.attempt->turn, from.attempt->attempt};
    compare_record(exchange, *api, reported);
    const Result<RequestView> view = api->read(exchange.body);
    if (view.ok()) {
      // A server may have used the first of two.
      for (const std::string& twice : view.value().duplicates)
        add(bad(FindingCode::request, turn(), request_file(), "body", twice + ": given twice"));
      check_messages(exchange, view.value(), *api, from);
    } else {
      add(bad(FindingCode::request, turn(), request_file(), "body", view.error().message));
    }
    // Report a difference in a message before one in its digest.
    append(checked_.findings, std::move(record_findings_));
  }

  void compare_record(StoredExchange& exchange, const Api& api, const ReportedTurn& reported) {
    SeenAttempt seen;
    seen.turn = turn();
    seen.attempt = entry_.attempt;
    seen.has_id = exchange.request->turn.has_value();
    seen.request = entry_.request;
    seen.after = entry_.after;
    seen.time = record().time;
    seen.api = &api;
    seen.body = exchange.body;
    seen.body_bytes = exchange.body.size();
    seen.body_sha256 = sha256_hex(exchange.body);
    seen.witnessed = entry_.witness == Witness::relay;
    if (exchange.reply) {
      seen.reply = std::move(exchange.reply);
      // Versions that did not decode replies recorded every compressed one as unusable.
      if (!entry_.usable && can_decode(exchange.coding) && seen.reply->problem.empty())
        seen.reply->problem = "compressed: " + exchange.coding;
    } else {
      seen.reply.emplace().status = record().response ? 0 : record().status;
    }
    const SeenReply reply = *seen.reply;
    MadeRecord made = make_record(seen, reported, before_.known);
    const bool is_response_kept = !record().response || attempt_.response || reply.reply;
    if (!is_response_kept) {
      made.record.status = record().status;
      made.record.response = record().response;
      add(not_checked(FindingCode::unread, turn(), "its response was not kept"));
      checked_.reply = Reply{record().response->text, record().response->calls};
    }
    record_findings_ = compare_records(made.record, record(), entry_.usable);
    check_picture(made.picture != nullptr ? sha256_hex(*made.picture) : "");
    if (is_response_kept) {
      check_flag("usable", entry_.usable, is_usable(reply), entry_.delivered);
      check_flag("delivered", entry_.delivered, is_delivered(reply), entry_.delivered);
    }
    if (is_usable(reply) && reply.reply) keep_reply({reply.text.str(), reply.reply->calls});
    violation_ = made.violation;
    expected_ = std::move(made.expected);
    switch (made.record.verdict) {
      case Verdict::superseded:
        add(not_checked(FindingCode::superseded, turn(), detail_text(made.record.detail)));
        break;
      case Verdict::unverifiable:
        add(not_checked(FindingCode::unverifiable, turn(),
                        "its memory could not be verified: " + detail_text(made.record.detail)));
        break;
      case Verdict::unwitnessed:
        add(not_checked(FindingCode::unwitnessed, turn(), "no relay saw it"));
        break;
      case Verdict::violation:
      case Verdict::ok:
      case Verdict::first:
      case Verdict::not_applicable: break;
    }
  }

  // The line gives `is_said`. The bytes alone do not show what arrived before the client left.
  void check_flag(const char* name, bool is_said, bool is_seen, bool delivered) {
    if (is_said == is_seen || !delivered) return;
    add(differs(FindingCode::row, turn(), kRunLog, name, is_seen ? "true" : "false",
                is_said ? "true" : "false"));
  }

  // A key that came in pieces is masked only in the record and in the request that continues from
  // it.
  void keep_reply(Reply reply) {
    const std::string recorded = record().response ? record().response->text.str() : "null";
    if (is_masked_form(reply.text, recorded)) reply.text = recorded;
    checked_.reply = std::move(reply);
  }

  void check_messages(const StoredExchange& exchange, const RequestView& view, const Api& api,
                      const GoesOnFrom& from) {
    const Memory* const memory = before_.known.memory();
    if (memory == nullptr || expected_.empty()) return;
    if (from.attempt == nullptr && turn() > 1) return;  // reported by its verdict
    const KnownSteps steps = before_.known.along(from.attempt);
    if (memory->need == Need::all_steps && steps.first_unknown(from.turn, memory->need)) return;
    const bool is_reported = record().executor_out != "null";
    ComparedMessages compared = compare_messages(
        {turn(), request_file(), view, from.attempt, steps, is_reported}, expected_);
    const bool is_right = compared.findings.empty();
    append(checked_.findings, std::move(compared.findings));
    if (is_right && !violation_.empty())
      add(bad(FindingCode::story, turn(), request_file(), "", violation_));
    checked_.stories = compared.stories;
    if (!compared.has_expected_roles) return;
    ++checked_.requests;
    if (!is_reported) return;
    append(checked_.findings, check_body({turn(), request_file(), exchange.body, view, api,
                                          record().memory ? record().memory->tools_sha256 : "",
                                          before_.settings, before_.system_sha256},
                                         expected_));
    if (attempt_.reported.feedback && compared.feedback)
      append(checked_.findings,
             proxy::check_note(record(), *attempt_.reported.feedback, *compared.feedback));
  }

  const LoadedAttempt& attempt_;
  const AttemptEntry& entry_;
  const BeforeAttempt& before_;
  std::vector<Finding> record_findings_;
  std::string violation_;          // from the verdict; empty: there is none
  std::vector<Message> expected_;  // built by the memory
  CheckedAttempt checked_;
};
}  // namespace

std::vector<Finding> read_attempt(LoadedAttempt& attempt, const std::string& text,
                                  bool same_version) {
  const AttemptEntry& entry = attempt.entry;
  Result<TurnRecord> read = parse_turn_record(text);
  if (!read.ok())
    return {bad(FindingCode::record, entry.turn, record_file(entry.turn, entry.attempt), "",
                read.error().message)};
  const TurnRecord& record = attempt.record.emplace(std::move(read).value());
  std::vector<Finding> findings;
  compare_with_line(entry, record, findings);
  attempt.reported = check_reported(record);
  append(findings, std::move(attempt.reported.findings));
  append(findings, check_approval(record, attempt.plan));
  append(findings, check_record_members(text, record, same_version));
  return findings;
}

CheckedAttempt check_attempt(const LoadedAttempt& attempt, const BeforeAttempt& before) {
  return AttemptCheck(attempt, before).go();
}
}  // namespace franz::proxy
