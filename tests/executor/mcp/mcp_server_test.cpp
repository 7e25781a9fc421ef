#include "executor/mcp/mcp_server.h"
#include <gtest/gtest.h>
#include <map>
#include <random>
#include "common/base/json.h"
#include "common/base/utf8.h"
#include "common/wire/message_fields.h"
#include "executor/mcp/tool_facts.h"
#include "tests/support/mutated_text.h"

namespace franz::mcp {
namespace {
std::string initialize(const std::string& version, const std::string& capabilities = "{}") {
  return R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":")" +
         version + R"(","capabilities":)" + capabilities +
         R"(,"clientInfo":{"name":"t","version":"1"}}})";
}

std::string called(const std::string& id, const std::string& name,
                   const std::string& arguments = "{}", const std::string& more = "") {
  return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/call","params":{"name":")" + name +
         R"(","arguments":)" + arguments + more + "}}";
}

std::string cancelled(const std::string& id) {
  return R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" + id +
         "}}";
}

McpServer server(Toolset tools = Toolset::all()) {
  return McpServer({"1.2", tools, "Look first."});
}

McpServer initialized(const std::string& version = "2025-11-25",
                      const std::string& capabilities = "{}") {
  McpServer made = server();
  EXPECT_EQ(made.take(initialize(version, capabilities)).lines.size(), 1U);
  return made;
}

bool can_ask(McpServer server) {
  EXPECT_EQ(server.take(called("1", "click")).calls.size(), 1U);
  return server.can_ask(1);
}

// A request of a client without `initialize`; `params`: members before "_meta".
std::string named(const std::string& id, const std::string& method, const std::string& params = "",
                  const std::string& capabilities = "{}",
                  const std::string& version = "2026-07-28") {
  return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":")" + method + R"(","params":{)" + params +
         (params.empty() ? "" : ",") + R"("_meta":{"io.modelcontextprotocol/protocolVersion":")" +
         version + R"(","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},)" +
         R"("io.modelcontextprotocol/clientCapabilities":)" + capabilities + "}}}";
}

const std::string kOurName = R"("_meta":{"io.modelcontextprotocol/serverInfo":{"name":"franz",)"
                             R"("title":"FRANZ: one window, safely","version":"1.2"}}})";

// A step as text: lines to the client after >, then the other actions.
std::string printed(const ServerStep& step) {
  std::string text;
  for (const std::string& line : step.lines) text += "> " + line + "\n";
  for (const ToolCall& call : step.calls)
    text += "call " + std::to_string(call.number) + " " + call.id + " " + call.name + " " +
            call.arguments + "\n";
  for (const int number : step.cancelled) text += "cancel " + std::to_string(number) + "\n";
  for (const ClientAnswer& answer : step.answers)
    text += "answer " + std::to_string(answer.question) +
            (answer.consent == ClientConsent::accepted ? " accepted\n" : " declined\n");
  return text;
}

std::string error(const std::string& id, int code, const std::string& message) {
  return R"(> {"jsonrpc":"2.0","id":)" + id + R"(,"error":{"code":)" + std::to_string(code) +
         R"(,"message":")" + message + "\"}}\n";
}

TEST(McpServer, SpeaksTheVersionThatTheClientAsksFor) {
  const std::pair<const char*, const char*> cases[] = {
      {"2024-11-05", "2024-11-05"}, {"2025-03-26", "2025-03-26"}, {"2025-06-18", "2025-06-18"},
      {"2025-11-25", "2025-11-25"}, {"2099-01-01", "2025-11-25"}, {"", "2025-11-25"}};
  for (const auto& [asked, spoken] : cases) {
    const std::string title =
        std::string_view(spoken) >= "2025-06-18" ? R"("title":"FRANZ: one window, safely",)" : "";
    EXPECT_EQ(printed(server().take(initialize(asked))),
              R"(> {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":")" + std::string(spoken) +
                  R"(","capabilities":{"tools":{}},"serverInfo":{"name":"franz",)" + title +
                  R"("version":"1.2"},"instructions":"Look first."}})" + "\n");
  }
}

