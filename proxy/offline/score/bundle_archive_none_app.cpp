#include "proxy/offline/score/bundle_archive_app.h"

// For builds without libarchive.
namespace franz::proxy {
static const Error kNoArchives{
    "this build cannot read or write .tar.zst: unpack the archive first"};

Status pack_bundle(const std::string&, const std::string&, const std::stop_token&) {
  return kNoArchives;
}

Result<std::string> unpack_bundle(const std::string&, const std::string&, const ArchiveLimits&,
                                  const std::stop_token&) {
  return kNoArchives;
}
}  // namespace franz::proxy
