#pragma once
// The address of a model server: `--vlm`, FRANZ_VLM_URL, `[proxy] upstream`.
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz {
struct ModelUrl {
  bool tls = false;
  std::string host;  // a name or an address; IPv6 without brackets
  int port = 80;
  std::string path;  // prefix of an API's path and of /models: "/v1"; never ends with a slash

  std::string text() const;  // the address as understood: http://127.0.0.1:1235/v1
};

// Parses http://HOST[:PORT][/PATH] or https://…; the default scheme is http. An address without a
// path means /v1. Another path is kept, without a slash at its end; a complete address of an API is
// shortened. Ports default to 80 and 443. Failure: names the problem and the address; user names,
// queries and fragments are rejected.
Result<ModelUrl> parse_model_url(std::string_view url);
}  // namespace franz