TEST(McpServer, AnswersEachLineOnItsOwn) {
  const struct {
    const char* line;
    std::string expected;
  } cases[] = {
      {R"({"jsonrpc":"2.0","id":1,"method":"ping"})",
       "> {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n"},
      {R"({"jsonrpc":"2.0","id":"\u0041","method":"ping","params":{}})",
       "> {\"jsonrpc\":\"2.0\",\"id\":\"\\u0041\",\"result\":{}}\n"},
      {R"({"jsonrpc":"2.0","method":"notifications/initialized"})", ""},
      {R"({"jsonrpc":"2.0","method":"tools/call","params":{"name":"click"}})", ""},
      {R"({"jsonrpc":"2.0","method":"what/ever","params":[]})", ""},
      {"", ""},
      {" \t\r", ""},
      {R"({"jsonrpc":"2.0","id":1,"method":"resources/list"})",
       error("1", -32601, R"(there is no method \"resources/list\")")},
      {R"({"jsonrpc":"2.0","id":1,"method":"notifications/initialized"})",
       error("1", -32601, R"(there is no method \"notifications/initialized\")")},
      {R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]})",
       error("1", -32602, "/params: expected an object")},
      {R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}})",
       error("1", -32602, "/params/cursor: the list has one page, and no cursor was given out")},
      {R"({"jsonrpc":"2.0","id":1,"method":"tools/call"})",
       error("1", -32602, "/params/name: expected a text")},
      {R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rm"}})",
       error("1", -32602, R"(there is no tool \"rm\")")},
      {R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"click","arguments":[]}})",
       error("1", -32602, "/params/arguments: expected an object, got []")},
      {R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"click","arguments":"x"}})",
       error("1", -32602, R"(/params/arguments: expected an object, got \"x\")")},
      {"nonsense", error("null", -32700, "no JSON at position 0")},
      {"[]", error("null", -32600, "a batch: expected 1 to 1000 messages")},
      {R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])",
       error("null", -32600, "MCP 2025-11-25 has no batches")},
      {R"({"jsonrpc":"2.0","id":1})", error("1", -32600, "/method: expected a text")},
      {R"({"jsonrpc":"2.0","id":1,"result":{}})", ""},
      {R"({"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"what?"}})", ""},
  };
  McpServer one = initialized();
  for (const auto& [line, expected] : cases) EXPECT_EQ(printed(one.take(line)), expected) << line;
  EXPECT_EQ(printed(one.take(initialize("2025-11-25"))),
            error("0", -32600, "it is initialized already"));
}

TEST(McpServer, RequiresInitializeFirst) {
  McpServer one = server();
  EXPECT_EQ(printed(one.take(called("1", "click"))), error("1", -32600, "initialize first"));
  EXPECT_EQ(printed(one.take(R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})")),
            error("2", -32600, "initialize first"));
  EXPECT_EQ(printed(one.take(R"({"jsonrpc":"2.0","id":3,"method":"ping"})")),
            "> {\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}\n");
  EXPECT_EQ(printed(one.take(R"({"jsonrpc":"2.0","id":4,"method":"initialize"})")),
            error("4", -32602, "/params/protocolVersion: expected a text"));
  EXPECT_EQ(printed(one.take("[" + initialize("2025-03-26") + "]")),
            error("null", -32600, "initialize first, by a message of its own"));
}

TEST(McpServer, BeginsCallsAndReturnsTheirResults) {
  McpServer one = initialized();
  EXPECT_EQ(printed(one.take(called(R"("\u0061")", "click", R"({"x": 1})"))),
            "call 1 \"a\" click {\"x\": 1}\n");
  EXPECT_EQ(printed(one.over(1, {R"({"outcome":"done"})", "", false, true})),
            R"(> {"jsonrpc":"2.0","id":"\u0061","result":{"content":[{"type":"text",)"
            R"("text":"{\"outcome\":\"done\"}"}],"structuredContent":{"outcome":"done"}}})"
            "\n");
  EXPECT_EQ(printed(one.over(1, {})), "");  // only once
  EXPECT_EQ(printed(one.take(called("2", "take_window_screenshot"))),
            "call 2 2 take_window_screenshot {}\n");
  EXPECT_EQ(printed(one.over(2, {R"({"scale":1})", "aGk=", false, true})),
            R"(> {"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"image","data":"aGk=",)"
            R"("mimeType":"image/png"},{"type":"text","text":"{\"scale\":1}"}],)"
            R"("structuredContent":{"scale":1}}})"
            "\n");
  one.take(called("4", "take_window_screenshot"));
  EXPECT_NE(printed(one.over(3, {"{}", "/9g=", false, true, true}))
                .find(R"({"type":"image","data":"/9g=","mimeType":"image/jpeg"})"),
            std::string::npos);
  EXPECT_EQ(printed(one.take(called("3", "take_window_screenshot"))),
            "call 4 3 take_window_screenshot {}\n");
  EXPECT_EQ(printed(one.over(4, {R"({"why":"gone"})", "", true, false})),
            R"(> {"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text",)"
            R"("text":"{\"why\":\"gone\"}"}],"isError":true}})"
            "\n");
}

