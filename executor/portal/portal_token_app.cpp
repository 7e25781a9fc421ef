#include "executor/portal/portal_token_app.h"
#include "common/os/folder.h"
#include "common/os/paths.h"
#include "common/os/print.h"

namespace franz::executor {
namespace {
constexpr const char* kTokenFile = "portal_token";
constexpr std::size_t kMaxToken = 4096;

std::string load_token() {
  const std::optional<std::string> path = user_state_folder();
  if (!path) return "";
  const Result<Folder> folder = Folder::open(*path);
  if (!folder.ok()) return "";
  const Result<std::string> token = folder.value().read(kTokenFile, kMaxToken);
  return token.ok() ? token.value() : "";
}

Status keep_token(const std::string& token) {
  const std::optional<std::string> path = user_state_folder();
  if (!path) return Done{};
  const Result<Folder> folder = Folder::make(*path);
  if (!folder.ok()) return folder.error();
  if (token.empty()) return folder.value().remove(kTokenFile);
  return folder.value().replace(kTokenFile, token, Durability::synced);
}
}  // namespace

ConsentMemory consent_file() {
  return {load_token, [](const std::string& token) {
            if (const Status kept = keep_token(token); !kept.ok())
              print_error("portal_bridge: the consent is not kept: " + kept.error().message);
          }};
}
}  // namespace franz::executor
