// Runs on private displays whose actions wait for consent, given or withheld through the
// dashboard's HTTP interface.
#include <gtest/gtest.h>
#include <httplib.h>
#include <chrono>
#include <functional>
#include <thread>
#include "common/base/sha256.h"
#include "common/run/run_files.h"
#include "common/run/turn_record.h"
#include "common/wire/message_fields.h"
#include "tests/process/killing.h"
#include "tests/process/processes.h"
#include "tests/process/recorded_run.h"
#include "tests/process/run_log_reader.h"
#include "tests/process/running_proxy.h"

namespace franz {
namespace {
const std::string kObjective = "Fill in the form: Name = Grace Hopper; Town = Zürich";
const std::string kFilled = "zenity: Grace Hopper|Zürich";

// A form, and a model that makes one call per turn.
std::vector<std::string> form_run(const RunningDemo& demo) {
  return {"--upstream",    demo.url,           "--profile",
          "toolcall",      kObjective,         "--",
          "zenity",        "--forms",          "--title=Order",
          "--text=A form", "--add-entry=Name", "--add-entry=Town"};
}

using Environment = std::vector<std::pair<std::string, std::string>>;
const Environment kAlways{{"FRANZ_SAFETY_APPROVE", "always"}};

// The person at the dashboard.
class Operator {
 public:
  explicit Operator(RunningProxy& proxy) : client_("http://" + proxy.address("dashboard")) {
    client_.set_read_timeout(kLongEnough);
  }

  // Waits for a pending plan other than `before`. Returns "" on timeout or once is_done().
  std::string asked(
      const std::string& before = "", const std::function<bool()>& is_done = [] { return false; }) {
    std::string plan;
    until([&] {
      if (is_done()) {
        plan.clear();
        return true;
      }
      Result<MessageFields> run = about();
      if (!run.ok() || !run.value().has("/approval")) return false;
      plan = run.value().text("/approval/plan_sha256");
      turn_ = static_cast<int>(run.value().integer("/approval/turn", 1, 1000));
      items_ = run.value().raw("/approval/items");
      return plan != before;
    });
    return plan;
  }
  // Waits until the plan is no longer pending.
  bool is_over(const std::string& plan) {
    return until([&] {
      Result<MessageFields> run = about();
      return run.ok() && run.value().text("/approval/plan_sha256", "") != plan;
    });
  }

  // Posts a decision; returns status and answer.
  std::string decide(const std::string& command, const std::string& plan,
                     const std::string& more = "") {
    const auto answer =
        client_.Post("/api/control", {{"X-Franz-Control", "1"}},
                     R"({"command":")" + command + R"(","turn":)" + std::to_string(turn_) +
                         R"(,"plan_sha256":")" + plan + "\"" + more + "}",
                     "application/json");
    return answer ? std::to_string(answer->status) + " " + answer->body : "no answer";
  }
  std::string picture() {
    const auto answer = client_.Get("/turns/" + std::to_string(turn_) + "/plan.png");
    return answer && answer->status == 200 ? answer->body : "";
  }

  int turn() const { return turn_; }
  const std::string& items() const { return items_; }

