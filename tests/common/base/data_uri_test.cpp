#include "common/base/data_uri.h"
#include <gtest/gtest.h>

namespace franz {
TEST(DataUri, GivesThePicturesBase64) {
  const std::pair<std::string, std::string> cases[] = {
      {"data:image/png;base64,aGk=", "aGk="},
      {"data:image/jpeg;base64,", ""},
      {"data:image/png;name=a;base64,aGk=", "aGk="},
      {"data:image/png,aGk=", "none"},
      {"data:text/plain;base64,aGk=", "none"},
      {"http://127.0.0.1/a.png;base64,aGk=", "none"},
      {"data:image/" + std::string(200, 'x') + ";base64,aGk=", "none"},
      {"", "none"},
  };
  for (const auto& [uri, expected] : cases)
    EXPECT_EQ(picture_base64(uri).value_or("none"), expected) << uri;
}

TEST(DataUri, NamesWhatIsWrongWithAPicture) {
  const std::pair<std::string, std::string> cases[] = {
      {R"("data:image/png;base64,QUJD")", "ABC"},
      {R"("data:image/jpeg;base64,")", ""},
      {R"("https://example.org/a.png")", "the picture: expected data:image/png;base64,…"},
      {R"("data:image/png;base64,QU\nJD")",
       "the picture: base64: the length is not a multiple of four"},
      {R"("data:image/png;base64,QUJ*")", "the picture: base64: a wrong character at position 3"},
  };
  for (const auto& [token, expected] : cases) {
    const auto bytes = picture_bytes(token);
    EXPECT_EQ(bytes.ok() ? bytes.value() : bytes.error().message, expected) << "for " << token;
  }
}
}  // namespace franz