TEST(McpServer, HasStructuredResultsOnlyIfTheVersionHasThem) {
  for (const char* version : {"2024-11-05", "2025-03-26"}) {
    McpServer one = initialized(version);
    one.take(called("1", "click"));
    EXPECT_EQ(printed(one.over(1, {R"({"a":1})", "", false, true})),
              R"(> {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text",)"
              R"("text":"{\"a\":1}"}]}})"
              "\n");
  }
}

TEST(McpServer, KeepsAnIdForOneCallAtATime) {
  McpServer one = initialized();
  one.take(called("1", "click"));
  EXPECT_EQ(printed(one.take(called("1", "click"))),
            error("1", -32600, "the id is that of a call that is not over yet"));
  EXPECT_EQ(printed(one.take(called("\"1\"", "click"))), "call 2 \"1\" click {}\n");
  one.over(1, {});
  EXPECT_EQ(printed(one.take(called("1", "click"))), "call 3 1 click {}\n");
}

TEST(McpServer, LimitsTheNumberOfWaitingCalls) {
  McpServer one = initialized();
  for (int i = 0; i < 100; ++i)
    ASSERT_EQ(one.take(called(std::to_string(i), "click")).calls.size(), 1U);
  EXPECT_EQ(printed(one.take(called("100", "click"))),
            error("100", -32000, "too many calls wait already"));
  one.over(7, {});
  EXPECT_EQ(one.take(called("100", "click")).calls.size(), 1U);
}

TEST(McpServer, CancelsACallWithoutAnAnswer) {
  McpServer one = initialized();
  one.take(called("1", "click"));
  EXPECT_EQ(printed(one.take(cancelled("\"1\""))), "");
  EXPECT_EQ(printed(one.take(cancelled("1"))), "cancel 1\n");
  EXPECT_EQ(printed(one.take(cancelled("1"))), "");
  EXPECT_EQ(printed(one.take(called("1", "drag"))), "call 2 1 drag {}\n");
  EXPECT_EQ(printed(one.over(1, {})), "");
  EXPECT_NE(printed(one.over(2, {})), "");
  EXPECT_EQ(
      printed(one.take(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":"1"})")),
      "");
}

TEST(McpServer, ReportsProgressOnRequest) {
  McpServer one = initialized("2025-03-26");
  one.take(called("1", "wait_for_change", "{}", R"(,"_meta":{"progressToken":"p\u0031"})"));
  one.take(called("2", "wait_for_change"));
  EXPECT_EQ(printed(one.progress(1, 0.5, 10, "still")),
            R"(> {"jsonrpc":"2.0","method":"notifications/progress","params":)"
            R"({"progressToken":"p\u0031","progress":0.5,"total":10,"message":"still"}})"
            "\n");
  EXPECT_EQ(printed(one.progress(1, 1, std::nullopt, "on")),
            R"(> {"jsonrpc":"2.0","method":"notifications/progress","params":)"
            R"({"progressToken":"p\u0031","progress":1,"message":"on"}})"
            "\n");
  EXPECT_EQ(printed(one.progress(2, 0.5, 10, "still")), "");
  one.over(1, {});
  EXPECT_EQ(printed(one.progress(1, 1, 10, "still")), "");
  McpServer old = initialized("2024-11-05");
  old.take(called("1", "wait_for_change", "{}", R"(,"_meta":{"progressToken":7})"));
  EXPECT_EQ(printed(old.progress(1, 1, 10, "still")),
            R"(> {"jsonrpc":"2.0","method":"notifications/progress","params":)"
            R"({"progressToken":7,"progress":1,"total":10}})"
            "\n");
}

