#include "proxy/telemetry/telemetry_app.h"
#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>
#include "common/base/count_text.h"
#include "common/http/retry_after.h"
#include "common/os/clock.h"
#include "common/os/secret_variables.h"
#include "proxy/telemetry/exchange_facts_app.h"

namespace franz::proxy {
using std::chrono::milliseconds;

// A request has about this many spans, or those of one turn. SDKs send at most 512.
static constexpr std::size_t kBatchSpans = 256;
static constexpr std::size_t kBatchBytes = 1UL << 20U;  // of attributes
static constexpr milliseconds kBatchAge{1000};
static constexpr int kTries = 5;  // of a request; about 15 s
static constexpr milliseconds kFirstWait{1000}, kLongestWait{30'000};
static constexpr HttpTimes kTimes{.connect_ms = 10'000,
                                  .write_ms = 10'000,
                                  .first_byte_ms = 10'000,
                                  .idle_ms = 10'000,
                                  .total_ms = 10'000};      // the default of OTLP exporters
static constexpr std::size_t kLongestAnswer = 64UL << 10U;  // bytes that are read of a body

Telemetry::Telemetry(TelemetryOptions options)
    : options_(std::move(options)),
      inbox_(options_.waiting_bytes),
      spans_(options_.run, options_.objective, options_.content),
      random_(static_cast<unsigned>(steady_time_ms())) {
  spans_.resume_after(options_.last_turn);
  thread_ = std::thread([this] { work(); });
}

Telemetry::~Telemetry() {
  client_.stop();
  {
    const std::lock_guard lock(mutex_);
    ending_ = flush_is_over_ = true;
  }
  inbox_.close();
  changed_.notify_all();
  thread_.join();
}

void Telemetry::update(const ViewUpdate& update) {
  Message message;
  if (const auto* const turn = std::get_if<TurnRecorded>(&update)) message.record = turn->record;
  if (const auto* const run = std::get_if<RunUpdate>(&update)) {
    message.started = run->run.started;
    message.finish = run->run.finish;
  }
  if (!message.record && message.started.empty()) return;
  const std::size_t bytes = message.record ? message.record->size() : 1;
  while (!inbox_.try_push(message, bytes)) {
    const std::optional<Message> oldest = inbox_.pop(milliseconds(0));
    if (!oldest) return;  // closed
    if (oldest->record && lost_turns_++ == 0)
      options_.say(true, "telemetry: " + to_string(options_.collector) +
                             " is too slow or down: the oldest waiting turns are dropped");
  }
}

void Telemetry::finish(const std::optional<TrialScore>& score) {
  std::unique_lock lock(mutex_);
  score_ = score;
  ending_ = true;
  inbox_.close();
  changed_.notify_all();
  if (changed_.wait_for(lock, options_.flush, [this] { return over_; })) return;
  flush_is_over_ = true;
  changed_.notify_all();
  client_.stop();
  changed_.wait(lock, [this] { return over_; });
}

std::string Telemetry::losses() {
  const std::size_t turns = lost_turns_, items = lost_items_;
  if (turns == 0 && items == 0) return "";
  std::string text = turns > 0 ? count_text(turns, "turn") : "";
  if (items > 0)
    text += (turns > 0 ? " and " : "") + count_text(items, "span or event", "spans or events");
  text += (turns + items == 1 ? " was" : " were") + std::string(" not delivered to ") +
          to_string(options_.collector);
  const std::lock_guard lock(mutex_);
  return last_failure_.empty() ? text : text + ", which " + last_failure_;
}

// ---- The thread

void Telemetry::work() {
  while (!inbox_.closed()) {
    std::optional<milliseconds> wait;
    if (!batch_.spans.empty())
      wait = std::max(milliseconds(0), std::chrono::ceil<milliseconds>(batch_due_ - Clock::now()));
    if (const std::optional<Message> message = inbox_.pop(wait)) take(*message);
    const bool is_due = !batch_.spans.empty() && Clock::now() >= batch_due_;
    if (is_due || batch_.spans.size() >= kBatchSpans || batch_bytes_ >= kBatchBytes) send();
  }
  std::optional<TrialScore> score;
  {
    const std::lock_guard lock(mutex_);
    score = score_;
  }
  if (sent_any_ || !batch_.spans.empty()) add(spans_.end(finish_, score));
  send();
  const std::lock_guard lock(mutex_);
  over_ = true;
  changed_.notify_all();
}

void Telemetry::take(const Message& message) {
  if (message.finish) finish_ = message.finish;
  if (!message.started.empty()) spans_.begin_at(message.started);
  if (!message.record) return;
  if (flush_is_over_) {
    ++lost_turns_;
    return;
  }
  const Result<TurnRecord> record = parse_turn_record(*message.record);
  if (!record.ok()) {
    ++lost_turns_;
    return options_.say(true, "telemetry: a turn's record: " + record.error().message);
  }
  std::optional<ExchangeFacts> facts;
  const Result<RunDir> run = RunDir::open(options_.run_folder);
  const Result<std::optional<ExchangeFacts>> read =
      run.ok() ? read_exchange_facts(run.value(), record.value(), options_.content)
               : Result<std::optional<ExchangeFacts>>(run.error());
  if (read.ok()) {
    facts = read.value();
  } else {  // its span is sent without them
    options_.say(true, "telemetry: turn " + std::to_string(record.value().turn) + ": " +
                           read.error().message);
  }
  add(spans_.attempt(record.value(), facts));
}

void Telemetry::add(OtlpBatch batch) {
  if (batch_.spans.empty()) batch_due_ = Clock::now() + kBatchAge;
  batch_bytes_ += attribute_bytes(batch);
  std::ranges::move(batch.spans, std::back_inserter(batch_.spans));
  std::ranges::move(batch.events, std::back_inserter(batch_.events));
}

void Telemetry::send() {
  const OtlpBatch batch = std::exchange(batch_, {});
  batch_bytes_ = 0;
  const std::string& version = options_.run.version;
  if (!batch.spans.empty() && !traces_.is_off)
    deliver(traces_, to_json(batch.spans, version), batch.spans.size());
  if (!batch.events.empty() && !logs_.is_off)
    deliver(logs_, to_json(batch.events, version), batch.events.size());
  sent_any_ = true;
}

void Telemetry::deliver(Signal& signal, const std::string& request, std::size_t items) {
  using Kind = OtlpAnswer::Kind;
  for (int tries = 1; !flush_is_over_; ++tries) {
    milliseconds retry_after{0};
    const OtlpAnswer answer = post(signal, request, retry_after);
    if (answer.kind == Kind::absent) return turn_off(signal, answer);
    if (answer.kind == Kind::partly) rejected(signal, answer, items);
    if (answer.kind == Kind::partly || answer.kind == Kind::taken) return works_again(signal);
    const bool tries_again =
        answer.kind == Kind::retry && may_try_again(signal, tries, retry_after);
    failed(signal, answer);
    if (!tries_again) break;
    wait_before_retry(tries, retry_after);
  }
  lost_items_ += items;
}

// `retry_after`: set if the collector asks for it.
OtlpAnswer Telemetry::post(const Signal& signal, const std::string& request,
                           milliseconds& retry_after) {
  const Upstream& collector = options_.collector;
  OutgoingRequest sent{"POST", collector.path + signal.path, options_.headers, request};
  sent.headers.push_back({"Content-Type", "application/json"});
  ReplyHead head;
  std::string body;
  const HttpOutcome outcome = client_.ask(
      {collector.tls, collector.address.host, collector.address.port, collector.ca_file,
       kCollectorCertificate},
      sent, kTimes, [&head](const ReplyHead& came) { head = came; },
      [&body](std::string_view piece) {
        body += piece;
        return body.size() < kLongestAnswer ? Wanted::more : Wanted::nothing;
      });
  if (outcome.status == 204) return {};  // taken; HttpClient accepts no reply without content
  switch (outcome.kind) {
    case HttpOutcome::Kind::whole:
    case HttpOutcome::Kind::enough: break;
    case HttpOutcome::Kind::stopped:
      return {OtlpAnswer::Kind::refused, "did not answer before the end of the run"};
    case HttpOutcome::Kind::not_sent: return {OtlpAnswer::Kind::refused, outcome.why};
    default: return {OtlpAnswer::Kind::retry, outcome.why};
  }
  const auto header = [&head](const char* name) {
    return find_header(head.headers, name).value_or("");
  };
  const RetryAfter asked =
      read_retry_after(header("retry-after"), "", header("date"), unix_time_ms());
  if (asked.ms) retry_after = milliseconds(*asked.ms);
  return read_otlp_answer(outcome.status, body);
}

// At the end, a signal that was down before gets one try, and so does one whose collector asks to
// wait longer than the flush.
bool Telemetry::may_try_again(const Signal& signal, int tries, milliseconds retry_after) const {
  return tries < kTries && !(ending_ && (signal.is_down || retry_after > options_.flush));
}

void Telemetry::wait_before_retry(int tries, milliseconds retry_after) {
  const double jitter = std::uniform_real_distribution<>(0.8, 1.2)(random_);
  const auto backoff = milliseconds(static_cast<std::int64_t>(
      static_cast<double>((kFirstWait * (1 << (tries - 1))).count()) * jitter));
  const milliseconds wait = std::min(std::max(backoff, retry_after), kLongestWait);
  std::unique_lock lock(mutex_);
  const bool was_ending = ending_;
  changed_.wait_for(lock, wait, [&] { return ending_ != was_ending || flush_is_over_; });
}

// The collector does not say which; sending them again would duplicate the others.
void Telemetry::rejected(Signal& signal, const OtlpAnswer& answer, std::size_t items) {
  lost_items_ += std::min(answer.rejected, items);
  {
    const std::lock_guard lock(mutex_);
    last_failure_ = answer.why;
  }
  if (!std::exchange(signal.has_rejected, true) && !ending_) say(true, signal, answer.why);
}

void Telemetry::works_again(Signal& signal) {
  if (!std::exchange(signal.is_down, false) || ending_) return;
  const std::string lost = losses();
  say(false, signal, "works again" + (lost.empty() ? "" : "; until now " + lost));
}

void Telemetry::turn_off(Signal& signal, const OtlpAnswer& answer) {
  signal.is_off = true;
  say(true, signal, answer.why + "; " + signal.items + " are not sent");
}

void Telemetry::failed(Signal& signal, const OtlpAnswer& answer) {
  {
    // The end of the flush also cuts a retry; the reason is then still the first failure.
    const std::lock_guard lock(mutex_);
    if (!flush_is_over_ || !signal.is_down) last_failure_ = answer.why;
  }
  if (std::exchange(signal.is_down, true) || ending_) return;
  say(true, signal, answer.why + "; the run continues without it");
}

void Telemetry::say(bool is_warning, const Signal& signal, const std::string& text) const {
  options_.say(is_warning,
               "telemetry: " + to_string(options_.collector) + signal.path + " " + text);
}
}  // namespace franz::proxy
