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

TEST(ContextLength, IsReadUnderTheNamesOfTheServers) {
  const std::pair<std::string, std::optional<long long>> cases[] = {
      {R"({"data":[{"id":"other","meta":{"n_ctx_train":131072,"n_ctx":4096}}]})", 4096},
      {R"({"data":[{"id":"b","max_model_len":1},{"id":"a","max_model_len":2}]})", 2},
      {R"({"data":[{"id":"b","max_context_length":9,"loaded_context_length":8},)"
       R"({"id":"a","max_context_length":32768,"loaded_context_length":4096}]})",
       4096},
      {R"({"data":[{"id":"a"}]})", std::nullopt},
      {R"({"data":[{"id":"a","context_length":0}]})", std::nullopt},
      {R"({"data":[{"id":"b","context_length":4},{"id":"c","context_length":5}]})", std::nullopt},
      {"no JSON", std::nullopt},
  };
  for (const auto& [body, expected] : cases)
    EXPECT_EQ(context_length(body, "a"), expected) << "for " << body;
  EXPECT_EQ(context_length_of_props(R"({"default_generation_settings":{"n_ctx":8192}})"), 8192);
  EXPECT_EQ(context_length_of_props(R"({"error":"no"})"), std::nullopt);
}
}  // namespace franz
