#pragma once
// Joins the dashboard's ES modules into one, because a file that is opened from a disk cannot
// import others. Each module becomes a function that is called once and returns its exports.
#include <span>
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "proxy/dashboard/assets.h"

namespace franz::proxy {
// The module at path `entry` with everything that it imports, each after its own imports. It reads
// the forms that the dashboard uses: `import { a, b as c } from './x.js';` and `export` before a
// function or const, each at the beginning of a line. Failure: a module is missing, imports itself
// through others, or has another form.
Result<std::string> bundle_modules(std::span<const Asset> assets, std::string_view entry);
}  // namespace franz::proxy
