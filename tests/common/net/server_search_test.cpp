#include "common/net/server_search.h"
#include <gtest/gtest.h>
#include "tests/support/raw_server.h"

namespace franz {
namespace {
RawServer::Talk answer_with(const std::string& body, const std::string& status = "200 OK") {
  return [body, status](Conversation& conversation, int) {
    conversation.read_request();
    conversation.send("HTTP/1.1 " + status +
                      "\r\nContent-Type: application/json\r\nContent-Length: " +
                      std::to_string(body.size()) + "\r\nConnection: close\r\n\r\n" + body);
  };
}

TEST(ServerSearch, FindsWhoAnswersWithAListOfModels) {
  const RawServer two(answer_with(R"({"object":"list","data":[{"id":"a"},{"id":"b"}]})"));
  const RawServer none(answer_with(R"({"object":"list","data":null})"));
  const RawServer page(answer_with("<html>a router's page</html>"));
  const RawServer loading(
      answer_with(R"({"error":{"message":"Loading model","code":503}})", "503 Busy"));
  const RawServer silent([](Conversation& conversation, int) {
    conversation.read_request();
    conversation.wait_for_client_to_go();
  });
  const int ports[] = {page.port(), two.port(), silent.port(), loading.port(), none.port()};
  const std::vector<FoundServer> found = find_servers(ports);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].url, two.url());
  EXPECT_EQ(found[0].models, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(found[1].url, none.url());
  EXPECT_EQ(server_text(found[0]), two.url() + " (2 models)");
}
}  // namespace
}  // namespace franz
