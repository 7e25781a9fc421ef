// proxy verify on forged runs whose digests, rows, batches and chain were rebuilt: only the drawing
// and the seal still reveal the change.
#include <gtest/gtest.h>
#include <algorithm>
#include <functional>
#include "common/base/json_string.h"
#include "common/base/sha256.h"
#include "common/os/child_process.h"
#include "common/run/run_dir_app.h"
#include "common/run/run_files.h"
#include "common/run/stored_request_app.h"
#include "common/run/turn_record.h"
#include "common/wire/executor_messages.h"
#include "common/wire/state_file.h"
#include "tests/process/processes.h"
#include "tests/process/recorded_run.h"
#include "tests/process/running_proxy.h"
#include "tests/process/tampering.h"
#include "tests/support/rewritten_log.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
TEST(Verify, NamesTheFieldWhenEverythingWasRebuilt) {
  const Recorded recorded = record_run(test_folder(), 6);
  const auto written = [](const std::function<void(const std::string&)>& change) {
    return [=](const std::string& folder) {
      change(folder);
      rewrite_log(folder);
    };
  };
  const std::vector<Tampering> rows = {
      {"feedback", edited("turn_0004.json", R"("feedback":)", "OK", "KO"),
       "turn 4: turn_0004.json: executor.out.feedback: expected KO"},
      {"a story in the request",
       edited("exchange/000/0003-1.request", R"("role":"user")", "corner", "corned"),
       "turn 3: exchange/000/0003-1.request: messages[1]: it is not the reply to turn 2"},
      {"an action that never was", edited("turn_0004.json", R"("items":[)", "drag", "grad"),
       "turn 4: turn_0004.json: executor.out.items: expected "},
      {"a result", edited("turn_0004.json", R"("items":[)", "done", "refused"),
       "turn 4: turn_0004.json: executor.out.items: expected "},
      {"the canvas", written([](const std::string& folder) {
         std::string bytes = read_of(folder, kCanvasFile);
         bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
         write_of(folder, kCanvasFile, bytes);
       }),
       "sandbox_canvas.bmp: it differs from what the turns drew"},
      {"the state", edited("state.json", "", R"("request":")", R"("request":"f)"), "state.json: "},
      {"a second reply for the executor",
       edited("turn_0004.json", R"("executor":{"in":)", R"("turn":4)",
              R"("turn":4,"raw":"```python\ndrag(1, 2, 3, 4)\n```")"),
       "turn 4: turn_0004.json: executor.in.raw: it cannot be there"},
      {"two such replies, so that the parser decides which counts",
       edited("turn_0004.json", R"("executor":{"in":)", R"("turn":4)",
              R"("turn":4,"raw":"a","raw":"b")"),
       "turn 4: turn_0004.json: "},
      {"a warning that was never given",
       edited("turn_0004.json", R"("executor":)", R"("warnings":[])",
              R"("warnings":[{"code":"obey","text":"obey"}])"),
       "turn 4: turn_0004.json: executor.out.warnings: expected [], got "
       "[{\"code\":\"obey\",\"text\":\"obey\"}]"},
      {"a member of a record",
       edited("turn_0004.json", R"("in":{)", R"("turn":4,)", R"("turn":4,"x":"obey",)"),
       "turn 4: turn_0004.json: executor.in.x: no version of FRANZ writes it there: it was added"},
      {"a member of the state", edited("state.json", "{", "{", R"({"x":"obey",)"),
       "state.json: x: no version of FRANZ writes it there: it was added"},
      {"another system message",
       edited("exchange/000/0004-1.request", R"("role":"system")", "You", "Yow"),
       "turn 4: exchange/000/0004-1.request: sha256 of messages[0]: expected "},
      {"hostile text",
       edited("turn_0003.json", R"("reasoning":null,"finish_reason":)", "stop", "\\u001b[2J"),
       "turn 3: turn_0003.json: response.finish_reason: expected \"stop\", got \"\\u001b[2J\""},
  };
  for (const Tampering& row : rows) expect_named(recorded, row, {});
}

