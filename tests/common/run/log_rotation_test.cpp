#include <gtest/gtest.h>
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/run/log_rotation_app.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
constexpr const char* kLog = "agent_run_20260131_120000.log";

struct LogFolder {
  std::string path = join_path(kTestOut, "logs-" + random_hex(8));
  Folder folder = Folder::make(path).value();

  // The first letter and the length of each existing log, the newest first.
  std::string logs() const {
    std::string found;
    for (int i = 0; i <= kOldLogs + 1; ++i) {
      const std::string name = i == 0 ? kLog : kLog + ("." + std::to_string(i));
      const auto text = folder.read(name, 4 * kMaxLog);
      if (text.ok())
        found += text.value().substr(0, 1) + std::to_string(text.value().size() / (kMaxLog / 8));
      found += ' ';
    }
    return found;
  }
  void append(char letter, std::uint64_t eighths) const {
    const std::string bytes(eighths * (kMaxLog / 8), letter);
    EXPECT_TRUE(append_log(folder, kLog, bytes).ok());
  }
};
}  // namespace

TEST(LogRotation, KeepsTheNewestWithinTheLimitOfEach) {
  const LogFolder there;
  EXPECT_TRUE(append_log(there.folder, kLog, "").ok());
  EXPECT_TRUE(there.folder.has_file(kLog)) << "nothing makes the file";
  there.append('a', 5);
  there.append('b', 3);
  EXPECT_EQ(there.logs(), "a8      ");
  there.append('c', 1);
  EXPECT_EQ(there.logs(), "c1 a8     ");
  there.append('d', 20);  // longer than a log may be
  EXPECT_EQ(there.logs(), "d20 c1 a8    ");
  for (const char letter : {'e', 'f', 'g'}) there.append(letter, 8);
  EXPECT_EQ(there.logs(), "g8 f8 e8 d20 c1  ");
  EXPECT_TRUE(remove_folder(there.path).ok());
}
}  // namespace franz
