#pragma once
// Sends a run's spans and events to an OpenTelemetry collector while it is recorded
// (docs/telemetry.md). It has a thread of its own, and the run never waits for it: if the collector
// is slow or down, the oldest turns that wait are dropped, and counted.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>
#include "common/http/http_headers.h"
#include "common/net/http_client.h"
#include "common/os/mailbox.h"
#include "common/run/run_dir_app.h"
#include "common/run/run_update.h"
#include "proxy/relay/upstream.h"
#include "proxy/telemetry/run_spans.h"

namespace franz::proxy {
// How long the end of a run waits for the remaining requests.
inline constexpr std::chrono::milliseconds kTelemetryFlush{2000};

struct TelemetryOptions {
  Upstream collector;               // the base URL: requests go to its path with /v1/traces added
  std::vector<HttpHeader> headers;  // further ones; their values may be secret
  bool content = false;             // as in RunSpans
  std::string run_folder;
  RunFacts run;
  std::string objective;  // empty: unknown
  int last_turn = 0;      // of a resumed run: the newest turn with a record
  // A message for people. Any thread; must not block. After the call of finish() only that a signal
  // is not sent: losses() says the rest.
  std::function<void(bool is_warning, const std::string& text)> say;
  std::size_t waiting_bytes = 16UL << 20U;  // of records; over it the oldest is dropped
  std::chrono::milliseconds flush = kTelemetryFlush;
};

class Telemetry {
 public:
  explicit Telemetry(TelemetryOptions options);
  ~Telemetry();  // aborts the current request
  Telemetry(const Telemetry&) = delete;
  Telemetry& operator=(const Telemetry&) = delete;

  // Takes recorded turns and the run's end from the recorder's updates, and ignores others. Never
  // waits.
  void update(const ViewUpdate& update);

  // Sends what is waiting, the root span and the score, in at most `flush`. Call once, after the
  // last update. May also wait for the disk that the run is on.
  void finish(const std::optional<TrialScore>& score);

  // Spans, events and waiting turns that were dropped or rejected so far; empty: none.
  // "3 turns and 12 spans or events were not delivered to http://…, which refused the connection".
  std::string losses();

 private:
  using Clock = std::chrono::steady_clock;
  struct Message {
    std::shared_ptr<const std::string> record;  // null: none
    std::string started = {};                   // the run's beginning; empty: unknown
    std::optional<Finish> finish = std::nullopt;
  };

  // What is sent to one path of the collector.
  struct Signal {
    const char *path, *items;  // "/v1/traces", "spans"
    bool is_down = false;      // the newest request failed
    bool is_off = false;       // the collector does not have the path
    bool has_rejected = false;
  };

  void work();
  void take(const Message& message);
  void add(OtlpBatch batch);
  void send();
  // `items`: how many spans or events the request has.
  void deliver(Signal& signal, const std::string& request, std::size_t items);
  OtlpAnswer post(const Signal& signal, const std::string& request,
                  std::chrono::milliseconds& retry_after);
  bool may_try_again(const Signal& signal, int tries, std::chrono::milliseconds retry_after) const;
  void wait_before_retry(int tries, std::chrono::milliseconds retry_after);
  void rejected(Signal& signal, const OtlpAnswer& answer, std::size_t items);
  void works_again(Signal& signal);
  void turn_off(Signal& signal, const OtlpAnswer& answer);
  void failed(Signal& signal, const OtlpAnswer& answer);
  void say(bool is_warning, const Signal& signal, const std::string& text) const;

  TelemetryOptions options_;
  Mailbox<Message> inbox_;
  std::atomic<std::size_t> lost_turns_ = 0, lost_items_ = 0;
  HttpClient client_;

  // ---- Used by the thread only.
  RunSpans spans_;
  Signal traces_{"/v1/traces", "spans"}, logs_{"/v1/logs", "events"};
  OtlpBatch batch_;
  std::size_t batch_bytes_ = 0;  // of its attributes
  Clock::time_point batch_due_;  // when the batch is sent at the latest
  std::optional<Finish> finish_;
  bool sent_any_ = false;
  std::minstd_rand random_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<bool> ending_ = false;         // no more updates
  std::atomic<bool> flush_is_over_ = false;  // nothing more is read or sent
  bool over_ = false;                        // the thread has sent everything it could
  std::string last_failure_;                 // "refused the connection"; empty: none
  std::optional<TrialScore> score_;
  std::thread thread_;
};
}  // namespace franz::proxy