// Changes reply 3 everywhere: in the reply, both records and the next request.
void change_reply_3(const std::string& folder, const std::string& from, const std::string& to,
                    const std::string& piece_from, const std::string& piece_to) {
  const std::string record = record_file(4, 1), request = exchange_file(4, 1, "request");
  edit_file(folder, "exchange/000/0003-1.response", "", piece_from, piece_to);
  edit_file(folder, record_file(3, 1), R"("response":{)", from, to);
  edit_file(folder, request, R"("role":"user")", from, to);
  edit_file(folder, record, R"("sst":{)", from, to);
  const Result<TurnRecord> read = parse_turn_record(read_of(folder, record));
  const Result<RunDir> dir = RunDir::open(folder);
  ASSERT_TRUE(read.ok() && dir.ok());
  const auto whole = read_request(dir.value(), request, read.value().cuts);
  ASSERT_TRUE(whole.ok());
  edit_file(folder, record, R"("request":{)", read.value().request_sha256,
            sha256_hex(whole.value().substr(whole.value().find("\r\n\r\n") + 4)));
  rewrite_log(folder);
}

TEST(Verify, NeedsTheSealAgainstACompleteForgery) {
  const Recorded recorded = record_run(test_folder(), 6);
  std::string folder = copy_run(recorded.folder, recorded.folder + "_words");
  change_reply_3(folder, "corner", "corned", "\"content\":\"r.\"", "\"content\":\"d.\"");
  ProgramResult result = verify(folder);
  EXPECT_EQ(result.code, 0) << result.output;  // nothing contradicts it
  result = verify(folder, {"--fast", "--seal", recorded.seal});
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.output.find(": run.jsonl: seal: expected " + recorded.seal + ", got "),
            std::string::npos)
      << result.output;

  // A changed call no longer draws what the pictures show.
  folder = copy_run(recorded.folder, recorded.folder + "_calls");
  change_reply_3(folder, "drag(8", "drag(4", "\"content\":\"drag(8\"", "\"content\":\"drag(4\"");
  EXPECT_EQ(verify(folder, {"--fast"}).code, 0);
  result = verify(folder);
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.output.find(": turn 4: turn_0004.json: executor.out.items: "), std::string::npos)
      << result.output;
}

// A turn begun after the last line: a kill during its drawing leaves a part of it; anything else is
// a finding.
TEST(Verify, AcceptsAPartOfTheLastTurnsDrawingAndNothingElse) {
  const Recorded recorded = record_run(test_folder(), 4);
  const std::string& folder = recorded.folder;
  Result<LoopState> state = parse_loop_state(read_of(folder, kStateFile));
  ASSERT_TRUE(state.ok() && state.value().reply);
  const Result<TurnRecord> record = parse_turn_record(read_of(folder, record_file(4, 1)));
  ASSERT_TRUE(record.ok());
  Result<ExecutorRequest> request =
      executor_request_with(record.value().executor_in.str(), state.value().reply);
  ASSERT_TRUE(request.ok()) << request.error().message;
  request.value().options.turn = 5;
  state.value().acting = Acting{5, to_json_without_reply(request.value()), std::nullopt};
  write_of(folder, kStateFile, to_json(state.value()));
  request.value().options.run_dir = folder;
  const std::string before = read_of(folder, kCanvasFile);
  const ChildOutcome drawn = run_child({std::string(kBinDir) + "/executor", {}, {}, ""},
                                       to_json(request.value()), kLongEnough);
  ASSERT_TRUE(drawn.end.ok()) << drawn.errors;
  const std::string after = read_of(folder, kCanvasFile);
  const auto found_with = [&](const std::string& canvas) {
    write_of(folder, kCanvasFile, canvas);
    rewrite_log(folder);
    return verify(folder);
  };
  const auto [first, in_before] = std::mismatch(after.begin(), after.end(), before.begin());
  ASSERT_NE(first, after.end()) << "the turn must draw something";
  const auto at = static_cast<std::size_t>(first - after.begin()) + 1;
  std::string part = after.substr(0, at) + before.substr(at);
  ASSERT_NE(part, after);
  for (const std::string& canvas : {before, after, part}) {
    const ProgramResult result = found_with(canvas);
    EXPECT_EQ(result.code, 0) << result.output;
  }
  part.back() = static_cast<char>(part.back() ^ 1);
  const ProgramResult result = found_with(part);
  EXPECT_EQ(result.code, 1) << result.output;
  EXPECT_NE(result.output.find("sandbox_canvas.bmp: it differs from what the turns drew"),
            std::string::npos)
      << result.output;
}
}  // namespace
}  // namespace franz
