// Every golden answer, cut in every way, gives the same result.
#include <gtest/gtest.h>
#include <map>
#include <random>
#include "tests/common/wire/api/golden_answers.h"

namespace franz {
namespace {
// The result if the body arrives in the pieces that end at `cuts`, then the rest.
std::string read_in_pieces(const Api& api, const HttpAnswer& answer,
                           const std::vector<std::size_t>& cuts) {
  const auto reader = api.reader(answer.status, answer.content_type);
  std::size_t from = 0;
  for (const std::size_t cut : cuts) {
    EXPECT_TRUE(reader->feed(std::string_view(answer.body).substr(from, cut - from)));
    from = cut;
  }
  EXPECT_TRUE(reader->feed(std::string_view(answer.body).substr(from)));
  return describe(answer.status, reader->finish(answer.whole ? ReplyReader::End::whole
                                                             : ReplyReader::End::broken));
}
}  // namespace

TEST(ServerAnswers, AreComplete) {
  std::map<std::string_view, int> counts;
  for (const GoldenAnswer& golden : golden_answers()) ++counts[golden.api->name];
  EXPECT_EQ(counts, (std::map<std::string_view, int>{{"chat", 30}, {"responses", 13}}));
}

TEST(ServerAnswers, AreReadAsExpectedInOnePiece) {
  for (const GoldenAnswer& golden : golden_answers())
    EXPECT_EQ(read_in_pieces(*golden.api, read_http(golden.bytes), {}), golden.expected)
        << golden.file;
}

TEST(ServerAnswers, AreReadTheSameWhenCutAnywhere) {
  for (const GoldenAnswer& golden : golden_answers()) {
    const HttpAnswer answer = read_http(golden.bytes);
    for (std::size_t cut = 0; cut <= answer.body.size(); ++cut)
      ASSERT_EQ(read_in_pieces(*golden.api, answer, {cut}), golden.expected)
          << golden.file << " at " << cut;
  }
}

TEST(ServerAnswers, AreReadTheSameByteByByte) {
  for (const GoldenAnswer& golden : golden_answers()) {
    const HttpAnswer answer = read_http(golden.bytes);
    std::vector<std::size_t> cuts(answer.body.size());
    for (std::size_t i = 0; i < cuts.size(); ++i) cuts[i] = i;
    EXPECT_EQ(read_in_pieces(*golden.api, answer, cuts), golden.expected) << golden.file;
  }
}

TEST(ServerAnswers, AreReadTheSameInRandomPieces) {
  std::mt19937 random(7);
  for (const GoldenAnswer& golden : golden_answers()) {
    const HttpAnswer answer = read_http(golden.bytes);
    for (int round = 0; round < 40; ++round) {
      std::vector<std::size_t> cuts;
      for (std::size_t at = 0; at < answer.body.size(); at += 1 + random() % 60) cuts.push_back(at);
      ASSERT_EQ(read_in_pieces(*golden.api, answer, cuts), golden.expected) << golden.file;
    }
  }
}

// A broken transport never turns a part into a reply, unless the reply had already signalled its
// end.
TEST(ServerAnswers, AreIncompleteUntilTheirEnd) {
  for (const GoldenAnswer& golden : golden_answers()) {
    const HttpAnswer answer = read_http(golden.bytes);
    for (std::size_t length = 0; length < answer.body.size(); length += 3) {
      const auto reader = golden.api->reader(answer.status, answer.content_type);
      reader->feed(std::string_view(answer.body).substr(0, length));
      const bool done = reader->done();
      const ModelReply reply = reader->finish(ReplyReader::End::broken);
      ASSERT_TRUE(done || reply.kind != ModelReply::Kind::reply) << golden.file << " " << length;
    }
  }
}
}  // namespace franz