TEST(McpServer, AnswersABatchInOneLineWhenItIsComplete) {
  McpServer one = initialized("2025-03-26");
  const std::string ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
  EXPECT_EQ(printed(one.take("[" + ping + ",7]")),
            R"(> [{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":null,)"
            R"("error":{"code":-32600,"message":"expected one JSON object"}}])"
            "\n");
  EXPECT_EQ(printed(one.take(R"([{"jsonrpc":"2.0","method":"notifications/initialized"}])")), "");
  EXPECT_EQ(
      printed(one.take("[" + called("2", "click") + "," + ping + "," + called("3", "drag") + "]")),
      "call 1 2 click {}\ncall 2 3 drag {}\n");
  EXPECT_EQ(printed(one.over(2, {})), "");
  EXPECT_EQ(printed(one.take(cancelled("2"))),
            R"(> [{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":3,"result":)"
            R"({"content":[{"type":"text","text":"{}"}]}}])"
            "\ncancel 1\n");
  EXPECT_EQ(printed(one.take("[" + initialize("2025-03-26") + "]")),
            R"(> [{"jsonrpc":"2.0","id":0,"error":{"code":-32600,)"
            R"("message":"it is initialized already"}}])"
            "\n");
}

TEST(McpServer, AsksThePersonThroughTheClient) {
  const std::pair<const char*, const char*> cases[] = {
      {"2025-11-25", R"({"elicitation":{}})"},
      {"2025-11-25", R"({"elicitation":{"form":{}}})"},
      {"2025-06-18", R"({"elicitation":{"url":{},"form":{}}})"}};
  for (const auto& [version, capabilities] : cases)
    EXPECT_TRUE(can_ask(initialized(version, capabilities))) << capabilities;
  EXPECT_FALSE(can_ask(initialized("2025-11-25", R"({"elicitation":{"url":{}}})")));
  EXPECT_FALSE(can_ask(initialized("2025-11-25", R"({"elicitation":true})")));
  EXPECT_FALSE(can_ask(initialized("2025-11-25")));
  EXPECT_FALSE(can_ask(initialized("2025-03-26", R"({"elicitation":{}})")));

  McpServer one = initialized("2025-11-25", R"({"elicitation":{}})");
  EXPECT_FALSE(one.can_ask(1));
  one.take(called("1", "click"));
  int first = 0, second = 0;
  EXPECT_EQ(printed(one.ask(1, "May it?", first)),
            R"(> {"jsonrpc":"2.0","id":"franz-1","method":"elicitation/create","params":)"
            R"({"message":"May it?","requestedSchema":{"type":"object","properties":{}}}})"
            "\n");
  static_cast<void>(one.ask(1, "And this?", second));
  EXPECT_EQ(printed(one.take(
                R"({"jsonrpc":"2.0","id":"franz-2","result":{"action":"accept","content":{}}})")),
            "answer 2 accepted\n");
  EXPECT_EQ(printed(one.take(R"({"jsonrpc":"2.0","id":"franz-2","result":{"action":"accept"}})")),
            "");
  EXPECT_EQ(printed(one.withdraw(first)),
            R"(> {"jsonrpc":"2.0","method":"notifications/cancelled","params":)"
            R"({"requestId":"franz-1","reason":"nobody waits for it any more"}})"
            "\n");
  EXPECT_EQ(printed(one.withdraw(first)), "");
  for (const char* answer : {R"("result":{"action":"decline"})", R"("result":{"action":"cancel"})",
                             R"("result":{})", R"("result":[])", R"("result":{"action":1})",
                             R"("error":{"code":-32601,"message":"no"})"}) {
    static_cast<void>(one.ask(1, "?", first));
    EXPECT_EQ(printed(one.take(R"({"jsonrpc":"2.0","id":"franz-)" + std::to_string(first) + "\"," +
                               answer + "}")),
              "answer " + std::to_string(first) + " declined\n");
  }
}

