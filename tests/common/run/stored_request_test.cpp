// Requests whose pictures were cut, as RunWriter leaves them and others read them.
#include <gtest/gtest.h>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include "common/base/base64.h"
#include "common/base/sha256.h"
#include "common/os/files.h"
#include "common/run/request_pieces_app.h"
#include "common/run/run_writer_app.h"
#include "common/run/stored_request_app.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
const std::string kFirst = "exchange/000/0001-1.request", kList = "exchange/000/0001-1.cuts";

const std::string kPng("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);  // how each begins

std::string picture(char of, std::size_t bytes = 3000) { return kPng + std::string(bytes, of); }
std::string request(const std::string& png, const std::string& more = "") {
  return "POST / HTTP/1.1\r\n\r\n{\"url\":\"data:image/png;base64," + base64_encode(png) + "\"}" +
         more;
}

class StoredRequest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::string(kTestOut) + "/stored_request/" +
              testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(folder_);
    writer_ = std::make_unique<RunWriter>(
        folder_, [this](const std::string& text) { warnings_ += text + "\n"; });
  }

  void save(const std::string& name, const std::string& bytes) {
    const Status done =
        writer_->perform(SaveFile{name, std::make_shared<const std::string>(bytes)});
    EXPECT_TRUE(done.ok()) << done.error().message;
  }
  void stream(const std::string& name, const std::string& bytes) {
    EXPECT_TRUE(
        writer_->perform(StreamPiece{"s", std::make_shared<const std::string>(bytes)}).ok());
    EXPECT_TRUE(writer_->perform(StreamEnd{"s", name}).ok());
  }
  std::string stored(const std::string& name) const {
    const Result<std::string> bytes = read_file(join_path(folder_, name));
    return bytes.ok() ? bytes.value() : "(missing)";
  }
  void put(const std::string& name, const std::string& bytes) const {
    ASSERT_TRUE(replace_file(join_path(folder_, name), bytes, Durability::buffered).ok());
  }
  std::string whole(const std::string& name) const {
    const Result<RunDir> dir = RunDir::open(folder_);
    const auto read = read_request(dir.value(), name);
    if (read.ok()) return read.value();
    return read.error().file + ": " + dir.value().problem_of(read.error().file, read.error().error);
  }
  // The same in pieces of `most` bytes at most.
  std::string in_pieces(const std::string& name, std::size_t most) const {
    Result<RunDir> dir = RunDir::open(folder_);
    auto pieces = RequestPieces::open(std::move(dir).value(), name);
    if (!pieces.ok()) return pieces.error().file + ": " + pieces.error().error.message;
    std::string all;
    while (all.size() < pieces.value()->size()) {
      const Result<std::string> piece = pieces.value()->read(all.size(), most);
      if (!piece.ok()) return piece.error().message;
      if (piece.value().empty() || piece.value().size() > most) return "no such piece";
      all += piece.value();
    }
    return all;
  }
  // Every line of SHA256SUMS is right, and every file has one.
  void expect_sums() {
    ASSERT_TRUE(writer_->perform(TurnsFinished{100}).ok());
    const Result<RunDir> dir = RunDir::open(folder_);
    const Result<std::vector<Sum>> sums = read_sums(dir.value());
    ASSERT_TRUE(sums.ok());
    std::map<std::string, std::string> listed;
    for (const Sum& sum : sums.value()) EXPECT_TRUE(listed.emplace(sum.name, sum.sha256).second);
    for (const std::string& name : dir.value().files().files)
      if (turn_of_file(name)) {
        EXPECT_EQ(listed[name], sha256_hex(stored(name))) << name;
      }
  }

  std::string folder_, warnings_;
  std::unique_ptr<RunWriter> writer_;
};
}  // namespace

TEST_F(StoredRequest, IsCutWhenItsPictureIsThere) {
  const std::string sent = request(picture('a'));
  stream(kFirst, sent);
  EXPECT_EQ(stored(kFirst), sent);
  EXPECT_EQ(stored(kList), "(missing)");
  save("turn_0001.png", picture('a'));
  EXPECT_EQ(stored(kFirst), "POST / HTTP/1.1\r\n\r\n{\"url\":\"data:image/png;base64,\"}");
  EXPECT_EQ(
      stored(kList),
      "{\"protocol\":\"franz.cuts.v2\",\"bytes\":4075,\"cuts\":[[49,4024,\"turn_0001.png\"]]}\n");
  EXPECT_EQ(whole(kFirst), sent);
  expect_sums();
}

TEST_F(StoredRequest, OfATurnWithoutAPictureIsCutByOlderOnes) {
  const std::string second = "exchange/000/0002-1.request";
  save("turn_0001.png", picture('a'));
  const std::string sent = request(picture('a'));
  stream(second, sent);
  EXPECT_EQ(stored(second), sent);
  save("turn_0002.json", "{}");
  EXPECT_LT(stored(second).size(), 100U);
  EXPECT_EQ(whole(second), sent);
  expect_sums();
}

