#include <gtest/gtest.h>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <regex>
#include <set>
#include <string>
#include <vector>
#include "common/base/json_string.h"
#include "proxy/telemetry/telemetry_app.h"
#include "tests/process/local_server.h"

namespace franz::proxy {
namespace {
// A collector of spans only, which keeps them. Its answers have the statuses `answers` in turn, the
// last one always.
class TestCollector {
 public:
  explicit TestCollector(std::vector<int> answers) : answers_(std::move(answers)) {}

  void open() {
    const std::lock_guard lock(mutex_);
    is_open_ = true;
    changed_.notify_all();
  }
  void close() { is_open_ = false; }

  // Waits for that number of requests.
  void wait_for(std::size_t requests) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return requests_ >= requests; });
  }

  // The names of the spans that were taken, each once.
  std::set<std::string> taken() {
    const std::lock_guard lock(mutex_);
    return taken_;
  }
  std::size_t requests() {
    const std::lock_guard lock(mutex_);
    return requests_;
  }
  std::string path, header;       // of the newest request
  std::string body, retry_after;  // of each answer; empty: none

  std::string url() const { return server_.url(); }

 private:
  void handle(const httplib::Request& request, httplib::Response& response) {
    std::unique_lock lock(mutex_);
    path = request.path;
    header = request.get_header_value("api-key");
    response.status = answers_[std::min(requests_, answers_.size() - 1)];
    ++requests_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return is_open_; });
    if (!body.empty()) response.set_content(body, "application/json");
    if (!retry_after.empty()) response.set_header("Retry-After", retry_after);
    if (response.status >= 300) return;
    static const std::regex kName("\"name\":\"((?:chat|invoke_agent) [^\"]*)\"");
    const std::string& sent = request.body;
    for (std::sregex_iterator at(sent.begin(), sent.end(), kName), end; at != end; ++at)
      taken_.insert((*at)[1]);
  }

  const std::vector<int> answers_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_open_ = true;
  std::size_t requests_ = 0;
  std::set<std::string> taken_;
  LocalServer server_{[this](httplib::Server& server) {
    server.Post("/base/v1/traces", [this](const auto& in, auto& out) { handle(in, out); });
  }};
};

// The messages of the telemetry, in order.
class Said {
 public:
  void add(const std::string& text) {
    const std::lock_guard lock(mutex_);
    all_ += text + "\n";
    changed_.notify_all();
  }
  void wait_for(const std::string& part) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return all_.find(part) != std::string::npos; });
  }
  std::string all() {
    const std::lock_guard lock(mutex_);
    return all_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string all_;
};

TelemetryOptions options_for(const std::string& url, Said& said) {
  TelemetryOptions options;
  options.collector = parse_upstream(url + "/base").value();
  options.headers = {{"api-key", "secret"}};
  options.run_folder = testing::TempDir();  // without exchanges
  options.run.run = "2c3a90e36f908252";
  options.run.started = "2026-11-29T12:00:00.000Z";
  options.run.profile = "franz";
  options.run.version = "1";
  options.flush = std::chrono::seconds(60);
  options.say = [&said](bool, const std::string& text) { said.add(text); };
  return options;
}

// An update with the model's name "m<turn>". Its request was not kept.
TurnRecorded recorded(int turn, const std::string& text = "",
                      Verdict verdict = Verdict::not_applicable) {
  TurnRecord record;
  record.turn = turn;
  record.attempt = 1;
  record.status = 200;
  record.time = "2026-11-29T12:00:01.000Z";
  record.model = "m" + std::to_string(turn);
  record.verdict = verdict;
  record.request_bytes = 1;
  record.request_sha256 = std::string(64, '0');
  record.response = RecordedReply();
  record.response->text = quote_json(text);
  TurnRecorded update;
  update.record = std::make_shared<const std::string>(to_json(record));
  return update;
}

std::set<std::string> names(int first, int last) {
  std::set<std::string> all{"invoke_agent franz"};
  for (int turn = first; turn <= last; ++turn) all.insert("chat m" + std::to_string(turn));
  return all;
}
}  // namespace

TEST(Telemetry, SendsTurnsAndTheRunsEnd) {
  TestCollector collector({200});
  Said said;
  Telemetry telemetry(options_for(collector.url(), said));
  telemetry.update(recorded(1));
  collector.wait_for(1);
  telemetry.update(recorded(2));
  telemetry.finish(std::nullopt);
  EXPECT_EQ(collector.taken(), names(1, 2));
  EXPECT_EQ(collector.path, "/base/v1/traces");
  EXPECT_EQ(collector.header, "secret");
  EXPECT_EQ(telemetry.losses(), "");
  EXPECT_EQ(said.all(), "");
}

TEST(Telemetry, RetriesWhatMayBeRetriedAndReportsEachChangeOnce) {
  TestCollector collector({503, 200});
  Said said;
  Telemetry telemetry(options_for(collector.url(), said));
  telemetry.update(recorded(1));
  said.wait_for("works again");
  telemetry.finish(std::nullopt);
  EXPECT_EQ(collector.taken(), names(1, 1));
  EXPECT_EQ(telemetry.losses(), "");
  const std::string who = "telemetry: " + collector.url() + "/base/v1/traces ";
  EXPECT_EQ(said.all(),
            who + "answered 503; the run continues without it\n" + who + "works again\n");
}

