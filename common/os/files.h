#pragma once
// Files, with paths in UTF-8. Every descriptor opened here is closed on exec.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"

namespace franz {
enum class Durability { buffered, synced };  // synced: fsync of the file and of its folder

// Failure: names the path and the system's reason ("No such file or directory"); not_a_file: a
// FIFO, a device or a folder, without waiting for it; too_large: over `max_bytes`.
Result<std::string> read_file(const std::string& path, std::size_t max_bytes = SIZE_MAX);

// Failure: other users may access the file (POSIX, a file of this user), as its mode says; names
// the path and the command that changes it. Also if there is no such file.
Status require_private_file(const std::string& path);

// Writes a temporary file beside `path` and renames it over it: a reader sees the old bytes or the
// new, never a mix. Failure: as above; the old file stays.
Status replace_file(const std::string& path, std::string_view bytes, Durability durability);

// Writes a new file. Returns false if the name already exists; it stays unchanged. Failure: as
// above; denied: this user may not write a file there. No file remains after a failure.
Result<bool> write_new_file(const std::string& path, std::string_view bytes);

// Appends whole lines for a log. Failure: as above; the file is as long as before.
Status append_file(const std::string& path, std::string_view bytes);

Status make_folders(const std::string& path);
// Accessible only to its owner (POSIX mode 0700). Returns false if the name already exists.
Result<bool> make_new_folder(const std::string& path);
Status rename_file(const std::string& from, const std::string& to);
Status remove_file(const std::string& path);  // a missing file is not a failure
// Removes the folder and its contents; links in it are removed, not followed. A missing folder is
// not a failure.
Status remove_folder(const std::string& path);

// Removes the temporary files that a process killed in replace_file() left in a folder.
bool is_leftover(std::string_view name);
bool file_exists(const std::string& path);
bool folder_exists(const std::string& path);
// The names in a folder, sorted; empty for a missing folder. Failure: as read_file().
Result<std::vector<std::string>> list_folder(const std::string& path);

// "a/b" from parts; an absolute second part replaces the first.
std::string join_path(const std::string& folder, const std::string& name);
}  // namespace franz