TEST_F(StoredRequest, EachAttemptOfTheTurnIsCutAndOnlyByWhatItHolds) {
  const std::string second = "exchange/000/0001-2.request";
  stream(kFirst, request(picture('a')));
  stream(second, request(picture('b')) + request(picture('a')));
  save("turn_0001.png", picture('b'));
  EXPECT_EQ(stored(kFirst), request(picture('a')));
  EXPECT_EQ(whole(second), request(picture('b')) + request(picture('a')));
  EXPECT_LT(stored(second).size(), 4500U);
  expect_sums();
}

// A turn that is made again may be sent what a later one was sent, whose picture is replaced then.
TEST_F(StoredRequest, IsCutByNoPictureOfALaterTurn) {
  save("turn_0002.png", picture('b'));
  const std::string sent = request(picture('b'));
  stream(kFirst, sent);
  save("turn_0001.json", "{}");
  EXPECT_EQ(stored(kFirst), sent);
  save("turn_0002.png", picture('c'));
  EXPECT_EQ(whole(kFirst), sent);
  EXPECT_EQ(warnings_, "");
  expect_sums();
}

TEST_F(StoredRequest, PicturesOfEarlierTurnsAreCutTooAlsoAfterAResumption) {
  const std::string third = "exchange/000/0003-1.request";
  save("turn_0001.png", picture('a'));
  save("turn_0002.png", picture('b'));
  writer_ = std::make_unique<RunWriter>(folder_, RunWriter::Warning{});
  ASSERT_TRUE(writer_->resume(2).ok());
  const std::string sent = request(picture('a')) + request(picture('b')) + request(picture('c'));
  stream(third, sent);
  save("turn_0003.png", picture('c'));
  EXPECT_LT(stored(third).size(), 200U);
  EXPECT_EQ(whole(third), sent);
  expect_sums();
}

TEST_F(StoredRequest, APictureGivesPlaceToAnotherOnlyWhenNothingIsCutByIt) {
  const std::string sent = request(picture('a')), again = request(picture('b'));
  const std::string second = "exchange/000/0001-2.request", next = "exchange/000/0002-1.request";
  stream(kFirst, sent);
  save("turn_0001.png", picture('a'));
  stream(next, sent + request(picture('c')));
  save("turn_0002.png", picture('c'));
  ASSERT_LT(stored(next).size(), 200U);
  stream(second, again);
  save("turn_0001.png", picture('b'));
  EXPECT_EQ(stored(kFirst), sent);
  EXPECT_EQ(whole(kFirst), sent);
  EXPECT_EQ(whole(second), again);
  EXPECT_LT(stored(second).size(), 200U);
  EXPECT_EQ(whole(next), sent + request(picture('c')));
  EXPECT_EQ(warnings_, "");
  expect_sums();
}

TEST_F(StoredRequest, AFinishedTurnThatIsAskedAgainKeepsItsLines) {
  stream(kFirst, request(picture('a')));
  save("turn_0001.png", picture('a'));
  ASSERT_TRUE(writer_->perform(TurnsFinished{1}).ok());
  save("turn_0001.png", picture('b'));
  EXPECT_EQ(stored(kFirst), request(picture('a')));
  expect_sums();
}

// What a kill leaves: all states that the writer passes through, in its order.
TEST_F(StoredRequest, IsWholeAtEveryPointOfAKill) {
  const std::string sent = request(picture('a'));
  stream(kFirst, sent);
  EXPECT_EQ(whole(kFirst), sent) << "no picture yet";
  save("turn_0001.png", picture('a'));
  const std::string cut = stored(kFirst);
  EXPECT_EQ(whole(kFirst), sent) << "cut";
  put(kFirst, sent);
  EXPECT_EQ(whole(kFirst), sent) << "the list is there, the request not cut yet; or whole again";
  put("turn_0001.png", picture('b'));
  EXPECT_EQ(whole(kFirst), sent) << "whole again, and the picture another one";
  // The next proxy lists what is there, and cuts by what is there.
  writer_ = std::make_unique<RunWriter>(folder_, RunWriter::Warning{});
  ASSERT_TRUE(writer_->resume(1).ok());
  save("turn_0001.png", picture('a'));
  EXPECT_EQ(stored(kFirst), cut);
  EXPECT_EQ(whole(kFirst), sent);
  expect_sums();
}

