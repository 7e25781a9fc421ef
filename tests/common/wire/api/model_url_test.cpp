#include "common/wire/api/model_url.h"
#include <gtest/gtest.h>

namespace franz {
TEST(ModelUrl, IsUnderstoodInEveryForm) {
  const std::pair<std::string, std::string> cases[] = {
      {"http://127.0.0.1:1235", "http://127.0.0.1:1235/v1"},
      {"http://127.0.0.1:1235/", "http://127.0.0.1:1235/v1"},
      {"http://127.0.0.1:1235/v1", "http://127.0.0.1:1235/v1"},
      {"http://127.0.0.1:1235/v1//", "http://127.0.0.1:1235/v1"},
      {"http://localhost:1234/v1/chat/completions", "http://localhost:1234/v1"},
      {"localhost:1234", "http://localhost:1234/v1"},
      {"http://host/", "http://host/v1"},
      {"https://api.openai.com/v1", "https://api.openai.com/v1"},
      {"https://host:443", "https://host/v1"},
      {"https://host:80/x/v1beta/openai/", "https://host:80/x/v1beta/openai"},
      {"http://[::1]:8080/v1", "http://[::1]:8080/v1"},
      {"http://[::1]", "http://[::1]/v1"},
      {"", "the model's address : expected a host name"},
      {"http://", "the model's address http://: expected a host name"},
      {"ftp://host", "the model's address ftp://host: expected http:// or https://"},
      {"http://host:", "the model's address http://host:: expected a port from 1 to 65535"},
      {"http://host:0", "the model's address http://host:0: expected a port from 1 to 65535"},
      {"http://host:65536",
       "the model's address http://host:65536: expected a port from 1 to 65535"},
      {"http://host:12x", "the model's address http://host:12x: expected a port from 1 to 65535"},
      {"http://a b/", "the model's address http://a b/: expected a host name"},
      {"http://host/a b", "the model's address http://host/a b: white space in it"},
      {"http://[::1", "the model's address http://[::1: the bracket is not closed"},
      {"http://[x]", "the model's address http://[x]: expected an IPv6 address in the brackets"},
      {"http://host/v1?key=1",
       "the model's address http://host/v1?key=1: a query or fragment is not supported"},
      {"http://me:secret@host",
       "the model's address: user names are not supported; use [model] api_key_env"},
  };
  for (const auto& [text, expected] : cases) {
    const auto url = parse_model_url(text);
    EXPECT_EQ(url.ok() ? url.value().text() : url.error().message, expected) << "for " << text;
  }
}
}  // namespace franz