TEST(McpServer, OffersTheEnabledTools) {
  Toolset seeing;
  seeing.set(ToolId::screenshot, true);
  McpServer one = server(seeing);
  one.take(initialize("2024-11-05"));
  EXPECT_EQ(printed(one.take(called("1", "click"))),
            error("1", -32602,
                  "the tool click is switched off: the server was started with --read-only"));
  EXPECT_EQ(printed(one.take(called("1", "list_windows"))), "call 1 1 list_windows {}\n");
}

TEST(McpServer, NeedsNoInitializeIfEachRequestNamesItsVersion) {
  McpServer one = server();
  EXPECT_EQ(printed(one.take(named("\"d\"", "server/discover"))),
            R"(> {"jsonrpc":"2.0","id":"d","result":{"supportedVersions":["2026-07-28",)"
            R"("2025-11-25","2025-06-18","2025-03-26","2024-11-05"],"capabilities":{"tools":{}},)"
            R"("instructions":"Look first.","ttlMs":300000,"cacheScope":"private",)"
            R"("resultType":"complete",)" +
                kOurName + "}\n");
  EXPECT_EQ(printed(one.take(named("1", "tools/list"))),
            R"(> {"jsonrpc":"2.0","id":1,"result":{"tools":)" +
                tool_list(Toolset::all(), *find_version("2026-07-28")) +
                R"(,"ttlMs":300000,"cacheScope":"private","resultType":"complete",)" + kOurName +
                "}\n");
  EXPECT_EQ(printed(one.take(named("2", "tools/call",
                                   R"("name":"click","arguments":{"x": 1},"requestState":null)"))),
            "call 1 2 click {\"x\": 1}\n");
  EXPECT_EQ(printed(one.over(1, {R"({"a":1})", "", true, true})),
            R"(> {"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"{\"a\":1}"}],)"
            R"("structuredContent":{"a":1},"isError":true,"resultType":"complete",)" +
                kOurName + "}\n");
  EXPECT_EQ(printed(one.take(named("3", "subscriptions/listen",
                                   R"("notifications":{"toolsListChanged":true})"))),
            R"(> {"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":)"
            R"({"_meta":{"io.modelcontextprotocol/subscriptionId":3},"notifications":{}}})"
            "\n");
  EXPECT_EQ(printed(one.take(cancelled("3"))), "");
  // Its version does not apply to other requests.
  EXPECT_EQ(printed(one.take(R"({"jsonrpc":"2.0","id":4,"method":"tools/list"})")),
            error("4", -32600, "initialize first"));
}

TEST(McpServer, RefusesARequestThatNamesItsVersionWrongly) {
  const std::string info = R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{)";
  const std::string version = R"("io.modelcontextprotocol/protocolVersion":"2026-07-28")";
  const auto unsupported = [](const std::string& supported, const std::string& requested) {
    return R"(> {"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":)"
           R"("Unsupported protocol version","data":{"supported":[)" +
           supported + R"(],"requested":")" + requested + "\"}}}\n";
  };
  const std::string all = R"("2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05")";
  const std::string no_version =
      error("1", -32602, "/params/_meta/io.modelcontextprotocol~1protocolVersion: expected a text");
  const std::string no_capabilities = error(
      "1", -32602, "/params/_meta/io.modelcontextprotocol~1clientCapabilities: expected an object");
  const std::pair<std::string, std::string> cases[] = {
      {named("1", "server/discover", "", "{}", "2099-01-01"), unsupported(all, "2099-01-01")},
      {named("1", "no/such", "", "{}", ""), unsupported(all, "")},
      {named("1", "tools/list", "", "{}", std::string(200, 'v')),
       unsupported(all, cut_text(std::string(200, 'v'), 100))},
      // These versions need `initialize`.
      {named("1", "tools/list", "", "{}", "2025-11-25"),
       unsupported(R"("2026-07-28")", "2025-11-25")},
      {R"({"jsonrpc":"2.0","id":1,"method":"server/discover"})", no_version},
      {R"({"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{}}})", no_version},
      {R"({"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{}})", no_version},
      {info + R"("io.modelcontextprotocol/clientCapabilities":{}}}})", no_version},
      {info + R"("io.modelcontextprotocol/protocolVersion":7}}})", no_version},
      {info + version + "}}}", no_capabilities},
      {named("1", "tools/list", "", "[]"), no_capabilities},
      {named("1", "ping"), error("1", -32601, R"(there is no method \"ping\")")},
      {named("1", "logging/setLevel"),
       error("1", -32601, R"(there is no method \"logging/setLevel\")")},
      {named("1", "subscriptions/listen"),
       error("1", -32602, "/params/notifications: expected an object")},
      {named("1", "tools/call", R"("name":"rm")"),
       error("1", -32602, R"(there is no tool \"rm\")")},
  };
  McpServer one = server();
  for (const auto& [line, expected] : cases) EXPECT_EQ(printed(one.take(line)), expected) << line;
}

