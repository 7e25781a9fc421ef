#include "proxy/tasks/score.h"
#include <algorithm>
#include "common/base/utf8.h"
#include "proxy/tasks/checks.h"

namespace franz::proxy {
static constexpr std::size_t kMaxWhy = 300;  // bytes

namespace {
// A check's verdict; `unknown`: a result that it needs was refused.
struct Judged {
  CheckVerdict verdict;
  bool unknown = false;
};
}  // namespace

static GetterResult result_of(const Getter& getter, const std::vector<GetterResult>& results) {
  const std::string key = getter.key();
  const auto found = std::ranges::find(results, key, &GetterResult::getter);
  if (found != results.end()) return *found;
  return {key, GetterResult::Kind::missing, "", "it was not taken"};
}

static std::string why_absent(const GetterResult& result) {
  return result.getter + ": " + result.why;
}

static Result<Judged> judge(const TaskCheck& check, const std::vector<GetterResult>& results) {
  const bool has_rules = check.expected && check.expected->kind == Getter::Kind::rule;
  const Result<CheckFunction> made =
      make_check(check.func, has_rules ? check.expected->rules : "{}", check.options);
  if (!made.ok()) return within(check.func, made.error());
  const GetterResult got = result_of(check.result, results);
  const GetterResult expected =
      check.expected && !has_rules ? result_of(*check.expected, results) : GetterResult();
  for (const GetterResult* const each : {&got, &expected})
    if (each->kind != GetterResult::Kind::stored)
      return Judged{{false, why_absent(*each)}, each->kind == GetterResult::Kind::refused};
  return Judged{made.value()({got.bytes, expected.bytes})};
}

static Result<CheckpointScore> judge_checkpoint(const Checkpoint& checkpoint,
                                                const std::vector<GetterResult>& results) {
  CheckpointScore score{checkpoint.name, checkpoint.weight, checkpoint.must_not, !checkpoint.any,
                        ""};
  bool unknown = false;
  for (const TaskCheck& check : checkpoint.checks) {
    const Result<Judged> judged = judge(check, results);
    if (!judged.ok()) return judged.error();
    const CheckVerdict& verdict = judged.value().verdict;
    unknown = unknown || judged.value().unknown;
    if (!verdict.reached && score.why.empty()) score.why = check.func + ": " + verdict.why;
    score.reached =
        checkpoint.any ? score.reached || verdict.reached : score.reached && verdict.reached;
  }
  if (score.must_not && !score.reached && unknown) {
    score.reached = true;
    score.why = "it cannot be ruled out: " + score.why;
  } else if (score.reached) {
    score.why.clear();
  }
  score.why = cut_text(to_valid_utf8(score.why), kMaxWhy);
  return score;
}

Result<Score> check_results(const Task& task, const std::vector<GetterResult>& results) {
  Score score{true, 0, {}};
  double all = 0, reached = 0;
  bool spoiled = false;
  for (const Checkpoint& checkpoint : task.checkpoints) {
    Result<CheckpointScore> judged = judge_checkpoint(checkpoint, results);
    if (!judged.ok()) return within(checkpoint.name, judged.error());
    CheckpointScore& each = judged.value();
    if (each.must_not) {
      spoiled = spoiled || each.reached;
    } else {
      all += each.weight;
      reached += each.reached ? each.weight : 0;
      score.success = score.success && each.reached;
    }
    score.checkpoints.push_back(std::move(each));
  }
  score.success = score.success && !spoiled;
  score.partial = spoiled || all <= 0 ? 0 : reached / all;
  return score;
}
}  // namespace franz::proxy
