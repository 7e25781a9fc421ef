#include "proxy/supervisor/probe_app.h"
#include <gtest/gtest.h>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <future>
#include "tests/support/raw_server.h"

namespace franz::proxy {
namespace {
Upstream at(const RawServer& server) {
  Upstream upstream;
  upstream.address = {"127.0.0.1", server.port()};
  return upstream;
}

std::string verdict(const RawServer& server) {
  return judge_probe(probe_upstream_now(at(server)), at(server), kProbeTimeoutS)
      .why.substr(to_string(at(server)).size());
}
}  // namespace

TEST(Probe, JudgesAServersAnswer) {
  const std::pair<std::string, std::string> cases[] = {
      {"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", " answers with status 200"},
      {"HTTP/1.1 204 No Content\r\n\r\n", " answers with status 204"},
      {"HTTP/1.1 401 No\r\nContent-Length: 500\r\n\r\ncut", " answers with status 401"},
      {"HTTP/1.1 503 No\r\nTransfer-Encoding: chunked\r\n\r\nzz", " answers with status 503"},
      {"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nhello",
       " answers with a web page (status 200): it is no model server"},
      {"SSH-2.0-OpenSSH_9.2p1\r\n", " sent \"SSH-2.0-OpenSSH_9.2p1\", which is not HTTP/1.1"},
      {"", " ended the connection without an answer"},
  };
  for (const auto& [bytes, expected] : cases) {
    std::string seen;
    {
      const RawServer server([&, &answer = bytes](Conversation& conversation, int) {
        seen = conversation.read_request();
        conversation.send(answer);
      });
      EXPECT_EQ(verdict(server), expected);
    }
    EXPECT_TRUE(seen.starts_with("GET /v1/models HTTP/1.1\r\n")) << seen;
  }
}

TEST(Probe, AsksBelowTheUpstreamsPath) {
  std::string seen;
  {
    const RawServer server(
        [&](Conversation& conversation, int) { seen = conversation.read_request(); });
    Upstream upstream = at(server);
    upstream.path = "/openai/v1";
    probe_upstream_now(upstream);
  }
  EXPECT_TRUE(seen.starts_with("GET /openai/v1/models HTTP/1.1\r\n")) << seen;
}

TEST(Probe, ReportsOnItsOwnersLoopAndConnectsEachTime) {
  int connections = 0;
  std::vector<int> statuses;
  {
    const RawServer server([&](Conversation& conversation, int number) {
      connections = number;
      while (!conversation.read_request().empty())
        conversation.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
    });
    boost::asio::io_context io(1);
    const auto work = boost::asio::make_work_guard(io);
    UpstreamProbe probe(io);
    for (int i = 0; i < 2; ++i) {
      probe.start(at(server),
                  [&](const ModelsAnswer& answer) { statuses.push_back(answer.status); });
      io.run_one();
    }
  }
  EXPECT_EQ(statuses, (std::vector<int>{200, 200}));
  EXPECT_EQ(connections, 2);
}

TEST(Probe, EndsWithItsOwnerDuringAnyWait) {
  std::promise<void> asked, may_answer;
  boost::asio::io_context io(1);
  int answers = 0;
  {
    UpstreamProbe probe(io, [&asked, gate = may_answer.get_future().share()](const std::string&) {
      asked.set_value();
      gate.wait();
      return HostAddresses(Error{"unknown"});
    });
    Upstream upstream;
    upstream.address = {"model.test", 9};
    probe.start(upstream, [&](const ModelsAnswer&) { ++answers; });
    asked.get_future().wait();
  }  // not blocked by the lookup
  may_answer.set_value();
  {
    std::promise<void> connected;
    const RawServer silent([&](Conversation& conversation, int) {
      conversation.read_request();
      connected.set_value();
      conversation.wait_for_client_to_go();
    });
    UpstreamProbe probe(io);
    probe.start(at(silent), [&](const ModelsAnswer&) { ++answers; });
    connected.get_future().wait();
  }
}
}  // namespace franz::proxy
