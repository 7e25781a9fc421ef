#include "proxy/command/replaceable_file_app.h"
#include <cstddef>
#include "common/os/file_pieces.h"
#include "common/os/files.h"

namespace franz::proxy {
Status check_replaceable(const std::string& file, std::string_view mark, const std::string& what) {
  if (folder_exists(file)) return Error{file + " is a folder; name the file to write"};
  const auto there = OpenFile::open(file);
  if (!there.ok() && there.error().code == ErrorCode::missing) return Done{};
  constexpr std::size_t kHead = 1024;  // bytes; they contain the mark
  const Result<std::string> head =
      there.ok() ? there.value()->read(0, kHead) : Result<std::string>(there.error());
  if (head.ok() && head.value().find(mark) != std::string::npos) return Done{};
  return Error{file + " exists and is not an earlier " + what +
               "; choose another name or remove it"};
}
}  // namespace franz::proxy
