#include "proxy/supervisor/upstream_probe.h"
#include <gtest/gtest.h>

namespace franz::proxy {
namespace {
using Transport = ServerAnswer::Transport;

ModelsAnswer answered(int status, const std::string& content_type, const std::string& body) {
  ModelsAnswer answer;
  answer.transport = Transport::whole;
  answer.status = status;
  answer.content_type = content_type;
  answer.body = body;
  return answer;
}

ModelsAnswer failed(Transport transport, const std::string& words = "", int status = 0) {
  ModelsAnswer answer;
  answer.transport = transport;
  (transport == Transport::not_sent ? answer.why : answer.did) = words;
  answer.status = status;
  return answer;
}
}  // namespace

TEST(UpstreamProbe, DistinguishesServers) {
  const Upstream upstream = parse_upstream("http://127.0.0.1:1235").value();
  struct Row {
    ModelsAnswer answer;
    bool ready;
    std::string why;
  };
  const std::vector<Row> rows = {
      {failed(Transport::refused), false, "nothing listens at http://127.0.0.1:1235"},
      {failed(Transport::no_answer), false,
       "http://127.0.0.1:1235 gives no answer: nothing came in 3 s"},
      {failed(Transport::went_silent, "stopped sending", 200), false,
       "http://127.0.0.1:1235 gives no answer: nothing came in 3 s"},
      {failed(Transport::broken, "speaks TLS: its address may begin with https://"), false,
       "http://127.0.0.1:1235 speaks TLS: its address may begin with https://"},
      {failed(Transport::broken, "broke the connection before the reply's end", 401), true,
       "http://127.0.0.1:1235 answers with status 401"},
      {failed(Transport::unreachable, "cannot be reached: Host not found"), false,
       "http://127.0.0.1:1235 cannot be reached: Host not found"},
      {failed(Transport::no_tls, "shows a certificate for a.example, not for 127.0.0.1"), false,
       "http://127.0.0.1:1235 shows a certificate for a.example, not for 127.0.0.1"},
      {failed(Transport::not_sent, "[proxy] ca_file x: expected a file"), false,
       "http://127.0.0.1:1235 cannot be asked: [proxy] ca_file x: expected a file"},
      {answered(200, "text/html; charset=utf-8", ""), false,
       "http://127.0.0.1:1235 answers with a web page (status 200): it is no model server"},
      {answered(404, "", " \n<html>"), false,
       "http://127.0.0.1:1235 answers with a web page (status 404): it is no model server"},
      {answered(503, "application/json", "{}"), true,
       "http://127.0.0.1:1235 answers with status 503"},
      {answered(404, "text/plain", ""), true, "http://127.0.0.1:1235 answers with status 404"},
  };
  for (const Row& row : rows) {
    const ProbeVerdict verdict = judge_probe(row.answer, upstream, 3);
    EXPECT_EQ(verdict.ready, row.ready) << row.why;
    EXPECT_EQ(verdict.why, row.why);
  }
}

TEST(UpstreamProbe, RecognisesAModelServer) {
  const std::string list = R"({"object":"list","data":[]})";
  EXPECT_TRUE(is_model_list(answered(200, "", list)));
  EXPECT_FALSE(is_model_list(answered(200, "", "<html>")));
  ModelsAnswer refused = answered(0, "", list);
  refused.transport = Transport::refused;
  EXPECT_FALSE(is_model_list(refused));
}
}  // namespace franz::proxy
