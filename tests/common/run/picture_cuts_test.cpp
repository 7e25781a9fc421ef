#include "common/run/picture_cuts.h"
#include <gtest/gtest.h>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include "common/base/base64.h"
#include "common/wire/message_fields.h"

namespace franz {
namespace {
const std::string kPng("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);  // the beginning of each

// Files of a run folder, as a finder and a reader of pictures.
struct Files {
  std::map<std::string, std::string> files;  // by name

  std::optional<std::string> find(const std::string& picture) const {
    for (const auto& [name, bytes] : files)
      if (bytes == picture) return name;
    return std::nullopt;
  }
  PictureCuts cuts_of(std::string_view whole) const {
    return find_cuts(whole, [this](const std::string& picture) { return find(picture); });
  }
  Result<std::string> whole_of(std::string stored, const PictureCuts& cuts) const {
    return put_back(std::move(stored), cuts, [this](const std::string& name, std::size_t) {
      const auto file = files.find(name);
      if (file == files.end()) return Result<std::string>(Error{name + ": missing"});
      return Result<std::string>(file->second);
    });
  }
};

const Files kFiles{{{"turn_0001.png", kPng + "one"},
                    {"turn_0002.png", kPng + "two, longer"},
                    {"turn_0003.png", kPng + std::string(50'000, '\x7f')}}};

// As in a record that contains nothing else.
Result<PictureCuts> cuts_in(const std::string& json) {
  Result<MessageFields> fields = MessageFields::parse(json);
  if (!fields.ok()) return fields.error();
  PictureCuts cuts = read_cuts(fields.value(), "");
  if (!fields.value().failure().empty()) return fields.value().error();
  return cuts;
}

// Random bytes, about half of them pieces of the searched pictures.
std::string any_bytes(std::mt19937& random) {
  std::string bytes;
  const auto below = [&random](int limit) {
    return static_cast<int>(random() % static_cast<unsigned>(limit));
  };
  for (int i = below(12); i >= 0; --i) {
    const std::string picture =
        base64_encode(kFiles.files.at("turn_000" + std::to_string(1 + below(2)) + ".png"));
    switch (below(7)) {
      case 0: bytes += picture; break;
      case 1: bytes += picture.substr(0, static_cast<std::size_t>(below(20))); break;
      case 2: bytes += base64_encode(kPng + "unknown"); break;
      case 3: bytes += static_cast<char>(below(256)); break;
      case 4: bytes += "data:image/png;base64,"; break;
      case 5: bytes += "=/+\\\r\n\""[below(7)]; break;
      default: bytes += picture + "="; break;
    }
  }
  return bytes;
}
}  // namespace

TEST(PictureCuts, CuttingAndRestoringGivesTheSameBytes) {
  std::mt19937 random(7);
  int cut = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::string whole = any_bytes(random) + "}";
    const PictureCuts cuts = kFiles.cuts_of(whole);
    const std::string stored = without_cuts(whole, cuts);
    const Result<std::string> again = kFiles.whole_of(stored, cuts);
    ASSERT_TRUE(again.ok()) << again.error().message;
    ASSERT_EQ(again.value(), whole);
    const Result<PictureCuts> read = cuts_in(to_json(cuts));
    ASSERT_TRUE(read.ok()) << to_json(cuts) << read.error().message;
    ASSERT_EQ(read.value(), cuts);
    cut += static_cast<int>(cuts.cuts.size());
  }
  EXPECT_GT(cut, 1000);
}

TEST(PictureCuts, OnlyTheExactEncodingOfAFileIsCut) {
  const std::string one = base64_encode(kFiles.files.at("turn_0001.png"));
  const std::string two = base64_encode(kFiles.files.at("turn_0002.png"));
  const std::string unknown = base64_encode(kPng + "unknown");
  std::string escaped = base64_encode(kFiles.files.at("turn_0003.png"));
  escaped.insert(20, "\\");
  std::string loose =
      one;  // the same bytes to a lenient decoder: bits that the padding leaves over
  ASSERT_TRUE(loose.ends_with("="));
  ++loose[loose.find('=') - 1];
  const struct {
    std::string name, whole, cuts;
  } rows[] = {
      {"none", "POST / HTTP/1.1\r\n\r\n{}", "[]"},
      {"one", "\"" + one + "\"", "[[1,28,\"turn_0001.png\"]]"},
      {"at both ends", one + two, "[[0,28,\"turn_0001.png\"],[28,36,\"turn_0002.png\"]]"},
      {"twice", one + "," + one, "[[0,28,\"turn_0001.png\"],[29,28,\"turn_0001.png\"]]"},
      {"unknown", "\"" + unknown + "\"", "[]"},
      {"its beginning", one.substr(0, 24), "[]"},
      {"going on", two + "AAAA", "[]"},
      {"escaped", "\"" + escaped + "\"", "[]"},
      {"other bits", "\"" + loose + "\"", "[]"},
      {"behind another", unknown + " " + two, "[[33,36,\"turn_0002.png\"]]"},
  };
  for (const auto& [name, whole, cuts] : rows) {
    const std::string expected =
        "{\"bytes\":" + std::to_string(whole.size()) + ",\"cuts\":" + cuts + "}";
    EXPECT_EQ(to_json(kFiles.cuts_of(whole)), expected) << name;
  }
}

TEST(PictureCuts, CutsAtMostTheListableNumber) {
  std::string whole;
  for (std::size_t i = 0; i < kMaxCuts + 10; ++i)
    whole += base64_encode(kFiles.files.at("turn_0001.png")) + "\n";
  const PictureCuts cuts = kFiles.cuts_of(whole);
  EXPECT_EQ(cuts.cuts.size(), kMaxCuts);
  EXPECT_TRUE(cuts_in(to_json(cuts)).ok());
  EXPECT_EQ(kFiles.whole_of(without_cuts(whole, cuts), cuts).value(), whole);
}

TEST(PictureCuts, ReportsWhyAPictureCannotBeRestored) {
  const std::string whole = "<" + base64_encode(kFiles.files.at("turn_0001.png")) + ">";
  const PictureCuts cuts = kFiles.cuts_of(whole);
  const auto why = [&](const Files& files, const std::string& stored) {
    const Result<std::string> again = files.whole_of(stored, cuts);
    return again.ok() ? again.value() : again.error().message;
  };
  EXPECT_EQ(why(kFiles, "<>"), whole);
  EXPECT_EQ(why(Files{}, "<>"), "turn_0001.png: missing");
  EXPECT_EQ(why({{{"turn_0001.png", kPng}}}, "<>"),
            "turn_0001.png: has 24 bytes in base64; expected 28");
  EXPECT_EQ(why(kFiles, "<"),
            "it has 1 bytes; expected 30, or those without the pictures that were cut");
}

TEST(PictureCuts, AnUntrustedListIsRejectedByItsFirstWrongField) {
  const auto list = [](const std::string& bytes, const std::string& cuts) {
    return R"({"bytes":)" + bytes + R"(,"cuts":)" + cuts + "}";
  };
  std::string many = "[";
  for (std::size_t i = 0; i <= kMaxCuts; ++i)
    many += (i > 0 ? "," : "") + std::string("[") + std::to_string(i) + ",1,\"turn_0001.png\"]";
  many += "]";
  const struct {
    std::string text, why;
  } rows[] = {
      {list("0", "[]"), "/bytes: expected 1..67108864"},
      {list("67108865", "[]"), "/bytes: expected 1..67108864"},
      {list("9", "{}"), "/cuts: expected a list"},
      {list("99999", many), "/cuts: expected a list of at most 1000"},
      {list("9", R"([[-1,4,"turn_0001.png"]])"), "/cuts/0/0: expected 0..8"},
      {list("9", R"([[9,4,"turn_0001.png"]])"), "/cuts/0/0: expected 0..8"},
      {list("9", R"([[6,4,"turn_0001.png"]])"), "/cuts/0/1: expected 1..3"},
      {list("9", R"([[6,0,"turn_0001.png"]])"), "/cuts/0/1: expected 1..3"},
      {list("9", R"([[6,18446744073709551615,"turn_0001.png"]])"), "/cuts/0/1: "},
      {list("9", R"([[1,4,"turn_0001.png"],[4,4,"turn_0001.png"]])"), "/cuts/1/0: expected 5..8"},
      {list("9", R"([[5,4,"turn_0001.png"],[9,4,"turn_0001.png"]])"),
       "/cuts/0: expected the last cut"},
      {list("9", R"([[1,4,"turn_1.png"]])"), "/cuts/0/2: expected a picture of the run"},
      {list("9", R"([[1,4,"../turn_0001.png"]])"), "/cuts/0/2: expected a picture of the run"},
      {list("9", R"([[1,4,"/etc/passwd"]])"), "/cuts/0/2: expected a picture of the run"},
      {list("9", R"([[1,4,"exchange/000/0001-1.request"]])"),
       "/cuts/0/2: expected a picture of the run"},
      {list("9", R"([[1,4]])"), "/cuts/0/2: "},
      {list("9", R"([7])"), "/cuts/0/0: "},
  };
  for (const auto& [text, why] : rows) {
    const Result<PictureCuts> read = cuts_in(text);
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_TRUE(read.error().message.starts_with(why)) << text << "\n" << read.error().message;
  }
}
}  // namespace franz
