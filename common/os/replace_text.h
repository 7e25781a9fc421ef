#pragma once
#include <string>
#include "common/base/result.h"
#include "common/os/folder.h"

namespace franz {
// As Folder::replace(…, buffered), of a text that spaces may follow. Where that fails, it is
// written in the place of the old one, with spaces up to its length: a full disk has no room for
// another file, but for these bytes. Not where they need a block more, for a part of them would be
// written; a kill may leave a part in any case. Failure: replace()'s, and the old text stays.
Status replace_text(const Folder& folder, const std::string& name, std::string text);
}  // namespace franz
