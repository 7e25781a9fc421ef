#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/settings/first_config_app.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
constexpr uid_t kNobody = 65534;

// Root may write anywhere, so this object changes the user while it exists.
class WithoutPrivileges {
 public:
  WithoutPrivileges() { EXPECT_TRUE(user_ != 0 || ::seteuid(kNobody) == 0); }
  ~WithoutPrivileges() { EXPECT_TRUE(user_ != 0 || ::seteuid(0) == 0); }
  WithoutPrivileges(const WithoutPrivileges&) = delete;
  WithoutPrivileges& operator=(const WithoutPrivileges&) = delete;

 private:
  const uid_t user_ = ::geteuid();
};
}  // namespace

TEST(FirstConfig, AReadOnlyFolderIsNotAnError) {
  const std::string folder = join_path(kTestOut, "first_config-" + random_hex(8));
  ASSERT_TRUE(make_folders(folder).ok());
  ASSERT_EQ(::chmod(folder.c_str(), 0555), 0);
  for (const std::string& place : {folder, join_path(folder, "not/there")}) {
    Result<std::optional<std::string>> written = std::optional<std::string>("not tried");
    {
      const WithoutPrivileges now;
      written = write_first_config(place);
    }
    ASSERT_TRUE(written.ok()) << written.error().message;
    EXPECT_EQ(written.value(), std::nullopt) << place;
  }
  EXPECT_TRUE(list_folder(folder).value().empty());
}
}  // namespace franz
