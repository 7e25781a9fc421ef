#include "common/run/http_mask.h"
#include <gtest/gtest.h>

namespace franz {
namespace {
using Side = MessagePiece::Side;

MessagePiece piece(std::uint64_t exchange, Side side, std::string wire) {
  MessagePiece made;
  made.exchange = exchange;
  made.side = side;
  made.body = {{0, static_cast<std::uint32_t>(wire.size())}};
  made.wire = std::move(wire);
  return made;
}

// "request 1: bytes", joined by " | ".
std::string text_of(const std::vector<HttpEvent>& events) {
  std::string text;
  for (const HttpEvent& event : events) {
    text += text.empty() ? "" : " | ";
    if (const auto* part = std::get_if<MessagePiece>(&event)) {
      text += part->side == Side::request ? "request " : "response ";
      text += std::to_string(part->exchange) + ": " + part->wire;
    } else {
      text += std::holds_alternative<RequestRead>(event) ? "read" : "exchange";
    }
  }
  return text;
}

TEST(HttpMask, MasksASecretSplitAnywhere) {
  Secrets secrets;
  secrets.add("sk-abcdefgh");
  const std::string text = "{\"error\":\"no such key: sk-abcdefgh\"} sk-abc";
  const std::string masked = "{\"error\":\"no such key: ***********\"} sk-abc";
  for (const std::size_t size : {std::size_t{1}, std::size_t{3}, std::size_t{10}, text.size()}) {
    HttpMask mask;
    std::string all;
    std::size_t pieces = 0;
    const auto take = [&](HttpEvent event) {
      for (const HttpEvent& each : mask.take(std::move(event), secrets)) {
        const auto* part = std::get_if<MessagePiece>(&each);
        if (part == nullptr) continue;
        EXPECT_EQ(part->body[0].second, part->wire.size());
        all += part->wire;
        ++pieces;
      }
    };
    for (std::size_t at = 0; at < text.size(); at += size)
      take(piece(1, Side::response, text.substr(at, size)));
    HttpExchange over;
    over.id = 1;
    take(std::move(over));
    EXPECT_EQ(all, masked) << size;
    EXPECT_EQ(pieces, (text.size() + size - 1) / size);
  }
}

TEST(HttpMask, HoldsBackOnlyThePossibleStartOfASecret) {
  Secrets secrets;
  secrets.add("sk-abcdefgh");
  HttpMask mask;
  EXPECT_EQ(text_of(mask.take(piece(1, Side::request, "plain"), secrets)), "request 1: plain");
  EXPECT_EQ(text_of(mask.take(piece(1, Side::request, "a key: sk-ab"), secrets)), "");
  EXPECT_EQ(text_of(mask.take(piece(2, Side::request, "cdefgh"), secrets)), "request 2: cdefgh");
  EXPECT_EQ(text_of(mask.take(piece(1, Side::response, "cdefgh"), secrets)), "response 1: cdefgh");
  EXPECT_EQ(text_of(mask.take(piece(1, Side::request, "cdefgh."), secrets)),
            "request 1: a key: ***** | request 1: ******.");
  EXPECT_EQ(text_of(mask.take(piece(1, Side::request, "sk-"), secrets)), "");
  RequestRead read;
  read.exchange = 1;
  EXPECT_EQ(text_of(mask.take(read, secrets)), "request 1: sk- | read");
}
}  // namespace
}  // namespace franz
