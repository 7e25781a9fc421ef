#include "common/tools/call_binder.h"
#include <algorithm>
#include <cmath>
#include <optional>
#include "common/tools/suggestions.h"

namespace franz {
static std::string_view type_name(ValueKind kind) {
  switch (kind) {
    case ValueKind::boolean: return "bool";
    case ValueKind::integer: return "int";
    case ValueKind::real: return "float";
    case ValueKind::text: return "str";
    case ValueKind::list: return "list";
    case ValueKind::tuple: return "tuple";
    case ValueKind::none:
    case ValueKind::name: break;
  }
  return "NoneType";
}

static std::string quoted(std::string_view name) { return "'" + std::string(name) + "'"; }

static Raised type_error(const Tool& tool, const std::string& rest) {
  return Raised{"TypeError", std::string(tool.name) + "() " + rest};
}

static bool takes_any_number(const Tool& tool) {
  return !tool.parameters.empty() && tool.parameters.back().kind == ParameterKind::keys;
}

static Raised unexpected_keyword(const Tool& tool, std::string_view keyword) {
  std::vector<std::string_view> candidates;
  for (const Parameter& each : tool.parameters) {
    if (each.kind != ParameterKind::keys) candidates.push_back(each.name);
  }
  const std::string_view nearest = nearest_name(keyword, candidates);
  return type_error(tool, "got an unexpected keyword argument " + quoted(keyword) +
                              (nearest.empty() ? "" : ". Did you mean " + quoted(nearest) + "?"));
}

static Raised too_many(const Tool& tool, std::size_t given) {
  const std::size_t most = tool.parameters.size();
  const auto least = static_cast<std::size_t>(
      std::ranges::count_if(tool.parameters, [](const Parameter& p) { return !p.fallback; }));
  const bool one = least == most && most == 1;
  const std::string range = least == most
                                ? std::to_string(most)
                                : "from " + std::to_string(least) + " to " + std::to_string(most);
  return type_error(tool, "takes " + range + " positional argument" + (one ? "" : "s") + " but " +
                              std::to_string(given) + (given == 1 ? " was given" : " were given"));
}

static Raised missing(const Tool& tool, const std::vector<std::string_view>& names) {
  std::string list = quoted(names.front());
  for (std::size_t i = 1; i < names.size(); ++i) {
    const bool last = i + 1 == names.size();
    list += names.size() == 2 ? " and " : last ? ", and " : ", ";
    list += quoted(names[i]);
  }
  return type_error(tool, "missing " + std::to_string(names.size()) +
                              " required positional argument" + (names.size() == 1 ? ": " : "s: ") +
                              list);
}

// `which`: "'x1'", or the position if the parameter has no name of its own.
static std::optional<Raised> check(const Tool& tool, ParameterKind kind, const std::string& which,
                                   const ParsedValue& given) {
  const bool wants_text = kind == ParameterKind::text || kind == ParameterKind::keys;
  const bool fits = wants_text
                        ? given.kind == ValueKind::text
                        : given.kind == ValueKind::boolean || given.kind == ValueKind::integer ||
                              given.kind == ValueKind::real;
  if (!fits) {
    return type_error(tool, "argument " + which + " must be a " +
                                (wants_text ? "string" : "number") + ", not " +
                                quoted(type_name(given.kind)));
  }
  if (wants_text) return std::nullopt;
  const double* real = std::get_if<double>(&given.value);
  if (real != nullptr && !std::isfinite(*real)) {
    return type_error(tool,
                      "argument " + which + " must be a finite number, not " + python_repr(*real));
  }
  const auto* integer = std::get_if<Integer>(&given.value);
  const bool negative = real != nullptr ? *real < 0 : integer->negative;
  if (kind == ParameterKind::seconds && negative) {
    return Raised{"ValueError", std::string(tool.name) + " length must be non-negative"};
  }
  return std::nullopt;
}

static Result<Call, Raised> bind_any_number(const Tool& tool, ParsedArguments& arguments) {
  if (!arguments.keywords.empty()) {
    return unexpected_keyword(tool, arguments.keywords.front().first);
  }
  Call call{tool.id, {}};
  for (std::size_t i = 0; i < arguments.positional.size(); ++i) {
    ParsedValue& given = arguments.positional[i];
    if (auto raised = check(tool, ParameterKind::keys, std::to_string(i + 1), given)) {
      return *std::move(raised);
    }
    call.arguments.push_back(std::move(given.value));
  }
  return call;
}

Result<Call, Raised> bind_call(const Tool& tool, ParsedArguments arguments) {
  if (takes_any_number(tool)) return bind_any_number(tool, arguments);

  const std::span<const Parameter> parameters = tool.parameters;
  const std::size_t given = arguments.positional.size();
  std::vector<ParsedValue*> bound(parameters.size(), nullptr);
  for (std::size_t i = 0; i < std::min(given, bound.size()); ++i) {
    bound[i] = &arguments.positional[i];
  }
  for (auto& [name, value] : arguments.keywords) {
    const auto parameter = std::ranges::find(parameters, name, &Parameter::name);
    if (parameter == parameters.end()) return unexpected_keyword(tool, name);
    ParsedValue*& place = bound[static_cast<std::size_t>(parameter - parameters.begin())];
    if (place != nullptr) {
      return type_error(tool, "got multiple values for argument " + quoted(name));
    }
    place = &value;
  }
  if (given > bound.size()) return too_many(tool, given);

  std::vector<std::string_view> absent;
  for (std::size_t i = 0; i < bound.size(); ++i) {
    if (bound[i] == nullptr && !parameters[i].fallback) absent.push_back(parameters[i].name);
  }
  if (!absent.empty()) return missing(tool, absent);

  Call call{tool.id, {}};
  for (std::size_t i = 0; i < bound.size() && bound[i] != nullptr; ++i) {
    if (auto raised = check(tool, parameters[i].kind, quoted(parameters[i].name), *bound[i])) {
      return *std::move(raised);
    }
    call.arguments.push_back(std::move(bound[i]->value));
  }
  return call;
}
}  // namespace franz
