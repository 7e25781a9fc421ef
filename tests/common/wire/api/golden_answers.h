#pragma once
// tests/golden/servers: complete answers as servers send them, and what a client must read from
// each (expected.jsonl). Those of APIs other than chat are in a folder with the API's name.
#include <string>
#include <string_view>
#include <vector>
#include "common/wire/api/api.h"
#include "common/wire/api/model_reply.h"

namespace franz {
struct GoldenAnswer {
  const Api* api = nullptr;  // never null
  std::string file;
  std::string bytes;     // the whole file
  std::string expected;  // its entry's fields in the form of `describe`
  int status = 0;
};

// Throws if the folder cannot be read: the test then fails.
std::vector<GoldenAnswer> golden_answers();

// One line for a result, in the order of expected.jsonl's fields.
std::string describe(int status, const ModelReply& reply);

// An answer split as an HTTP client does it.
struct HttpAnswer {
  int status = 0;
  std::string content_type;
  std::string body;    // chunks joined
  bool whole = false;  // false: shorter than its framing declares
};
HttpAnswer read_http(std::string_view bytes);
}  // namespace franz
