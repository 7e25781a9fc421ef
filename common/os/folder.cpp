#include "common/os/folder.h"
#include <algorithm>
#include <atomic>
#include "common/os/folder_parts.h"

namespace franz {
std::optional<std::vector<std::string>> parts_of_name(std::string_view name) {
  std::vector<std::string> parts;
  if (name.find('\0') != std::string_view::npos) return std::nullopt;
  while (true) {
    const std::size_t slash = name.find('/');
    const std::string_view part = name.substr(0, slash);
    if (part.empty() || part == "." || part == "..") return std::nullopt;
    parts.emplace_back(part);
    if (slash == std::string_view::npos) return parts;
    name.remove_prefix(slash + 1);
  }
}

std::string temporary_name(const std::string& last, unsigned long process) {
  static std::atomic<unsigned> counter{0};
  return last + "." + std::to_string(process) + "-" + std::to_string(counter++) + ".tmp";
}

void sort_by_name(std::vector<FolderEntry>& entries) {
  std::ranges::sort(entries, {}, &FolderEntry::name);
}

Error refused_name(const std::string& folder, const std::string& name) {
  return Error{folder + ": \"" + name + "\" is not a valid file name"};
}

Error not_a(const std::string& path, const char* is, const char* wanted) {
  return Error{path + ": is " + is + ", not " + wanted, ErrorCode::not_a_file};
}

Error has_second_name(const std::string& path) {
  return Error{path + ": has a second name (a hard link), so it is not written to",
               ErrorCode::not_a_file};
}

Error not_listed(const std::string& path, std::size_t entries) {
  return Error{path + ": is not listed beyond " + std::to_string(entries) + " entries",
               ErrorCode::too_large};
}

Error with_part_written(const Error& error) {
  return Error{error.message + ", and a part of a line was written", error.code};
}

Status fine_if_missing(const Error& error) {
  return error.code == ErrorCode::missing ? Status(Done{}) : Status(error);
}

Result<std::string> Folder::read(const std::string& name, std::uint64_t max_bytes) const {
  const auto opened = open_file(name);
  if (!opened.ok()) return opened.error();
  const OpenFile& file = *opened.value();
  const auto too_large = [&](const std::string& size) {
    return Error{join_path(path_, name) + ": is " + size + " bytes long; at most " +
                     std::to_string(max_bytes) + " are read",
                 ErrorCode::too_large};
  };
  if (file.size() > max_bytes) return too_large(std::to_string(file.size()));
  std::string bytes;
  std::size_t size = 0;
  // One byte more than its size reaches the end of file without a second round; it may grow.
  bytes.resize(static_cast<std::size_t>(file.size()) + 1);
  while (true) {
    const Result<std::size_t> count =
        file.read_into(bytes.data() + size, size, bytes.size() - size);
    if (!count.ok()) return count.error();
    size += count.value();
    if (size > max_bytes) return too_large("more than " + std::to_string(max_bytes));
    if (size < bytes.size()) break;
    bytes.resize(static_cast<std::size_t>(std::min<std::uint64_t>(2 * size, max_bytes + 1)));
  }
  bytes.resize(size);
  return bytes;
}
}  // namespace franz
