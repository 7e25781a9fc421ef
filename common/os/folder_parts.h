#pragma once
// What a Folder does the same on every system: for folder.cpp and its platform files.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/os/folder.h"

namespace franz {
// The parts of a name; nothing: it has an empty part, "." or "..", or a NUL.
std::optional<std::vector<std::string>> parts_of_name(std::string_view name);

// Of the temporary file that replaces `last`. Two threads may replace the same file at once: each
// has a name of its own. A file of that name was left by a killed process that had our number.
std::string temporary_name(const std::string& last, unsigned long process);

void sort_by_name(std::vector<FolderEntry>& entries);

// ---- Failures. `path` is the whole one.
Error refused_name(const std::string& folder, const std::string& name);
// `is`, `wanted`: "a link", "a file".
Error not_a(const std::string& path, const char* is, const char* wanted);
Error has_second_name(const std::string& path);
// Of a listing that was ended after so many entries.
Error not_listed(const std::string& path, std::size_t entries);
// Of an append whose bytes could not be taken back.
Error with_part_written(const Error& error);
// Where there need not be anything.
Status fine_if_missing(const Error& error);
}  // namespace franz