TEST(McpServer, AcceptsBothKindsOfRequestsFromOneClient) {
  McpServer one = server();
  one.take(named("1", "tools/call", R"("name":"click")"));
  EXPECT_EQ(printed(one.take(initialize("2026-07-28"))),
            printed(server().take(initialize("2025-11-25"))));
  one.take(called("2", "drag"));
  EXPECT_EQ(printed(one.take(named("2", "tools/call", R"("name":"click")"))),
            error("2", -32600, "the id is that of a call that is not over yet"));
  EXPECT_EQ(printed(one.over(2, {})),
            R"(> {"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"{}"}],)"
            R"("structuredContent":{}}})"
            "\n");
  EXPECT_EQ(printed(one.over(1, {})),
            R"(> {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{}"}],)"
            R"("structuredContent":{},"resultType":"complete",)" +
                kOurName + "}\n");
  // `initialize` ignores the version in _meta.
  EXPECT_EQ(printed(server().take(named("0", "initialize", R"("protocolVersion":"2025-11-25")"))),
            printed(server().take(initialize("2025-11-25"))));
  McpServer batches = initialized("2025-03-26");
  EXPECT_EQ(printed(batches.take("[" + named("1", "tools/list") + "]")),
            R"(> [{"jsonrpc":"2.0","id":1,"error":{"code":-32600,)"
            R"("message":"MCP 2026-07-28 has no batches"}}])"
            "\n");
}

TEST(McpServer, AsksThePersonOfAStatelessClientInTheResult) {
  const std::string click = R"("name":"click","arguments":{"x":1})";
  const auto asked = [](const std::string& id, int question) {
    return R"(> {"jsonrpc":"2.0","id":)" + id +
           R"(,"result":{"inputRequests":{"consent":{"method":"elicitation/create","params":)"
           R"({"message":"May it?","requestedSchema":{"type":"object","properties":{}}}}},)"
           R"("requestState":"franz-)" +
           std::to_string(question) + R"(","resultType":"input_required",)" + kOurName + "}\n";
  };
  const auto repeated = [&](const std::string& id, const std::string& call,
                            const std::string& answer, int question = 1) {
    return named(id, "tools/call",
                 call + R"(,"inputResponses":{)" + answer + R"(},"requestState":"franz-)" +
                     std::to_string(question) + "\"");
  };
  const std::string late = error(
      "3", -32602,
      "/params/requestState: no question waits for this answer; call the tool again without it");
  McpServer one = server();
  one.take(named("1", "tools/call", click, R"({"elicitation":{}})"));
  ASSERT_TRUE(one.can_ask(1));
  int question = 0;
  EXPECT_EQ(printed(one.ask(1, "May it?", question)), asked("1", 1));
  EXPECT_FALSE(one.can_ask(1));
  EXPECT_EQ(printed(one.progress(1, 1, 2, "waits")), "");
  EXPECT_EQ(printed(one.take(cancelled("1"))), "");  // that request has ended
  const std::string accept = R"("consent":{"action":"accept","content":{}})";
  const std::string another =
      error("2", -32602, "/params: another call than the one that the question was about");
  EXPECT_EQ(printed(one.take(repeated("2", R"("name":"drag","arguments":{"x":1})", accept))),
            another);
  EXPECT_EQ(printed(one.take(repeated("2", R"("name":"click","arguments":{"x":2})", accept))),
            another);
  EXPECT_EQ(printed(one.take(repeated("3", click, accept, 2))), late);
  EXPECT_EQ(printed(one.take(R"({"jsonrpc":"2.0","id":"franz-1","result":{"action":"accept"}})")),
            "");  // not where it is to be
  EXPECT_EQ(printed(one.take(repeated("2", click, ""))), asked("2", 1));
  EXPECT_EQ(printed(one.take(repeated("3", click, accept))), "answer 1 accepted\n");
  EXPECT_EQ(printed(one.take(repeated("3", click, accept))),
            error("3", -32600, "the id is that of a call that is not over yet"));
  EXPECT_EQ(printed(one.take(cancelled("3"))), "cancel 1\n");
  EXPECT_EQ(printed(one.take(repeated("3", click, accept))), late);

  int number = 1;
  for (const char* answer : {R"({"action":"decline"})", R"({"action":"cancel"})", "{}",
                             R"({"action":1})", R"({"action":"accept "})"}) {
    one.take(named("1", "tools/call", click, R"({"elicitation":{"form":{}}})"));
    ++number;
    static_cast<void>(one.ask(number, "May it?", question));
    EXPECT_EQ(
        printed(one.take(repeated("2", click, R"("consent":)" + std::string(answer), question))),
        "answer " + std::to_string(question) + " declined\n");
    EXPECT_EQ(one.over(number, {}).lines.size(), 1U);
  }

  // A late answer finds no question, and gets no result.
  one.take(named("1", "tools/call", click, R"({"elicitation":{}})"));
  static_cast<void>(one.ask(++number, "May it?", question));
  EXPECT_EQ(printed(one.withdraw(question)), "");
  EXPECT_EQ(printed(one.take(repeated("3", click, accept, question))), late);
  EXPECT_EQ(printed(one.over(number, {})), "");

  for (const char* none : {"{}", R"({"elicitation":{"url":{}}})", R"({"elicitation":7})"}) {
    one.take(named("9", "tools/call", click, none));
    EXPECT_FALSE(one.can_ask(++number)) << none;
    static_cast<void>(one.over(number, {}));
  }
}

