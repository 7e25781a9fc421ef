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
// FIFO, a device or a folder, which are never waited for; too_large: over `max_bytes`.
Result<std::string> read_file(const std::string& path, std::size_t max_bytes = SIZE_MAX);

// Writes a temporary file beside `path` and renames it over it: a reader sees the old bytes or the
// new, never a part. Failure: as above; the old file stays.
Status replace_file(const std::string& path, std::string_view bytes, Durability durability);

// Writes a file that is not there yet. False: there is something of that name, which stays as it
// is. Failure: as above; denied: this user may write no file there. There is none then.
Result<bool> write_new_file(const std::string& path, std::string_view bytes);

// Appends whole lines for a log. Failure: as above; the file is as long as before.
Status append_file(const std::string& path, std::string_view bytes);

Status make_folders(const std::string& path);
// Its owner's alone (POSIX mode 0700). False: there is something of that name.
Result<bool> make_new_folder(const std::string& path);
Status rename_file(const std::string& from, const std::string& to);
Status remove_file(const std::string& path);  // a missing file is no failure
// With all that is in it; links in it are removed, not followed. A missing folder is no failure.
Status remove_folder(const std::string& path);

// What a process that was killed in replace_file() left beside the files of a folder.
bool is_leftover(std::string_view name);
bool file_exists(const std::string& path);
bool folder_exists(const std::string& path);
// The names in a folder, sorted; a missing folder has none. Failure: as read_file's.
Result<std::vector<std::string>> list_folder(const std::string& path);

// "a/b" from parts; an absolute second part replaces the first.
std::string join_path(const std::string& folder, const std::string& name);
}  // namespace franz
