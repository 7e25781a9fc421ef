// Archives that somebody else made.
#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>
#include "common/os/files.h"
#include "proxy/offline/score/bundle_archive_app.h"
#include "tests/support/test_paths.h"

namespace franz::proxy {
namespace {
struct Member {
  std::string name, bytes;
  unsigned type = AE_IFREG;
};

std::string write_archive(const std::string& path, const std::vector<Member>& members) {
  archive* const writer = archive_write_new();
  archive_write_add_filter_zstd(writer);
  archive_write_set_format_pax_restricted(writer);
  EXPECT_EQ(archive_write_open_filename(writer, path.c_str()), ARCHIVE_OK);
  for (const Member& member : members) {
    archive_entry* const entry = archive_entry_new();
    archive_entry_set_pathname(entry, member.name.c_str());
    archive_entry_set_filetype(entry, member.type);
    archive_entry_set_perm(entry, 0600);
    if (member.type == AE_IFLNK) archive_entry_set_symlink(entry, member.bytes.c_str());
    if (member.type == AE_IFREG)
      archive_entry_set_size(entry, static_cast<la_int64_t>(member.bytes.size()));
    archive_write_header(writer, entry);
    if (member.type == AE_IFREG)
      archive_write_data(writer, member.bytes.data(), member.bytes.size());
    archive_entry_free(entry);
  }
  archive_write_close(writer);
  archive_write_free(writer);
  return path;
}
}  // namespace

TEST(BundleArchive, RefusesWhatABundleCannotHave) {
  const std::string folder = std::string(kTestOut) + "/bundle_archive";
  ASSERT_TRUE(remove_folder(folder).ok());
  ASSERT_TRUE(make_folders(folder).ok());
  const Member ledger{"b/ledger.jsonl", "{}\n"};
  ArchiveLimits small;
  small.files = 20;
  small.ratio = 10;
  small.ratio_from = 100'000;
  struct Case {
    const char* name;
    std::vector<Member> members;
    const char* why;  // empty: it is unpacked
  };
  const Case cases[] = {
      {"whole", {ledger, {"b/tasks/a/a.json", "{}"}}, ""},
      {"link", {ledger, {"b/runs", "/etc", AE_IFLNK}}, "not a regular file"},
      {"fifo", {ledger, {"b/x", "", AE_IFIFO}}, "not a regular file"},
      {"above", {ledger, {"../x", "1"}}, "is not a valid file name"},
      {"absolute", {ledger, {"/tmp/franz_bundle_x", "1"}}, "is not a valid file name"},
      {"twice", {ledger, ledger}, "it is there twice"},
      {"long", {ledger, {"b/" + std::string(400, 'n'), "1"}}, "the name is too long"},
      {"deep", {ledger, {"b/1/2/3/4/5/6/7/8/9/10/11/12/13/x", "1"}}, "too many folders"},
      {"many", std::vector<Member>(21, {"b/x", ""}), "it is there twice"},
      {"bomb", {ledger, {"b/zeros", std::string(4'000'000, '\0')}}, "times its size"},
      {"no ledger", {{"b/x", "1"}}, "no ledger.jsonl in it"},
  };
  for (const Case& each : cases) {
    const std::string path = folder + "/" + each.name + ".tar.zst";
    write_archive(path, each.members);
    const Result<std::string> bundle =
        unpack_bundle(path, folder + "/" + each.name + "_unpacked", small);
    const std::string why = bundle.ok() ? "" : bundle.error().message;
    if (std::string(each.why).empty()) {
      EXPECT_EQ(why, "") << each.name;
    } else {
      EXPECT_NE(why.find(each.why), std::string::npos) << each.name << ": " << why;
    }
  }
  EXPECT_FALSE(file_exists("/tmp/franz_bundle_x"));
  EXPECT_FALSE(file_exists(folder + "/x"));
}

TEST(BundleArchive, KeepsEveryFile) {
  const std::string folder = std::string(kTestOut) + "/bundle_archive_kept";
  ASSERT_TRUE(remove_folder(folder).ok());
  ASSERT_TRUE(make_folders(folder + "/score/tasks/a").ok());
  ASSERT_TRUE(write_new_file(folder + "/score/ledger.jsonl", "{}\n").ok());
  ASSERT_TRUE(write_new_file(folder + "/score/score.lock", "proxy score").ok());
  ASSERT_TRUE(write_new_file(folder + "/score/tasks/a/b.lock", "kept").ok());
  ASSERT_TRUE(pack_bundle(folder + "/score", folder + "/score.tar.zst").ok());
  EXPECT_FALSE(pack_bundle(folder + "/score", folder + "/score.tar.zst").ok());
  const Result<std::string> bundle = unpack_bundle(folder + "/score.tar.zst", folder + "/unpacked");
  ASSERT_TRUE(bundle.ok()) << bundle.error().message;
  EXPECT_EQ(read_file(bundle.value() + "/tasks/a/b.lock").value(), "kept");
  EXPECT_FALSE(file_exists(bundle.value() + "/score.lock"));
}
}  // namespace franz::proxy