TEST_F(StoredRequest, SaysWhichFileIsMissingOrWrong) {
  const std::string sent = request(picture('a'));
  stream(kFirst, sent);
  save("turn_0001.png", picture('a'));
  const std::string cut = stored(kFirst), list = stored(kList);
  put(kFirst, cut + "x");
  EXPECT_EQ(whole(kFirst), kFirst + ": " + kFirst +
                               ": it has 52 bytes; expected 4075, or those without the pictures "
                               "that were cut");
  put(kFirst, cut);
  put(kList, "{}");
  EXPECT_TRUE(whole(kFirst).starts_with(kList + ": " + kList + ": /protocol: ")) << whole(kFirst);
  put(kList, list);
  put("turn_0001.png", picture('a') + "longer");
  EXPECT_TRUE(whole(kFirst).starts_with("turn_0001.png: ")) << whole(kFirst);
  ASSERT_TRUE(remove_file(join_path(folder_, "turn_0001.png")).ok());
  EXPECT_TRUE(whole(kFirst).starts_with("turn_0001.png: turn_0001.png: ")) << whole(kFirst);
  EXPECT_TRUE(whole("exchange/000/0009-1.request").starts_with("exchange/000/0009-1.request: "));
}

TEST_F(StoredRequest, IsForgottenWithWhatWasCut) {
  stream(kFirst, request(picture('a')));
  save("turn_0001.png", picture('a'));
  ASSERT_TRUE(writer_->perform(ForgetFiles{{kFirst}}).ok());
  stream(kFirst, "GET");
  EXPECT_EQ(whole(kFirst), "GET");
  expect_sums();
}

TEST_F(StoredRequest, StaysWholeWhereNothingIsGained) {
  const std::string tiny = kPng, sent = base64_encode(tiny) + "\n";
  stream(kFirst, sent);
  save("turn_0001.png", tiny);
  EXPECT_EQ(stored(kFirst), sent);
  EXPECT_EQ(stored(kList), "(missing)");
}

TEST_F(StoredRequest, IsReadInPiecesAsItPassed) {
  const std::string third = "exchange/000/0003-1.request";
  // Little: each piece opens files again, which takes long on some systems.
  // The three lengths take as much base64, so that the whole request keeps its size.
  constexpr std::size_t kBytes = 201;
  for (std::size_t odd = 0; odd < 3; ++odd) {  // with each padding
    const std::string first = picture('a', kBytes) + std::string(odd, 'x'),
                      second = picture('b', kBytes);
    save("turn_0001.png", first);
    save("turn_0002.png", second);
    const std::string sent =
        request(first) + request(second) + request(picture('c', kBytes), "more");
    stream(third, sent);
    EXPECT_EQ(in_pieces(third, 1000), sent) << "stored whole";
    save("turn_0003.png", picture('c', kBytes));
    ASSERT_LT(stored(third).size(), 400U);
    for (const std::size_t most : {1U, 2U, 3U, 5U, 1000U, 1U << 20U})
      EXPECT_EQ(in_pieces(third, most), sent) << odd << " " << most;
  }
  EXPECT_EQ(in_pieces("exchange/000/0009-1.request", 9).substr(0, 29),
            "exchange/000/0009-1.request: ");
}

TEST_F(StoredRequest, SaysBeforeItsFirstPieceWhatIsMissing) {
  const std::string sent = request(picture('a'));
  stream(kFirst, sent);
  save("turn_0001.png", picture('a'));
  const std::string list = stored(kList), left = stored(kFirst);
  put(kFirst, sent);  // a kill between the list and the request
  EXPECT_EQ(in_pieces(kFirst, 100), sent);
  put(kFirst, left + "?");
  EXPECT_TRUE(in_pieces(kFirst, 100).starts_with(kFirst + ": it has 52 bytes; expected 51"))
      << in_pieces(kFirst, 100);
  put(kFirst, left);
  put(kList, "{}");
  EXPECT_TRUE(in_pieces(kFirst, 100).starts_with(kList + ": /protocol: ")) << in_pieces(kFirst, 9);
  put(kList, list);
  put("turn_0001.png", picture('a') + "longer");
  EXPECT_EQ(in_pieces(kFirst, 100), "turn_0001.png: it has 4032 bytes in base64; 4024 were cut");
  ASSERT_TRUE(remove_file(join_path(folder_, "turn_0001.png")).ok());
  EXPECT_TRUE(in_pieces(kFirst, 100).starts_with("turn_0001.png: ")) << in_pieces(kFirst, 100);
}

TEST_F(StoredRequest, EndsWhereAPictureGivesPlaceToAnother) {
  stream(kFirst, request(picture('a')));
  save("turn_0001.png", picture('a'));
  Result<RunDir> dir = RunDir::open(folder_);
  const auto pieces = RequestPieces::open(std::move(dir).value(), kFirst);
  ASSERT_TRUE(pieces.ok());
  ASSERT_TRUE(pieces.value()->read(100, 10).ok());
  const RunDir again = RunDir::open(folder_).value();
  const auto before = again.folder().stamp("turn_0001.png");
  do {  // the system's clock of files goes by some milliseconds
    put("turn_0001.png", picture('b'));
  } while (again.folder().stamp("turn_0001.png") == before);
  const Result<std::string> piece = pieces.value()->read(110, 10);
  ASSERT_FALSE(piece.ok());
  EXPECT_EQ(piece.error().message, "turn_0001.png: another picture has its name now");
  EXPECT_TRUE(pieces.value()->read(0, 10).ok());
}
}  // namespace franz
