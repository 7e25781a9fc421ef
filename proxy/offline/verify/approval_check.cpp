#include "proxy/offline/verify/approval_check.h"
#include <algorithm>
#include <string>
#include <utility>
#include "common/base/sha256.h"
#include "common/run/run_files.h"
#include "common/wire/executor_messages.h"

namespace franz::proxy {
namespace {
// The recorder masks a key's characters in the same way.
constexpr std::string_view kMasked = "********";

class ApprovalCheck {
 public:
  ApprovalCheck(const TurnRecord& record, const std::optional<std::string>& plan)
      : record_(record), plan_(plan), approval_(*record.approval) {}

  std::vector<Finding> go() {
    plan();
    picture();
    decision();
    check_given_consent();
    done();
    return std::move(findings_);
  }

 private:
  void add(const std::string& field, const std::string& text) {
    findings_.push_back(bad(FindingCode::approval, record_.turn, file_, "approval." + field, text));
  }
  void add(std::string field, std::string_view expected, std::string_view got) {
    findings_.push_back(
        differs(FindingCode::approval, record_.turn, file_, std::move(field), expected, got));
  }
  bool is_approved(int index) const { return std::ranges::binary_search(approval_.items, index); }

  void plan() {
    if (approval_.plan.turn != record_.turn)
      add("approval.plan.turn", std::to_string(record_.turn), std::to_string(approval_.plan.turn));
    const std::string digest = plan_digest(approval_.plan);
    if (digest == approval_.plan_sha256) return;
    if (to_json(approval_.plan).find(kMasked) != std::string::npos) {
      findings_.push_back(not_checked(FindingCode::masked, record_.turn,
                                      "the plan's digest: parts of the plan are masked"));
    } else {
      add("approval.plan_sha256", digest, approval_.plan_sha256);
    }
  }

  void picture() {
    if (!approval_.plan.picture_sha256) return;
    const std::string got = plan_ ? sha256_hex(*plan_) : "";
    if (got != *approval_.plan.picture_sha256)
      add("approval.plan.picture_sha256", *approval_.plan.picture_sha256, got);
  }

  void decision() {
    const std::vector<int> asked = items_to_approve(approval_.plan);
    if (asked.empty()) add("plan.items", "none of its actions needs consent");
    for (const int index : approval_.items)
      if (!std::ranges::binary_search(asked, index))
        add("items", "item " + std::to_string(index) + " was not asked about");
    if ((approval_.decision == Decision::approved) == approval_.items.empty())
      add("decision", std::string(decision_name(approval_.decision)) + ", with " +
                          std::to_string(approval_.items.size()) + " items");
  }

  // Only an acting executor receives the consent; one that did not finish is not repeated.
  void check_given_consent() {
    const Result<ExecutorRequest> in = recorded_executor_request(record_.executor_in);
    if (!in.ok()) return;  // reported elsewhere
    acts_ = in.value().mode == ActingMode::act;
    if (!acts_) return;
    const Consent& consent = in.value().consent;
    std::vector<ApprovedItem> approved;
    std::vector<int> unapproved;
    for (const PlannedItem& item : approval_.plan.items) {
      if (!item.risk) continue;
      if (is_approved(item.index)) {
        approved.push_back({item.index, item.around.value_or("")});
      } else {
        unapproved.push_back(item.index);
      }
    }
    if (consent.approved != approved)
      findings_.push_back(bad(FindingCode::approval, record_.turn, file_, "executor.in.approved",
                              "it is not what the operator approved"));
    if (consent.unapproved != unapproved)
      findings_.push_back(bad(FindingCode::approval, record_.turn, file_, "executor.in.unapproved",
                              "it is not what the operator did not approve"));
  }

  void done() {
    const Result<ExecutorReply> out = recorded_executor_reply(record_.executor_out);
    if (!out.ok() || out.value().items.empty()) return;  // reported elsewhere, or it gave no answer
    const std::vector<ActionItem>& items = out.value().items;
    const std::string field = "executor.out.items";
    if (items.size() != approval_.plan.items.size())
      return add(field, std::to_string(approval_.plan.items.size()) + " items of the plan",
                 std::to_string(items.size()));
    for (std::size_t i = 0; i < items.size(); ++i) {
      const PlannedItem& planned = approval_.plan.items[i];
      const std::string at = field + "[" + std::to_string(i) + "]";
      if (items[i].call != planned.call)
        add(at + ".call", planned.call.value_or("null"), items[i].call.value_or("null"));
      if (acts_ && may_have_acted(items[i].outcome) && planned.risk && !is_approved(planned.index))
        findings_.push_back(bad(FindingCode::approval, record_.turn, file_, at + ".outcome",
                                "it was performed, and the operator had not approved it"));
    }
  }

  const TurnRecord& record_;
  const std::optional<std::string>& plan_;
  const Approval& approval_;
  const std::string file_ = record_file(record_.turn, record_.attempt);
  bool acts_ = false;
  std::vector<Finding> findings_;
};
}  // namespace

std::vector<Finding> check_approval(const TurnRecord& record,
                                    const std::optional<std::string>& plan) {
  if (record.approval) return ApprovalCheck(record, plan).go();
  std::vector<Finding> findings;
  const Result<ExecutorRequest> in = recorded_executor_request(record.executor_in);
  if (in.ok() && in.value().consent.approved)
    findings.push_back(bad(FindingCode::approval, record.turn,
                           record_file(record.turn, record.attempt), "executor.in.approved",
                           "the record has no decision"));
  return findings;
}
}  // namespace franz::proxy
