#include "common/http/content_coding.h"
#include <gtest/gtest.h>
#include <string>
#include "common/wire/api/apis.h"
#include "tests/common/run/observe_dialogue.h"
#include "tests/support/compressed.h"

namespace franz {
namespace {
const std::string kReply = reply_body(R"("caf\u00e9 \ud83d")");
const std::string kStream =
    "data: {\"choices\":[{\"delta\":{\"content\":\"caf\\u00e9 \"}}]}\n\n"
    "data: {\"choices\":[{\"delta\":{\"content\":\"\\ud83d\"},\"finish_reason\":\"stop\"}]}\n\n"
    "data: [DONE]\n\n";

struct Read {
  bool fed = true;  // by all calls
  ModelReply reply;
};

Read read(std::string_view coding, const std::string& body, std::size_t step = 1,
          ReplyReader::End end = ReplyReader::End::whole) {
  const auto reader = decoding_reader(coding, all_apis().front().reader(200, ""));
  Read result;
  for (std::size_t at = 0; at < body.size(); at += step)
    result.fed = reader->feed(std::string_view(body).substr(at, step)) && result.fed;
  result.reply = reader->finish(end);
  return result;
}

std::string outcome(const ModelReply& reply) {
  switch (reply.kind) {
    case ModelReply::Kind::reply: return story_token(reply);
    case ModelReply::Kind::error: return "error: " + reply.error.text;
    case ModelReply::Kind::cut: return "cut";
  }
  return "";
}

TEST(ContentCoding, ReadsTheTokensThatWereCompressed) {
  const std::string text = R"("caf\u00e9 \ud83d")";
  for (const std::string& body : {kReply, kStream}) {
    const struct {
      const char* coding;
      std::string body;
      std::string outcome;
    } rows[] = {
        {"", body, text},
        {"identity", body, text},
        {"gzip", compressed(body), text},
        {"GZip", compressed(body), text},
        {"x-gzip", compressed(body), text},
        {"deflate", compressed(body, Coding::zlib), text},
        {"deflate", compressed(body, Coding::raw_deflate), text},
        // Our own client asks for no coding, and a server that names one may not use it.
        {"gzip", body, text},
    };
    for (const auto& row : rows)
      for (const std::size_t step : {std::size_t{1}, std::size_t{7}, row.body.size()})
        EXPECT_EQ(outcome(read(row.coding, row.body, step).reply), row.outcome)
            << row.coding << " " << step;
  }
}

TEST(ContentCoding, NamesTheCodingsThatItReads) {
  for (const char* coding : {"gzip", "GZIP", "x-gzip", "deflate"}) EXPECT_TRUE(can_decode(coding));
  for (const char* coding : {"", "identity", "br", "zstd", "gzip, br", "compress"})
    EXPECT_FALSE(can_decode(coding)) << coding;
}

TEST(ContentCoding, ShowsAStreamAsItArrives) {
  // Ends in the middle of the stream, at a byte where the decoder has all of the first event.
  const std::string first = kStream.substr(0, kStream.find("data:", 5));
  const auto reader = decoding_reader("gzip", all_apis().front().reader(200, ""));
  // Stored, not compressed: the text is known before the stream ends.
  std::string stored = std::string("\x1f\x8b\x08\0\0\0\0\0\0\x03\0", 11);
  const auto size = static_cast<unsigned>(first.size());
  for (const unsigned word : {size, ~size})
    stored += {static_cast<char>(word & 0xffU), static_cast<char>(word >> 8U & 0xffU)};
  EXPECT_TRUE(reader->feed(stored + first));
  EXPECT_EQ(reader->take_content(), "caf\u00e9 ");
  EXPECT_TRUE(reader->has_text());
  EXPECT_FALSE(reader->done());
}

TEST(ContentCoding, RefusesWhatIsDamaged) {
  std::string flipped = compressed(kReply);
  flipped[flipped.size() - 6] ^= 1;  // the checksum
  const struct {
    std::string coding, body, outcome;
  } rows[] = {
      {"gzip", flipped, "error: its body is not valid gzip"},
      {"gzip", "\x1f!", "error: its body is not valid gzip"},
      {"gzip", compressed(kReply) + "{}", "error: its body is not valid gzip"},
      {"deflate", "x" + kReply, "error: its body is not valid deflate"},
      {"gzip", compressed(kReply).substr(0, 60), "cut"},
      {"gzip", "", "cut"},
  };
  for (const auto& row : rows)
    EXPECT_EQ(outcome(read(row.coding, row.body).reply), row.outcome) << row.body.size();
}

TEST(ContentCoding, AStreamWithItsEndMarkIsWholeWithoutTheEndOfItsCoding) {
  const std::string body = compressed(kStream);
  const Read read_whole =
      read("gzip", body.substr(0, body.size() - 8), 1, ReplyReader::End::broken);
  EXPECT_EQ(outcome(read_whole.reply), R"("caf\u00e9 \ud83d")");
  EXPECT_TRUE(read_whole.reply.done);
}

// 80 MiB in 80 KB.
TEST(ContentCoding, StopsAtTheLimitOfAMessage) {
  for (const char fill : {' ', '\n'}) {
    const std::string body = compressed(":" + std::string(std::size_t{80} << 20U, fill));
    EXPECT_LT(body.size(), std::size_t{100} << 10U);
    const Read bomb = read("gzip", body, 4096);
    EXPECT_FALSE(bomb.fed);
    EXPECT_EQ(outcome(bomb.reply), "error: the answer is longer than 64 MiB; reading stopped");
    EXPECT_TRUE(bomb.reply.too_large);
  }
}
}  // namespace
}  // namespace franz
