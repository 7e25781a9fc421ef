#include "common/settings/scenario.h"
#include <algorithm>
#include <utility>
#include "common/base/json.h"

namespace franz {
using Kind = JsonDocument::Kind;
using Id = JsonDocument::Id;

namespace {
class ScenarioReader {
 public:
  ScenarioReader(std::string_view text, const std::string& name, const JsonDocument& json)
      : text_(text), name_(name), json_(json) {}

  Result<Scenario> run() {
    if (json_.kind(JsonDocument::kRoot) != Kind::object)
      return Error{name_ + ": expected a JSON object"};
    if (!json_.duplicates().empty())
      return Error{name_ + ": " + json_.duplicates().front() + " is there twice"};
    for (const Id member : json_.children(JsonDocument::kRoot)) {
      const std::string key = json_.key(member);
      if (key == "settings" && json_.kind(member) == Kind::object) {
        read_settings(member);
      } else if (json_.kind(member) != Kind::text) {
        return Error{at(member) + "/" + key +
                     (key == "settings" ? ": expected an object" : ": expected a text")};
      } else if (key == "title") {
        scenario_.title = json_.text(member);
      } else if (key == "prompt") {
        add("agent", "objective", member);
      } else if (key == "profile") {
        add("agent", "profile", member);
      } else {
        return Error{at(member) + "/" + key +
                     ": no such member; there are title, prompt, profile and settings"};
      }
    }
    if (json_.at("/prompt") == JsonDocument::kNone) return Error{name_ + ": \"prompt\" is missing"};
    return std::move(scenario_);
  }

 private:
  // Values come in the text's order, so each line end is counted once.
  int line_of(Id value) {
    const auto place = static_cast<std::size_t>(json_.bytes(value).data() - text_.data());
    const std::string_view passed = text_.substr(counted_, place - counted_);
    line_ += static_cast<int>(std::ranges::count(passed, '\n'));
    counted_ = place;
    return line_;
  }
  std::string at(Id value) { return name_ + ":" + std::to_string(line_of(value)) + ": "; }

  void add(std::string section, std::string key, Id value) {
    const Kind kind = json_.kind(value);
    IniEntry entry;
    entry.section = std::move(section);
    entry.key = std::move(key);
    entry.line = line_of(value);
    if (kind == Kind::text) {
      entry.value = json_.text(value);
    } else if (kind != Kind::null) {
      entry.value = json_.compact(value);
    }
    scenario_.entries.push_back(std::move(entry));
  }

  void read_settings(Id settings) {
    for (const Id value : json_.children(settings)) {
      const std::string name = json_.key(value);
      const std::size_t dot = name.find('.');
      if (dot == std::string::npos) {
        add("", name, value);
        scenario_.entries.back().problem =
            "/settings/" + name + ": expected a section, a dot and a key, as in agent.max_steps";
      } else {
        add(name.substr(0, dot), name.substr(dot + 1), value);
      }
    }
  }

  std::string_view text_;
  const std::string& name_;
  const JsonDocument& json_;
  Scenario scenario_;
  std::size_t counted_ = 0;
  int line_ = 1;
};
}  // namespace

Result<Scenario> parse_scenario(std::string_view json, const std::string& name) {
  JsonStop stop;
  const Result<JsonDocument> values = JsonDocument::read(json, &stop);
  if (!values.ok()) {
    const auto lines = std::ranges::count(json.substr(0, stop.at), '\n');
    return within(name + ":" + std::to_string(lines + 1), values.error());
  }
  return ScenarioReader(json, name, values.value()).run();
}
}  // namespace franz