TEST(Telemetry, DoesNotRepeatWhatWasRefused) {
  TestCollector collector({400, 200});
  Said said;
  Telemetry telemetry(options_for(collector.url(), said));
  telemetry.update(recorded(1));
  collector.wait_for(1);
  telemetry.update(recorded(2));
  telemetry.finish(std::nullopt);
  EXPECT_EQ(collector.taken(), names(2, 2));
  EXPECT_EQ(telemetry.losses(), "1 span or event was not delivered to " + collector.url() +
                                    "/base, which answered 400");
}

TEST(Telemetry, DropsTheOldestThatWaitAndNeverBlocks) {
  TestCollector collector({200});
  collector.close();
  Said said;
  TelemetryOptions options = options_for(collector.url(), said);
  options.waiting_bytes = 3 * recorded(1).record->size();
  Telemetry telemetry(std::move(options));
  telemetry.update(recorded(1));
  collector.wait_for(1);  // it has the first and does not answer
  for (int turn = 2; turn <= 9; ++turn) telemetry.update(recorded(turn));
  EXPECT_EQ(telemetry.losses(), "5 turns were not delivered to " + collector.url() + "/base");
  collector.open();
  telemetry.finish(std::nullopt);
  std::set<std::string> expected = names(7, 9);
  expected.insert("chat m1");
  EXPECT_EQ(collector.taken(), expected);
  said.wait_for("the oldest waiting turns are dropped");
}

TEST(Telemetry, TakesAnAnswerWithoutContent) {
  TestCollector collector({204});
  Said said;
  Telemetry telemetry(options_for(collector.url(), said));
  telemetry.update(recorded(1));
  collector.wait_for(1);
  telemetry.update(recorded(2));
  telemetry.finish(std::nullopt);
  EXPECT_EQ(collector.taken(), names(1, 2));
  EXPECT_EQ(collector.requests(), 2U);
  EXPECT_EQ(telemetry.losses() + said.all(), "");
}

TEST(Telemetry, ReportsOnceThatTheCollectorTakesNoEvents) {
  TestCollector collector({200});
  Said said;
  Telemetry telemetry(options_for(collector.url(), said));
  telemetry.update(recorded(1, "", Verdict::first));
  said.wait_for("events are not sent");
  telemetry.update(recorded(2, "", Verdict::first));
  telemetry.finish(std::nullopt);
  EXPECT_EQ(collector.taken(), names(1, 2));
  EXPECT_EQ(telemetry.losses(), "");
  EXPECT_EQ(said.all(),
            "telemetry: " + collector.url() + "/base/v1/logs answered 404; events are not sent\n");
}

TEST(Telemetry, CountsAPartThatWasRejected) {
  TestCollector collector({503, 200});
  collector.body = R"({"partialSuccess":{"rejectedSpans":"9","errorMessage":"too old"}})";
  Said said;
  Telemetry telemetry(options_for(collector.url(), said));
  telemetry.update(recorded(1));
  said.wait_for("works again");
  const std::string lost =
      " not delivered to " + collector.url() + "/base, which rejected a part: too old";
  EXPECT_EQ(telemetry.losses(), "1 span or event was" + lost);  // it was sent one
  telemetry.finish(std::nullopt);
  EXPECT_EQ(telemetry.losses(), "2 spans or events were" + lost);
  const std::string who = "telemetry: " + collector.url() + "/base/v1/traces ";
  EXPECT_EQ(said.all(), who + "answered 503; the run continues without it\n" + who +
                            "rejected a part: too old\n" + who +
                            "works again; until now 1 span or event was" + lost + "\n");
}

TEST(Telemetry, SendsLongTextsSoonerThanABatchOfTurns) {
  TestCollector collector({200});
  collector.close();
  Said said;
  TelemetryOptions options = options_for(collector.url(), said);
  options.content = true;
  Telemetry telemetry(std::move(options));
  const std::string text(1U << 20U, 'x');
  for (int turn = 1; turn <= 3; ++turn) telemetry.update(recorded(turn, text));
  collector.open();
  telemetry.finish(std::nullopt);
  EXPECT_EQ(collector.taken(), names(1, 3));
  EXPECT_EQ(collector.requests(), 4U);  // each turn alone, and the root
}

TEST(Telemetry, DoesNotWaitAtTheEndForALateRetry) {
  TestCollector collector({503});
  collector.retry_after = "3600";
  Said said;
  Telemetry telemetry(options_for(collector.url(), said));
  telemetry.update(recorded(1));
  telemetry.finish(std::nullopt);
  EXPECT_EQ(telemetry.losses(), "2 spans or events were not delivered to " + collector.url() +
                                    "/base, which answered 503");
}

TEST(Telemetry, EndsAlthoughTheCollectorDoesNotAnswer) {
  TestCollector collector({200});
  collector.close();
  Said said;
  {
    TelemetryOptions options = options_for(collector.url(), said);
    options.flush = kTelemetryFlush;
    Telemetry telemetry(std::move(options));
    telemetry.update(recorded(1));
    collector.wait_for(1);
    telemetry.update(recorded(2));  // is not read any more
    telemetry.finish(std::nullopt);
    EXPECT_EQ(telemetry.losses(), "1 turn and 2 spans or events were not delivered to " +
                                      collector.url() +
                                      "/base, which did not answer before the end of the run");
  }
  collector.open();
}
}  // namespace franz::proxy
