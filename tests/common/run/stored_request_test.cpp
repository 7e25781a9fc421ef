// Requests with cut pictures, as readers see them.
#include <gtest/gtest.h>
#include <filesystem>
#include <string>
#include "common/base/base64.h"
#include "common/os/files.h"
#include "common/os/paths.h"
#include "common/run/stored_request_app.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
const std::string kFirst = "exchange/000/0001-1.request";
const std::string kPng("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);  // the beginning of each

class StoredRequest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::string(kTestOut) + "/stored_request/" +
              testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(folder_);
    ASSERT_TRUE(make_folders(join_path(folder_, "exchange/000")).ok());
    one_ = kPng + std::string(3000, 'a');
    two_ = kPng + std::string(501, 'b');
    whole_ = "POST / HTTP/1.1\r\n\r\n{\"a\":\"" + base64_encode(one_) + "\",\"b\":\"" +
             base64_encode(two_) + "\",\"c\":\"" + base64_encode(one_) + "\"}";
    cuts_ = find_cuts(whole_, [this](const std::string& picture) -> std::optional<std::string> {
      return picture == one_ ? "turn_0001.png" : "turn_0002-2.png";
    });
    ASSERT_EQ(cuts_.cuts.size(), 3U);
    put("turn_0001.png", one_);
    put("turn_0002-2.png", two_);
    put(kFirst, without_cuts(whole_, cuts_));
  }
  void put(const std::string& name, const std::string& bytes) const {
    ASSERT_TRUE(replace_file(join_path(folder_, name), bytes, Durability::buffered).ok());
  }
  RunDir dir() const { return std::move(RunDir::open(folder_)).value(); }
  std::string whole(const PictureCuts& cuts) const {
    const RunDir there = dir();
    const auto read = read_request(there, kFirst, cuts);
    if (read.ok()) return read.value();
    return read.error().file + ": " + there.problem_of(read.error().file, read.error().error);
  }
  std::string in_pieces(std::size_t most) const {
    auto pieces = RequestPieces::open(dir(), kFirst, cuts_);
    if (!pieces.ok()) return pieces.error().file + ": " + pieces.error().error.message;
    std::string all;
    while (all.size() < pieces.value()->size()) {
      const Result<std::string> piece = pieces.value()->read(all.size(), most);
      if (!piece.ok() || piece.value().empty() || piece.value().size() > most) return "no piece";
      all += piece.value();
    }
    return all;
  }

  std::string folder_, one_, two_, whole_;
  PictureCuts cuts_;
};

TEST_F(StoredRequest, IsRestoredCompletely) {
  EXPECT_EQ(whole(cuts_), whole_);
  for (const std::size_t most : {1UL, 2UL, 3UL, 5UL, 64UL, 100000UL})
    EXPECT_EQ(in_pieces(most), whole_) << most;
  EXPECT_EQ(whole({}), without_cuts(whole_, cuts_));
}

TEST_F(StoredRequest, NamesTheFileAndItsProblem) {
  put("turn_0002-2.png", two_ + "more");
  EXPECT_EQ(whole(cuts_).substr(0, 17), "turn_0002-2.png: ");
  EXPECT_EQ(in_pieces(100).substr(0, 17), "turn_0002-2.png: ");
  std::filesystem::remove(join_path(folder_, "turn_0002-2.png"));
  EXPECT_EQ(whole(cuts_).substr(0, 17), "turn_0002-2.png: ");
  put("turn_0002-2.png", two_);
  put(kFirst, "POST");
  EXPECT_EQ(whole(cuts_).substr(0, kFirst.size()), kFirst);
  EXPECT_EQ(in_pieces(100).substr(0, kFirst.size()), kFirst);
}
}  // namespace
}  // namespace franz
