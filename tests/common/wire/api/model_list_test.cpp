#include "common/wire/api/model_list.h"
#include <gtest/gtest.h>

namespace franz {
TEST(ModelList, IsReadFromEveryServer) {
  const std::pair<std::string, std::string> cases[] = {
      {R"({"data":[{"id":"a","object":"model"},{"id":"b/c:8b"}],"object":"list"})", "a b/c:8b "},
      {R"({"object":"list","data":null})", ""},
      {R"({"object":"list","data":[]})", ""},
      {R"({"models":[{"name":"x"}],"data":[{"id":"x.gguf","meta":{"n_ctx":4096}}]})", "x.gguf "},
      {R"({"data":[{"name":"no id"},{"id":7},{"id":"c"}]})", "c "},
      {R"({"error":"Unexpected endpoint"})", "the list of models: /data: expected a list"},
      {"[]", "the list of models: expected one JSON object"},
  };
  for (const auto& [body, expected] : cases) {
    const auto models = parse_model_list(body);
    std::string list = models.ok() ? "" : models.error().message;
    if (models.ok())
      for (const std::string& model : models.value()) list += model + " ";
    EXPECT_EQ(list, expected) << "for " << body;
  }
}
}  // namespace franz
