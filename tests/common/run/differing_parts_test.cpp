#include "common/run/differing_parts.h"
#include <gtest/gtest.h>
#include <string_view>

namespace franz {
namespace {
// t: a text, p: a picture, n: the turn's own, c: a call.
Message expected_of(std::string_view kinds) {
  Message message{"user", {}};
  for (const char kind : kinds) {
    if (kind == 't') message.parts.push_back(text_part(R"("t")"));
    if (kind == 'p') message.parts.push_back(picture_part(PictureRef{"sha256"}));
    if (kind == 'n') message.parts.push_back(picture_part(PictureRef{}));
    if (kind == 'c') message.parts.emplace_back().kind = Part::Kind::call;
  }
  return message;
}

RequestView::Message sent_of(std::string_view kinds) {
  RequestView::Message message{"user", {}};
  for (const Part& part : expected_of(kinds).parts) message.parts.emplace_back().kind = part.kind;
  return message;
}

TEST(DifferingParts, KnowAnotherOrder) {
  const struct {
    const char *expected, *sent;
    bool other;
  } rows[] = {
      {"", "", false},        {"tptn", "tptp", false},
      {"tptn", "tpt", false},  // without its own picture
      {"tptn", "ttp", true},   // as many, but without the older one
      {"tptn", "tpp", true},  {"tt", "tpt", true},
      {"tpt", "tt", true},    {"tct", "ttc", false},  // calls are read behind the content
  };
  for (const auto& [expected, sent, other] : rows)
    EXPECT_EQ(has_other_order(expected_of(expected), sent_of(sent)), other)
        << expected << " " << sent;
}
}  // namespace
}  // namespace franz
