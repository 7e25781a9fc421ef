#include "common/http/page_request.h"
#include <gtest/gtest.h>
#include <string>

namespace franz {
TEST(PublicName, IsOneThatANameServerOfAnybodysMayLeadHere) {
  for (const char* host :
       {"127.0.0.1", "127.0.0.1:1234", "[::1]", "[::1]:1234", "[fe80::1.2.3.4]:80", "localhost",
        "LOCALHOST:1234", "localhost.", "my-pc:1234", "my-pc.local", "a.localhost:8080",
        "host.docker.internal:1234", "HOST.DOCKER.INTERNAL.", ""})
    EXPECT_FALSE(is_public_name(host)) << host;
  for (const char* host :
       {"evil.example", "evil.example:1234", "127.0.0.1.evil.example", "localhost.evil.example:80",
        "evil.example.", "notlocal.mylocal", "1.2.3.4x", "[::1].evil.example", "a.b:c:1"})
    EXPECT_TRUE(is_public_name(host)) << host;
}

TEST(OtherSite, IsKnownByWhatBrowsersAdd) {
  struct Row {
    std::optional<std::string_view> host, origin, fetch_site;
    bool other;
  };
  constexpr std::nullopt_t kNone = std::nullopt;
  for (const Row& row : {Row{"localhost:1", kNone, kNone, false},
                         {kNone, kNone, kNone, false},
                         {"localhost:1", "http://localhost:1", kNone, false},
                         {"localhost:1", "http://localhost:1", "same-origin", false},
                         {"localhost:1", kNone, "none", false},  // typed by a person
                         {"localhost:1", "http://localhost:2", kNone, true},
                         {"localhost:1", "https://localhost:1", kNone, true},
                         {"localhost:1", "null", kNone, true},
                         {"localhost:1", "", kNone, true},
                         {kNone, "http://", kNone, true},
                         {"localhost:1", kNone, "same-site", true},
                         {"localhost:1", kNone, "cross-site", true},
                         {"localhost:1", kNone, "Same-Origin", true}})
    EXPECT_EQ(is_of_other_site(row.host, row.origin, row.fetch_site), row.other)
        << row.host.value_or("none") << ' ' << row.origin.value_or("none") << ' '
        << row.fetch_site.value_or("none");
}
}  // namespace franz
