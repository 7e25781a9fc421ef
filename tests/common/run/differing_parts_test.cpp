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

TEST(DifferingParts, ReportADifferentOrder) {
  const struct {
    const char *expected, *sent, *got;
  } rows[] = {
      {"", "", ""},
      {"tptn", "tptp", ""},
      {"tptn", "tpt", ""},                     // without its own picture
      {"tptn", "ttp", "text, text, picture"},  // as many, but without the older one
      {"tptn", "ttpp", "text, text, picture, picture"},
      {"tp", "pt", "picture, text"},
      {"tct", "ttc", ""},  // calls are read after the content
  };
  for (const auto& [expected, sent, got] : rows) {
    RequestView request;
    request.messages.push_back(sent_of(sent));
    std::string found;
    for (const DifferingPart& part : differing_parts({expected_of(expected)}, request))
      if (part.what == DifferingPart::What::form) found += part.got;
    EXPECT_EQ(found, got) << expected << " " << sent;
  }
}
}  // namespace
}  // namespace franz
