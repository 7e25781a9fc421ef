#include "proxy/supervisor/upstream_probe.h"
#include <gtest/gtest.h>

namespace franz::proxy {
namespace {
using Kind = ProbeResult::Kind;

TEST(UpstreamProbe, TellsApartWhatIsThere) {
  const Upstream upstream = parse_upstream("http://127.0.0.1:1235").value();
  struct Row {
    ProbeResult result;
    bool ready;
    std::string why;
  };
  const std::vector<Row> rows = {
      {{Kind::refused, 0, "", "", ""}, false, "nothing listens at http://127.0.0.1:1235"},
      {{Kind::no_answer, 0, "", "", ""},
       false,
       "http://127.0.0.1:1235 gives no answer: nothing came in 3 s"},
      {{Kind::not_http, 0, "", "", ""},
       false,
       "http://127.0.0.1:1235 answers, but not in HTTP: it is no model server"},
      {{Kind::unreachable, 0, "", "", "Host not found"},
       false,
       "http://127.0.0.1:1235 cannot be reached: Host not found"},
      {{Kind::tls, 0, "", "", "shows a certificate for a.example, not for 127.0.0.1"},
       false,
       "http://127.0.0.1:1235 shows a certificate for a.example, not for 127.0.0.1"},
      {{Kind::answered, 200, "text/html; charset=utf-8", "", ""},
       false,
       "http://127.0.0.1:1235 answers with a web page (status 200): it is no model server"},
      {{Kind::answered, 404, "", " \n<html>", ""},
       false,
       "http://127.0.0.1:1235 answers with a web page (status 404): it is no model server"},
      {{Kind::answered, 503, "application/json", "{}", ""},
       true,
       "http://127.0.0.1:1235 answers with status 503"},
      {{Kind::answered, 404, "text/plain", "", ""},
       true,
       "http://127.0.0.1:1235 answers with status 404"},
  };
  for (const Row& row : rows) {
    const ProbeVerdict verdict = judge_probe(row.result, upstream, 3);
    EXPECT_EQ(verdict.ready, row.ready) << row.why;
    EXPECT_EQ(verdict.why, row.why);
  }
}

TEST(UpstreamProbe, AsksBelowTheUpstreamsPath) {
  EXPECT_EQ(probe_target(parse_upstream("http://h:1").value()), "/v1/models");
  EXPECT_EQ(probe_target(parse_upstream("http://h:1/").value()), "/v1/models");
  EXPECT_EQ(probe_target(parse_upstream("http://h:1/openai/v1").value()), "/openai/v1/models");
}

TEST(UpstreamProbe, KnowsAModelServer) {
  EXPECT_TRUE(is_model_list({Kind::answered, 200, "", R"({"object":"list","data":[]})", ""}));
  EXPECT_FALSE(is_model_list({Kind::answered, 200, "", "<html>", ""}));
  EXPECT_FALSE(is_model_list({Kind::refused, 0, "", R"({"object":"list","data":[]})", ""}));
}
}  // namespace
}  // namespace franz::proxy
