#include "proxy/dashboard/export/module_bundle.h"
#include <algorithm>
#include <map>
#include <optional>
#include <vector>

namespace franz::proxy {
namespace {
class Bundle {
 public:
  explicit Bundle(std::span<const Asset> assets) : assets_(assets) {}

  // `path` is a copy: what is imported changes on the way.
  Status add(std::string path) {
    const auto known = done_.find(path);
    if (known != done_.end())
      return known->second ? Status(Done{}) : Error{path + ": imports itself through others"};
    const auto asset = std::ranges::find(assets_, path, &Asset::path);
    if (asset == assets_.end()) return Error{path + ": there is no such module"};
    done_[path] = false;
    std::string body;
    std::vector<std::string> exports;
    std::string_view text = asset->bytes;
    while (!text.empty()) {
      if (text.starts_with("import ")) {
        const std::size_t end = text.find(";\n");
        const std::optional<std::string> line = import_of(text.substr(0, end), path);
        if (end == std::string_view::npos || !line)
          return Error{path + ": an import of an unknown form"};
        if (Status added = add(imported_); !added.ok()) return added;
        body += *line;
        text.remove_prefix(end + 2);
        continue;
      }
      const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
      std::string_view line = text.substr(0, end);
      text.remove_prefix(end);
      if (line.starts_with("export ")) {
        line.remove_prefix(7);
        exports.push_back(declared_in(line));
        if (exports.back().empty()) return Error{path + ": an export of an unknown form"};
      }
      body += line;
    }
    out_ += "const " + name_of(path) + " = (() => {\n" + body + "return { ";
    for (const std::string& name : exports) out_ += name + ", ";
    out_ += "};\n})();\n";
    done_[path] = true;
    return Done{};
  }

  std::string take() { return std::move(out_); }

 private:
  // "/js/word_diff.js" as "module_word_diff"
  static std::string name_of(const std::string& path) {
    const std::size_t begin = path.rfind('/') + 1;
    return "module_" + path.substr(begin, path.rfind('.') - begin);
  }

  // `const { a, b: c } = module_x;` for an import statement without its semicolon, and the imported
  // path in imported_.
  std::optional<std::string> import_of(std::string_view statement, const std::string& path) {
    const std::size_t open = statement.find("{"), close = statement.find("} from './");
    if (open != 7 || close == std::string_view::npos || !statement.ends_with(".js'"))
      return std::nullopt;
    const std::size_t file = close + 10;  // after "} from './"
    imported_ = path.substr(0, path.rfind('/') + 1);
    imported_ += statement.substr(file, statement.size() - 1 - file);
    std::string names(statement.substr(open, close + 1 - open));
    for (std::size_t at = names.find(" as "); at != names.npos; at = names.find(" as ", at))
      names.replace(at, 4, ": ");
    return "const " + names + " = " + name_of(imported_) + ";\n";
  }

  // The name in "async function name(" or "const name ="; empty: another form.
  static std::string declared_in(std::string_view line) {
    for (const std::string_view form : {"async function ", "function ", "const "}) {
      if (!line.starts_with(form)) continue;
      line.remove_prefix(form.size());
      return std::string(line.substr(0, line.find_first_of(" (")));
    }
    return "";
  }

  const std::span<const Asset> assets_;
  std::map<std::string, bool> done_;  // by path; false: in progress
  std::string imported_, out_;
};
}  // namespace

Result<std::string> bundle_modules(std::span<const Asset> assets, std::string_view entry) {
  Bundle bundle(assets);
  const Status added = bundle.add(std::string(entry));
  if (!added.ok()) return added.error();
  return bundle.take();
}
}  // namespace franz::proxy