  // Returns false on timeout.
  static bool until(const std::function<bool()>& is_true) {
    const auto deadline = std::chrono::steady_clock::now() + kLongEnough;
    while (!is_true()) {
      if (std::chrono::steady_clock::now() > deadline) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return true;
  }

 private:
  Result<MessageFields> about() {
    const auto run = client_.Get("/api/run");
    if (!run) return Error{"no answer"};
    // The answer holds `program` twice: of the run and of its state.
    return MessageFields::parse(std::string(run->body), MessageFields::Duplicates::last_wins);
  }

  httplib::Client client_;
  int turn_ = 0;
  std::string items_;
};

TurnRecord record_of(const std::string& folder, int turn) {
  Result<TurnRecord> record = parse_turn_record(record_of_turn(folder, turn));
  EXPECT_TRUE(record.ok()) << record.error().message;
  return record.ok() ? std::move(record).value() : TurnRecord{};
}

void expect_verified(const std::string& folder) {
  const ProgramResult checked = verify(folder);
  EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
}
}  // namespace

TEST(ApprovalProcess, ApprovedPlansAreExecutedAndRecorded) {
  std::string folder, first;
  int asked = 0, turn = 0;
  {
    const RunningDemo demo;
    RunningProxy proxy(form_run(demo), kAlways);
    folder = proxy.run_folder();
    Operator person(proxy);
    const auto is_filled = [&] { return proxy.output().find(kFilled) != std::string::npos; };
    for (std::string plan = person.asked(); !plan.empty() && asked < 30;
         plan = person.asked(plan, is_filled)) {
      if (++asked == 1) {
        first = plan;
        turn = person.turn();
        EXPECT_TRUE(person.picture().starts_with("\x89PNG"));
        EXPECT_NE(person.items().find(R"("risk":"always")"), std::string::npos);
        // Decisions about another plan are rejected without effect.
        EXPECT_TRUE(person.decide("approve", std::string(64, '0')).starts_with("409 "));
      }
      EXPECT_EQ(person.decide("approve", plan, R"(,"note":null)"), R"(200 {"ok":true})");
      EXPECT_TRUE(person.is_over(plan));
    }
    EXPECT_NE(proxy.wait_for(kFilled), "") << proxy.output() << proxy.errors();
    press_ctrl_c(proxy.pid());
    ASSERT_TRUE(proxy.wait_for_end());
  }
  EXPECT_GT(asked, 2);
  const TurnRecord record = record_of(folder, turn);
  ASSERT_TRUE(record.approval);
  EXPECT_EQ(record.approval->plan_sha256, first);
  EXPECT_EQ(record.approval->decision, Decision::approved);
  EXPECT_EQ(record.approval->plan.picture_sha256,
            sha256_hex(read_of(folder, plan_file(turn, record.attempt))));
  EXPECT_TRUE(lists_file(folder, plan_file(turn, record.attempt)));
  expect_verified(folder);
  // verify finds a replaced picture.
  write_of(folder, plan_file(turn, record.attempt), "another");
  EXPECT_EQ(verify(folder).code, 1);
}

TEST(ApprovalProcess, RefusedPlansAreNotExecutedAndReported) {
  const RunningDemo demo;
  RunningProxy proxy(form_run(demo), kAlways);
  const std::string folder = proxy.run_folder();
  Operator person(proxy);
  const std::string plan = person.asked();
  ASSERT_NE(plan, "") << proxy.output() << proxy.errors();
  const int turn = person.turn();
  EXPECT_EQ(person.decide("refuse", plan, R"(,"note":"type the name first")"),
            R"(200 {"ok":true})");
  ASSERT_NE(person.asked(plan), "") << "the next turn asks again";
  press_ctrl_c(proxy.pid());
  ASSERT_TRUE(proxy.wait_for_end());
  const TurnRecord record = record_of(folder, turn);
  ASSERT_TRUE(record.approval);
  EXPECT_EQ(record.approval->decision, Decision::refused);
  EXPECT_EQ(record.approval->note, "type the name first");
  EXPECT_EQ(record.note, "type the name first");
  EXPECT_NE(record.executor_out.str().find("the operator refused"), std::string::npos)
      << record.executor_out.str();
  EXPECT_EQ(record.executor_out.str().find(R"("outcome":"done")"), std::string::npos)
      << record.executor_out.str();
  const std::string request = read_of(folder, exchange_file(turn, record.attempt, "request"));
  EXPECT_NE(request.find("OPERATOR: type the name first"), std::string::npos);
  expect_verified(folder);
}

TEST(ApprovalProcess, NothingIsDoneWithoutAnAnswer) {
  Environment environment = kAlways;
  environment.emplace_back("FRANZ_SAFETY_APPROVE_S", "1");
  const RunningDemo demo;
  RunningProxy proxy(form_run(demo), environment);
  const std::string folder = proxy.run_folder();
  Operator person(proxy);
  const std::string plan = person.asked();
  ASSERT_NE(plan, "") << proxy.output() << proxy.errors();
  const int turn = person.turn();
  ASSERT_NE(person.asked(plan), "") << "the next turn asks again";
  EXPECT_TRUE(person.decide("approve", plan).starts_with("409 ")) << "too late";
  press_ctrl_c(proxy.pid());
  ASSERT_TRUE(proxy.wait_for_end());
  const TurnRecord record = record_of(folder, turn);
  ASSERT_TRUE(record.approval);
  EXPECT_EQ(record.approval->decision, Decision::expired);
  EXPECT_NE(record.executor_out.str().find("the operator did not answer in 1 s"), std::string::npos)
      << record.executor_out.str();
  EXPECT_EQ(record.executor_out.str().find(R"("outcome":"done")"), std::string::npos);
  expect_verified(folder);
}

// Runs on a private display ask only if the settings say so.
TEST(ApprovalProcess, APrivateDisplayAsksNobodyByDefault) {
  const RunningDemo demo;
  RunningProxy proxy(form_run(demo));
  EXPECT_NE(proxy.wait_for(kFilled), "") << proxy.output() << proxy.errors();
  press_ctrl_c(proxy.pid());
  ASSERT_TRUE(proxy.wait_for_end());
  EXPECT_EQ(record_of(proxy.run_folder(), 2).approval, std::nullopt);
}

// The question ends with the orchestrator that asked it.
TEST(ApprovalProcess, AfterAKillTheQuestionIsAskedAgain) {
  const RunningDemo demo;
  RunningProxy proxy(form_run(demo), kAlways);
  const std::string folder = proxy.run_folder();
  Operator person(proxy);
  const std::string plan = person.asked();
  ASSERT_NE(plan, "") << proxy.output() << proxy.errors();
  const int turn = person.turn();
  const long long orchestrator = descendant_named(proxy.pid(), "orchestrator");
  ASSERT_NE(orchestrator, 0);
  kill_hard(orchestrator);
  // The next orchestrator asks again.
  ASSERT_TRUE(Operator::until([&] {
    const long long next = descendant_named(proxy.pid(), "orchestrator");
    return next != 0 && next != orchestrator;
  }));
  const std::string again = person.asked("");
  ASSERT_NE(again, "");
  EXPECT_EQ(person.turn(), turn);
  EXPECT_EQ(person.decide("approve", again), R"(200 {"ok":true})");
  ASSERT_NE(person.asked(again), "");
  press_ctrl_c(proxy.pid());
  ASSERT_TRUE(proxy.wait_for_end());
  const TurnRecord record = record_of(folder, turn);
  ASSERT_TRUE(record.approval);
  EXPECT_EQ(record.approval->decision, Decision::approved);
  EXPECT_NE(record.executor_out.str().find(R"("outcome":"done")"), std::string::npos)
      << record.executor_out.str();
  expect_verified(folder);
}
}  // namespace franz
