#include "proxy/telemetry/run_spans.h"
#include <gtest/gtest.h>
#include <string>
#include <vector>
#include "common/base/overload.h"
#include "common/wire/executor_messages.h"

namespace franz::proxy {
namespace {
RunFacts facts() {
  RunFacts run;
  run.run = "2c3a90e36f908252";
  run.name = "run_1";
  run.started = "2026-11-29T12:00:00.000Z";
  run.version = "0.1.0";
  run.profile = "pilot";
  run.addresses.upstream = "https://api.mistral.ai/v1";
  return run;
}

ActionItem item(const std::string& call, Outcome outcome) {
  ActionItem made;
  if (!call.empty()) made.call = call;
  made.written = call;
  made.outcome = outcome;
  if (outcome == Outcome::refused) made.why = "a secret reason";
  return made;
}

// The record of an attempt that got a reply after 500 ms, in a turn that acted for 100 ms.
TurnRecord record_of(int turn, int attempt = 1) {
  TurnRecord record;
  record.turn = turn;
  record.attempt = attempt;
  record.status = 200;
  record.time = "2026-11-29T12:00:0" + std::to_string(turn) + ".250Z";
  record.model = "m";
  record.request_sha256 = "x";
  record.verdict = turn == 1 ? Verdict::first : Verdict::ok;
  record.feedback = R"("the feedback")";
  record.executor_ms = 100;
  record.model_ms = 500;
  record.turn_ms = 625;
  record.response = RecordedReply();
  record.response->text = R"("the reply")";
  record.response->finish_reason = "stop";
  record.response->usage = TokenUsage{.prompt_tokens = 700, .completion_tokens = 22};
  return record;
}

void acts(TurnRecord& record, std::vector<ActionItem> items) {
  ExecutorReply reply;
  reply.items = std::move(items);
  record.executor_out = to_json_without_screenshot(reply);
}

std::string value_text(const OtlpValue& value) {
  return std::visit(Overload{[](const std::string& text) { return text; },
                             [](std::int64_t number) { return std::to_string(number); },
                             [](double number) { return std::to_string(number); },
                             [](bool truth) { return std::string(truth ? "true" : "false"); },
                             [](const std::vector<std::string>& texts) {
                               return texts.empty() ? "" : texts.front();
                             }},
                    value);
}

std::string attribute(const OtlpAttributes& attributes, const std::string& key) {
  for (const OtlpAttribute& each : attributes)
    if (each.key == key) return value_text(each.value);
  return "-";
}

// "chat m ok 250..750", one line for each span, in milliseconds after its turn's second.
std::string print(const OtlpBatch& batch) {
  std::string text;
  for (const OtlpSpan& span : batch.spans) {
    const auto ms = [](std::int64_t ns) { return std::to_string(ns / 1'000'000 % 10'000); };
    text += span.name + (span.failed ? " " + attribute(span.attributes, "error.type") : " ok") +
            " " + ms(span.start_ns) + ".." + ms(span.end_ns) + "\n";
  }
  for (const OtlpEvent& event : batch.events)
    text += attribute(event.attributes, "gen_ai.evaluation.name") + " " +
            attribute(event.attributes, "gen_ai.evaluation.score.label") + " " +
            attribute(event.attributes, "gen_ai.evaluation.score.value") + "\n";
  return text;
}
}  // namespace

TEST(RunSpans, AreARootWithAChatPerAttemptAndATrialPerAction) {
  RunSpans spans(facts(), "draw", false);
  TurnRecord failed = record_of(1);
  failed.response.reset();
  failed.status = 503;
  EXPECT_EQ(print(spans.attempt(failed, std::nullopt)),
            "chat m 503 1250..1750\nfranz.memory first 1.000000\n");
  EXPECT_EQ(print(spans.attempt(record_of(1, 2), std::nullopt)),
            "chat m ok 1250..1750\nfranz.memory first 1.000000\n");
  TurnRecord second = record_of(2);
  second.verdict = Verdict::violation;
  acts(second, {item("left_click(1, 2)", Outcome::done), item("", Outcome::malformed),
                item("type(\"x\")", Outcome::refused), item("sleep(1)", Outcome::not_run)});
  EXPECT_EQ(print(spans.attempt(second, std::nullopt)),
            "execute_tool left_click ok 2125..2225\n"
            "execute_tool type refused 2125..2225\n"
            "chat m ok 2250..2750\n"
            "franz.memory violation 0.000000\n");
  TurnRecord again = second;  // a further attempt: its actions are not performed again
  again.attempt = 2;
  again.verdict = Verdict::superseded;
  EXPECT_EQ(print(spans.attempt(again, std::nullopt)),
            "chat m ok 2250..2750\nfranz.memory superseded -\n");
  TurnRecord closing = record_of(3);
  closing.finish = Finish{FinishReason::done, "done"};
  closing.response.reset();
  closing.model_ms.reset();
  acts(closing, {item("screenshot()", Outcome::noted)});
  EXPECT_EQ(print(spans.attempt(closing, std::nullopt)), "execute_tool screenshot ok 3150..3250\n");
  EXPECT_EQ(print(spans.end(Finish{FinishReason::done, "x"}, TrialScore{"t", false, 0.5})),
            "invoke_agent pilot ok 0..3250\nfranz.task fail 0.500000\n");
  EXPECT_EQ(print(spans.end(Finish{FinishReason::server, "x"}, std::nullopt)),
            "invoke_agent pilot server 0..3250\n");
}

TEST(RunSpans, HaveTheConventionsAttributes) {
  RunSpans spans(facts(), "draw", false);
  TurnRecord record = record_of(1);
  record.first_byte_ms = 250;
  const OtlpSpan chat = spans.attempt(record, ExchangeFacts{true, "m-2", "[]"}).spans.front();
  const OtlpSpan root = spans.end(std::nullopt, std::nullopt).spans.front();
  struct Case {
    const char *key, *value;
  };
  const Case cases[] = {{"gen_ai.operation.name", "chat"},
                        {"gen_ai.provider.name", "mistral_ai"},
                        {"gen_ai.conversation.id", "2c3a90e36f908252"},
                        {"gen_ai.request.model", "m"},
                        {"gen_ai.response.finish_reasons", "stop"},
                        {"gen_ai.usage.input_tokens", "700"},
                        {"gen_ai.usage.output_tokens", "22"},
                        {"server.address", "api.mistral.ai"},
                        {"server.port", "443"},
                        {"gen_ai.request.stream", "true"},
                        {"gen_ai.response.model", "m-2"},
                        {"gen_ai.response.time_to_first_chunk", "0.250000"},
                        {"gen_ai.input.messages", "-"},
                        {"gen_ai.output.messages", "-"}};
  for (const Case& each : cases)
    EXPECT_EQ(attribute(chat.attributes, each.key), each.value) << each.key;
  EXPECT_EQ(chat.trace, root.trace);
  EXPECT_EQ(chat.parent, root.id);
  EXPECT_EQ(root.parent, "");
  EXPECT_EQ(chat.trace.size(), 32U);
  EXPECT_EQ(chat.id.size(), 16U);
}

TEST(RunSpans, HaveTextsOnlyIfAsked) {
  TurnRecord record = record_of(2);
  acts(record, {item("type(\"a secret text\")", Outcome::refused)});
  for (const bool content : {false, true}) {
    RunSpans spans(facts(), "the objective", content);
    const ExchangeFacts exchange{false, "m-1", R"([{"role":"user","parts":["the prompt"]}])"};
    const std::string json = to_json(spans.attempt(record, exchange).spans, "1") +
                             to_json(spans.end(std::nullopt, std::nullopt).spans, "1");
    for (const char* const text :
         {"the prompt", "the reply", "a secret text", "a secret reason", "the objective"})
      EXPECT_EQ(json.find(text) != std::string::npos, content) << text << json;
  }
}

TEST(RunSpans, TakesAnyTimes) {
  TurnRecord record = record_of(1);
  record.time = "9999-12-31T23:59:59.999Z";
  record.model_ms = 1e300;
  record.turn_ms = -1e300;
  record.executor_ms = 1e300;
  acts(record, {item("sleep(1)", Outcome::done)});
  RunSpans spans(facts(), "", false);
  for (const OtlpSpan& span : spans.attempt(record, std::nullopt).spans) {
    EXPECT_GE(span.start_ns, 0);
    EXPECT_GE(span.end_ns, span.start_ns);
  }
  record.time = "noon";
  record.turn_ms = 1e300;
  record.model_ms = 0;
  RunSpans others(facts(), "", false);
  for (const OtlpSpan& span : others.attempt(record, std::nullopt).spans)
    EXPECT_GE(span.start_ns, 0);
}
}  // namespace franz::proxy
