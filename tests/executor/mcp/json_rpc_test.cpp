#include "executor/mcp/json_rpc.h"
#include <gtest/gtest.h>

namespace franz::mcp {
namespace {
std::string printed(const RpcMessage& message) {
  switch (message.kind) {
    case RpcMessage::Kind::invalid: return "invalid " + message.id + " " + message.why;
    case RpcMessage::Kind::request:
      return "request " + message.id + " " + message.method + " " +
             (message.params_fit ? "" : "not ") + message.params;
    case RpcMessage::Kind::notification: return "notification " + message.method;
    case RpcMessage::Kind::answer:
      return "answer " + message.id + " " + message.result.value_or("error");
  }
  return "";
}

std::string printed(const RpcLine& line) {
  if (line.fault) return "fault " + *line.fault;
  std::string text = line.batch ? "[" : "";
  for (const RpcMessage& each : line.messages) text += printed(each) + (line.batch ? ";" : "");
  return text;
}

TEST(JsonRpc, ReadsMessagesStrictly) {
  const struct {
    std::string line, expected;
  } cases[] = {
      {R"({"jsonrpc":"2.0","id":7,"method":"ping"})", "request 7 ping {}"},
      {R"( {"jsonrpc":"2.0","id":"a\u0062","method":"ping","params":{"a":1}} )"
       "\r",
       R"(request "a\u0062" ping {"a":1})"},
      {R"({"jsonrpc":"2.0","id":1.50e1,"method":"ping","params":[1]})",
       "request 1.50e1 ping not [1]"},
      {R"({"jsonrpc":"2.0","id":1,"method":"ping","params":null})", "request 1 ping {}"},
      {R"({"jsonrpc":"2.0","method":"x"})", "notification x"},
      {R"({"jsonrpc":"2.0","id":1,"result":{"a":[1, 2]}})", R"(answer 1 {"a":[1, 2]})"},
      {R"({"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}})", "answer 1 error"},
      {R"({"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"no"}})", "answer null error"},
      {R"({"jsonrpc":"2.0","id":null,"method":"ping"})",
       "invalid null /id: expected a string or a number"},
      {R"({"jsonrpc":"2.0","id":{},"method":"ping"})",
       "invalid null /id: expected a string or a number"},
      {R"({"jsonrpc":"1.0","id":1,"method":"ping"})", "invalid 1 /jsonrpc: expected one of 2.0"},
      {R"({"id":1,"method":"ping"})", "invalid 1 /jsonrpc: expected one of 2.0"},
      {R"({"jsonrpc":"2.0","id":1})", "invalid 1 /method: expected a text"},
      {R"({"jsonrpc":"2.0","result":{}})", "invalid null /method: expected a text"},
      {R"({"jsonrpc":"2.0","id":1,"method":4})", "invalid 1 /method: expected a text"},
      {R"({"jsonrpc":"2.0","id":1,"id":2,"method":"ping"})", "invalid null /id: given twice"},
      {"7", "invalid null expected one JSON object"},
      {"[]", "invalid null a batch: expected 1 to 1000 messages"},
      {R"([1,{"jsonrpc":"2.0","id":1,"method":"ping"}])",
       "[invalid null expected one JSON object;request 1 ping {};"},
      {"{", "fault no JSON at position 1"},
      {"{}{}", "fault no JSON at position 2"},
      {"\"\xff\"", "fault no UTF-8"},
      {std::string(kMaxLine + 1, ' '), "fault longer than 4194304 bytes"},
      {std::string(300, '['), "fault deeper than 200 brackets"},
  };
  for (const auto& [line, expected] : cases)
    EXPECT_EQ(printed(read_rpc_line(line)), expected) << line.substr(0, 100);
}

TEST(JsonRpc, RecognisesAllSpellingsOfAnId) {
  const auto key = [](const std::string& id) {
    return read_rpc_line(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"m"})").messages.at(0).key;
  };
  EXPECT_EQ(key(R"("a\u0062")"), key(R"("ab")"));
  EXPECT_NE(key("1"), key("\"1\""));
}

TEST(JsonRpc, WritesMessages) {
  EXPECT_EQ(rpc_result("\"a\"", "{}"), R"({"jsonrpc":"2.0","id":"a","result":{}})");
  EXPECT_EQ(rpc_error("null", RpcCode::parse_error, "no\nJSON"),
            R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no\nJSON"}})");
  EXPECT_EQ(rpc_request("", "notifications/x", "{}"),
            R"({"jsonrpc":"2.0","method":"notifications/x","params":{}})");
  EXPECT_EQ(rpc_request("1", "m", "{}"), R"({"jsonrpc":"2.0","id":1,"method":"m","params":{}})");
}
}  // namespace
}  // namespace franz::mcp
