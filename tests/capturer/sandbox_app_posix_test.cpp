// What can take the place of the sandbox's files on POSIX.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>
#include <filesystem>
#include "capturer/sandbox_app.h"
#include "common/os/clock.h"
#include "common/os/folder.h"
#include "common/run/disk_warnings.h"
#include "tests/support/canonical_calls.h"
#include "tests/support/long_canvas.h"
#include "tests/support/test_paths.h"

namespace franz::capturer {
namespace {
namespace fs = std::filesystem;

struct PreparedSandbox {
  std::string root = join_path(kTestOut, "prepared_sandbox-" + random_hex(8));
  Folder outside = Folder::make(root + "/outside").value();
  Folder run = Folder::make(root + "/run").value();

  std::string in(const std::string& name) const { return join_path(run.path(), name); }
  Result<CaptureReply> turn(int turn, const char* action = "drag(100, 100, 900, 800)") const {
    CaptureRequest request;
    request.options.turn = turn;
    request.options.run_dir = run.path();
    request.options.canvas = {192, 108};
    request.options.picture = {64, 36};
    request.actions = calls_of({action});
    return capture_sandbox(request);
  }
};

TEST(PreparedSandbox, DoesNotDrawOnALinkedFile) {
  const PreparedSandbox it;
  ASSERT_TRUE(it.turn(1).ok());
  fs::rename(it.in("sandbox_canvas.bmp"), it.outside.path() + "/picture.bmp");
  const std::string before = it.outside.read("picture.bmp", 1U << 20U).value();
  fs::create_symlink("../outside/picture.bmp", it.in("sandbox_canvas.bmp"));
  const Result<CaptureReply> reply = it.turn(2);
  ASSERT_FALSE(reply.ok());
  EXPECT_EQ(reply.error().message, it.in("sandbox_canvas.bmp") + ": is a link, not a file");
  EXPECT_EQ(it.outside.read("picture.bmp", 1U << 20U).value(), before);
  EXPECT_EQ(it.run.kind("sandbox_canvas.bmp"), EntryKind::link);

  // A missing file that the link names is not created either.
  fs::remove(it.in("sandbox_canvas.bmp"));
  fs::create_symlink("../outside/new.bmp", it.in("sandbox_canvas.bmp"));
  EXPECT_FALSE(it.turn(2).ok());
  EXPECT_FALSE(it.outside.kind("new.bmp"));
}

// As on a full disk: folders have the names of all temporary files.
TEST(PreparedSandbox, DrawsNoInkIfTheStateCannotBeSaved) {
  const PreparedSandbox it;
  ASSERT_TRUE(it.turn(1).ok());
  const std::string canvas = it.run.read("sandbox_canvas.bmp", 1U << 20U).value();
  const std::string stem = it.in("sandbox_state.json.") + std::to_string(::getpid()) + "-";
  for (int i = 0; i < 1000; ++i) fs::create_directory(stem + std::to_string(i) + ".tmp");
  const Result<CaptureReply> reply = it.turn(2, "drag(900, 100, 100, 800)");
  ASSERT_TRUE(reply.ok()) << reply.error().message;
  ASSERT_EQ(reply.value().warnings.size(), 1U);
  EXPECT_EQ(reply.value().warnings[0].code, "not_saved");
  EXPECT_EQ(reply.value().found, 1);
  EXPECT_TRUE(it.run.read("sandbox_canvas.bmp", 1U << 20U).value() == canvas);
  for (int i = 0; i < 1000; ++i) fs::remove(stem + std::to_string(i) + ".tmp");
  EXPECT_EQ(it.turn(3).value().found, 1);
}

// Its rows would overwrite others in that file.
TEST(PreparedSandbox, DoesNotWriteIntoA24BitCanvasThatCannotBeReplaced) {
  const PreparedSandbox it;
  ASSERT_TRUE(it.turn(1).ok());
  const std::string old = in_24_bits(it.run.read("sandbox_canvas.bmp", 1U << 20U).value());
  ASSERT_TRUE(it.run.replace("sandbox_canvas.bmp", old, Durability::buffered).ok());
  const std::string stem = it.in("sandbox_canvas.bmp.") + std::to_string(::getpid()) + "-";
  for (int i = 0; i < 1000; ++i) fs::create_directory(stem + std::to_string(i) + ".tmp");
  const Result<CaptureReply> reply = it.turn(2, "drag(900, 100, 100, 800)");
  ASSERT_TRUE(reply.ok()) << reply.error().message;
  ASSERT_EQ(reply.value().warnings.size(), 1U);
  EXPECT_EQ(reply.value().warnings[0].code, "not_saved");
  EXPECT_TRUE(it.run.read("sandbox_canvas.bmp", 1U << 20U).value() == old);
}

TEST(PreparedSandbox, ReadsNoFifoOrLinkAsItsState) {
  const PreparedSandbox it;
  ASSERT_EQ(::mkfifo(it.in("sandbox_canvas.bmp").c_str(), 0600), 0);
  EXPECT_EQ(it.turn(1).error().message, it.in("sandbox_canvas.bmp") + ": is a FIFO, not a file");
  fs::remove(it.in("sandbox_canvas.bmp"));
  ASSERT_EQ(::mkfifo(it.in("sandbox_state.json").c_str(), 0600), 0);
  EXPECT_EQ(it.turn(1).error().message, it.in("sandbox_state.json") + ": is a FIFO, not a file");
  fs::remove(it.in("sandbox_state.json"));
  ASSERT_TRUE(it.outside.replace("file", "{}", Durability::buffered).ok());
  fs::create_symlink("../outside/file", it.in("sandbox_state.json"));
  EXPECT_EQ(it.turn(1).error().message, it.in("sandbox_state.json") + ": is a link, not a file");
  EXPECT_EQ(it.outside.read("file", 100).value(), "{}");
}

TEST(PreparedSandbox, QuarantinesALongFileThatIsNoCanvas) {
  const PreparedSandbox it;
  ASSERT_TRUE(it.run.append("sandbox_canvas.bmp", "x").ok());
  off_t size = off_t{14} << 40U;
  while (::truncate(it.in("sandbox_canvas.bmp").c_str(), size) != 0 && size > 1) size /= 2;
  const Result<CaptureReply> reply = it.turn(1);
  ASSERT_TRUE(reply.ok()) << reply.error().message;
  EXPECT_EQ(reply.value().warnings,
            std::vector<Warning>{canvas_damaged_warning("is not a BMP in black and white",
                                                        "sandbox_canvas.bmp.corrupt")});
}
}  // namespace
}  // namespace franz::capturer
