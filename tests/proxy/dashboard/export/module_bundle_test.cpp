#include "proxy/dashboard/export/module_bundle.h"
#include <gtest/gtest.h>
#include <vector>

namespace franz::proxy {
namespace {
TEST(ModuleBundle, PutsEachModuleAfterItsImports) {
  const std::vector<Asset> assets = {
      {"/js/main.js", "",
       "// Starts.\nimport { a } from './a.js';\nimport {\n  b as c,\n  d,\n} from "
       "'./b.js';\n\na(c, d);\n"},
      {"/js/a.js", "", "import { d } from './b.js';\nexport const a = (x) => x + d;\n"},
      {"/js/b.js", "",
       "const hidden = 1;\nexport async function b(x) {\n  return hidden;\n}\nexport const d = "
       "2;\n"},
  };
  const auto bundle = bundle_modules(assets, "/js/main.js");
  ASSERT_TRUE(bundle.ok()) << bundle.error().message;
  EXPECT_EQ(
      bundle.value(),
      "const module_b = (() => {\nconst hidden = 1;\nasync function b(x) {\n  return hidden;\n}\n"
      "const d = 2;\nreturn { b, d, };\n})();\n"
      "const module_a = (() => {\nconst { d } = module_b;\nconst a = (x) => x + d;\n"
      "return { a, };\n})();\n"
      "const module_main = (() => {\n// Starts.\nconst { a } = module_a;\n"
      "const {\n  b: c,\n  d,\n} = module_b;\n\na(c, d);\nreturn { };\n})();\n");
}

TEST(ModuleBundle, RefusesWhatItCannotJoin) {
  const std::pair<const char*, const char*> cases[] = {
      {"import { a } from './none.js';\n", "/js/none.js: there is no such module"},
      {"import { a } from './main.js';\n", "/js/main.js: imports itself through others"},
      {"import a from './main.js';\n", "/js/main.js: an import of an unknown form"},
      {"import { a } from 'elsewhere';\n", "/js/main.js: an import of an unknown form"},
      {"export let a = 1;\n", "/js/main.js: an export of an unknown form"},
      {"export default 1;\n", "/js/main.js: an export of an unknown form"},
  };
  for (const auto& [text, why] : cases) {
    const std::vector<Asset> assets = {{"/js/main.js", "", text}};
    const auto bundle = bundle_modules(assets, "/js/main.js");
    ASSERT_FALSE(bundle.ok()) << text;
    EXPECT_EQ(bundle.error().message, why);
  }
}

TEST(ModuleBundle, JoinsTheDashboard) {
  const auto bundle = bundle_modules(dashboard_assets(), "/js/main.js");
  ASSERT_TRUE(bundle.ok()) << bundle.error().message;
  for (const Asset& asset : dashboard_assets()) {
    // The page of a score has modules of its own.
    if (!asset.path.ends_with(".js") || asset.path.starts_with("/js/score_")) continue;
    std::string name(asset.path.substr(4, asset.path.size() - 7));
    EXPECT_NE(bundle.value().find("const module_" + name + " = "), std::string::npos) << name;
  }
  EXPECT_EQ(bundle.value().find("\nimport "), std::string::npos);
  EXPECT_EQ(bundle.value().find("\nexport "), std::string::npos);
}
}  // namespace
}  // namespace franz::proxy
