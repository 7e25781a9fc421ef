#pragma once
// tests/golden/servers: whole answers as they leave a server's socket, and what a client must make
// of each (expected.jsonl). Those of an API but chat are in a folder of its name.
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
  std::string expected;  // its row's fields in the words of `describe`
  int status = 0;
};

// Throws when the folder cannot be read: the test then fails.
std::vector<GoldenAnswer> golden_answers();

// One line for a result, in the order of expected.jsonl's fields.
std::string describe(int status, const ModelReply& reply);

// An answer taken apart as an HTTP client does it.
struct HttpAnswer {
  int status = 0;
  std::string content_type;
  std::string body;    // chunks joined
  bool whole = false;  // false: shorter than its framing says
};
HttpAnswer read_http(std::string_view bytes);
}  // namespace franz
