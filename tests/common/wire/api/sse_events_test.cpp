#include "common/wire/api/sse_events.h"
#include <gtest/gtest.h>

namespace franz {
// Each event as name|data|error; then, after a #, what `finish` adds.
static std::string read(std::string_view stream, std::size_t piece) {
  std::string seen;
  const auto show = [&](const SseEvent& event) {
    seen += "[" + event.name + "|" + event.data + "|" + event.error + "]";
  };
  SseEvents events;
  for (std::size_t at = 0; at < stream.size(); at += piece)
    events.feed(stream.substr(at, piece), show);
  seen += "#";
  events.finish(show);
  return seen;
}

TEST(SseEvents, AreReadInEveryForm) {
  const std::pair<std::string, std::string> cases[] = {
      {"data: one\n\ndata: two\n\n", "[|one|][|two|]#"},
      {"data:one\r\n\r\ndata:two\r\n\r\n", "[|one|][|two|]#"},
      {"data:one\r\rdata:two\r\r", "[|one|][|two|]#"},
      {"data: a\ndata: b\n\n", "[|a\nb|]#"},
      {"data:  two spaces\n\n", "[| two spaces|]#"},
      {": a comment\n\n:\n\ndata: x\n\n", "[|x|]#"},
      {"event: error\nid: 7\nretry: 3\ndata: x\n\ndata: y\n\n", "[error|x|][|y|]#"},
      {"error: {\"code\":400}\n\n", "[||{\"code\":400}]#"},
      {"\xEF\xBB\xBF"
       "data: x\n\n",
       "[|x|]#"},
      {"data:\n\ndata\n\n", "#"},
      {"data: [DONE]", "#[|[DONE]|]"},
      {"data: [DONE]\n", "#[|[DONE]|]"},
      {"nonsense\nmore: of it\n\n", "#"},
      {"\n\n\n\n", "#"},
      {"", "#"},
  };
  for (const auto& [stream, expected] : cases)
    for (const std::size_t piece : {1U, 2U, 3U, 5U, 1000U})
      EXPECT_EQ(read(stream, piece), expected) << "for " << stream << " in pieces of " << piece;
}
}  // namespace franz
