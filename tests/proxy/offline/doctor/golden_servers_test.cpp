// Doctor's results for complete answers of real servers.
#include <gtest/gtest.h>
#include "common/os/files.h"
#include "common/wire/api/chat.h"
#include "proxy/offline/doctor/judge.h"
#include "tests/common/wire/api/golden_answers.h"
#include "tests/support/test_paths.h"

namespace franz::proxy {
namespace {
ModelAnswer golden(const std::string& name) {
  ModelAnswer answer;
  const Result<std::string> bytes =
      read_file(std::string(kSourceDir) + "/tests/golden/servers/" + name + ".http");
  EXPECT_TRUE(bytes.ok()) << name;
  if (!bytes.ok()) return answer;
  const HttpAnswer http = read_http(bytes.value());
  answer.transport = http.whole ? ServerAnswer::Transport::whole : ServerAnswer::Transport::broken;
  answer.status = http.status;
  answer.content_type = http.content_type;
  const auto reader = kChatApi.reader(http.status, http.content_type);
  reader->feed(http.body);
  answer.reply = reader->finish(http.whole ? ReplyReader::End::whole : ReplyReader::End::broken);
  return answer;
}

TEST(GoldenServers, AreClassified) {
  const struct {
    const char* file;
    CheckOutcome outcome;
    const char* found;
    const char* fix;
  } cases[] = {
      {"llamacpp-roles-500", CheckOutcome::failed, "status 500", "two user messages in a row"},
      {"llamacpp-image-500", CheckOutcome::failed, "status 500", "vision model"},
      {"lmstudio-vision-200", CheckOutcome::failed, "status 200", "vision model"},
      {"lmstudio-image-400", CheckOutcome::failed, "must be a base64 encoded image", "log"},
      {"lmstudio-stream-error", CheckOutcome::failed, "context length",
       "does not fit the model's context"},
      {"llamacpp-context-400", CheckOutcome::failed, "status 400",
       "does not fit the model's context"},
      {"vllm-context-400", CheckOutcome::failed, "status 400", "does not fit the model's context"},
      {"llamacpp-loading-503", CheckOutcome::failed, "status 503", "wait"},
      {"ollama-model-404", CheckOutcome::failed, "model 'qwen3-vl:80b' not found", "log"},
      {"ollama-busy-503", CheckOutcome::failed, "status 503", "busy"},
      {"openai-rate-429", CheckOutcome::failed, "status 429", "busy"},
      {"lmstudio-path-200", CheckOutcome::failed, "Unexpected endpoint", "/v1"},
      {"vllm-stream-error", CheckOutcome::failed, "status 200", "log"},
      {"ollama-stream-cut", CheckOutcome::failed, "broke off", "log"},
      {"llamacpp-reply", CheckOutcome::ok, "takes 1 message (user) with 1 picture", ""},
      {"llamacpp-stream", CheckOutcome::ok, "takes 1 message (user) with 1 picture", ""},
      {"lmstudio-reply", CheckOutcome::ok, "takes 1 message (user) with 1 picture", ""},
      {"lmstudio-stream-reasoning", CheckOutcome::ok, "takes 1 message (user) with 1 picture", ""},
      {"ollama-reply-chunked", CheckOutcome::ok, "takes 1 message (user) with 1 picture", ""},
      {"openai-stream", CheckOutcome::ok, "takes 1 message (user) with 1 picture", ""},
      {"vllm-stream", CheckOutcome::ok, "takes 1 message (user) with 1 picture", ""},
  };
  for (const auto& each : cases) {
    const Check check = judge_turn(golden(each.file), {{"user"}, 1, false});
    EXPECT_EQ(check.outcome, each.outcome) << each.file << ": " << check.found;
    EXPECT_NE(check.found.find(each.found), std::string::npos) << each.file << ": " << check.found;
    EXPECT_NE(check.fix.find(each.fix), std::string::npos) << each.file << ": " << check.fix;
    EXPECT_LT(check.found.size(), 400U) << each.file;
  }
}
}  // namespace
}  // namespace franz::proxy