// Checks that the line is a valid error or result of ours.
void expect_sound(const std::string& line) {
  ASSERT_EQ(to_valid_utf8(line), line);
  ASSERT_EQ(line.find('\n'), std::string::npos);
  Result<MessageFields> fields = MessageFields::parse(line);
  ASSERT_TRUE(fields.ok()) << line;
  EXPECT_EQ(fields.value().text("/jsonrpc"), "2.0");
  EXPECT_TRUE(fields.value().has("/error") != fields.value().has("/result")) << line;
}

// An invalid message gets one error, a valid one its answer, and others nothing.
TEST(McpServer, AnswersTenThousandMalformedMessages) {
  std::mt19937 random(20250618);
  const std::vector<std::string> sound = {
      R"({"jsonrpc":"2.0","id":1,"method":"ping","params":{}})",
      R"({"jsonrpc":"2.0","id":"a","method":"tools/list"})",
      R"({"jsonrpc":"2.0","id":3,"method":"nope","params":{"a":[1,2,{"b":null}]}})",
      R"({"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"rm","arguments":{}}})"};
  const std::vector<std::string_view> pieces = {"\"",
                                                "{",
                                                "}",
                                                "[",
                                                "]",
                                                ",",
                                                ":",
                                                "\\",
                                                "\\ud800",
                                                "\xff",
                                                "\xf0\x9f\x90\xb1",
                                                "\x01",
                                                "\0",
                                                "null",
                                                "1e999",
                                                "\"id\":",
                                                "\"jsonrpc\":",
                                                "\"method\":",
                                                "\r",
                                                "\t",
                                                "-",
                                                "//"};
  McpServer one = initialized();
  int errors = 0;
  for (int i = 0; i < 10'000; ++i) {
    std::string line = mutated_text(sound, pieces, random);
    std::erase(line, '\n');
    const ServerStep step = one.take(line);
    ASSERT_LE(step.lines.size(), 1U) << line;
    for (const std::string& each : step.lines) {
      expect_sound(each);
      errors += each.find(R"("error":{)") != std::string::npos ? 1 : 0;
    }
    // Invalid JSON must get an error.
    if (!JsonDocument::read(line).ok() && line.find_first_not_of(" \t\r") != std::string::npos) {
      ASSERT_EQ(step.lines.size(), 1U) << line;
    }
    for (const ToolCall& call : step.calls) static_cast<void>(one.over(call.number, {}));
  }
  EXPECT_GT(errors, 5'000);
}
}  // namespace
}  // namespace franz::mcp
