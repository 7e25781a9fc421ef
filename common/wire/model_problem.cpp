#include "common/wire/model_problem.h"
#include <algorithm>
#include <string_view>
#include "common/base/json.h"
#include "common/base/json_string.h"

namespace franz {
static constexpr std::size_t kShownModels = 20;

std::string to_json(const ModelProblem& problem) {
  JsonObject object;
  object.text("code", problem.code).text("what", problem.what).text("advice", problem.advice);
  return object.raw("models", json_text_array(problem.models)).finish();
}

ModelProblem read_model_problem(MessageFields& fields, const std::string& pointer) {
  ModelProblem problem;
  problem.code = fields.text(pointer + "/code");
  problem.what = fields.text(pointer + "/what");
  problem.advice = fields.text(pointer + "/advice");
  problem.models = fields.texts(pointer + "/models", kMaxProblemModels);
  return problem;
}

std::string as_sentence(std::string text) {
  if (!text.empty() && std::string_view(".:!?").find(text.back()) == std::string_view::npos &&
      !text.ends_with("…"))
    text += '.';
  return text;
}

std::string text_of(const ModelProblem& problem) {
  if (problem.advice.empty() && problem.models.empty()) return problem.what;
  std::string text = as_sentence(problem.what);
  if (!problem.advice.empty()) text += "\n" + problem.advice;
  if (problem.models.empty()) return text;
  const std::size_t shown = std::min(problem.models.size(), kShownModels);
  for (std::size_t i = 0; i < shown; ++i)
    text += (i == 0 ? "\nThe server has these models: " : ", ") + problem.models[i];
  const std::size_t more = problem.models.size() - shown;
  return text + (more > 0 ? " and " + std::to_string(more) + " more." : ".");
}
}  // namespace franz
