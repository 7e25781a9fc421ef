#pragma once
// Where a model server is: `--vlm`, FRANZ_VLM_URL, `[proxy] upstream`.
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz {
struct ModelUrl {
  bool tls = false;
  std::string host;  // a name or an address; IPv6 without its brackets
  int port = 80;
  std::string path;  // in front of an API's path and of /models: "/v1"; never ends with a slash

  std::string text() const;  // the address as it was understood: http://127.0.0.1:1235/v1
};

// http://HOST[:PORT][/PATH] or https://…; without a scheme, http. An address without a path means
// /v1, with or without a slash at its end; another path is taken as it is; a whole
// address of an API is shortened. Ports default to 80 and 443.
// Failure: names what is wrong with which address; user names, queries and fragments are refused.
Result<ModelUrl> parse_model_url(std::string_view url);
}  // namespace franz
