#include "common/wire/handed_settings.h"
#include <algorithm>
#include <array>
#include <utility>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/wire/message_fields.h"

namespace franz {
// In the order of Layer.
static constexpr std::array<std::string_view, 8> kLayers = {
    "default", "profile", "surface_profile", "chosen", "config", "scenario", "environment", "flag"};

static std::string flags_as_json(const std::vector<FlagValue>& flags) {
  std::vector<std::string> all;
  for (const FlagValue& flag : flags) {
    JsonObject object;
    object.text("flag", flag.flag).text("section", flag.section).text("key", flag.key);
    object.text("value", flag.value);
    if (flag.yields) object.boolean("yields", true);
    all.push_back(object.finish());
  }
  return json_array(all);
}

static ResolvedSettings with_flags_only(const std::vector<FlagValue>& flags) {
  SettingLayers layers;
  layers.flags = flags;
  ResolvedSettings resolved = resolve_settings(layers, nullptr);
  resolved.notices.clear();
  return resolved;
}

// A long objective must not be there twice: systems limit the length of a variable.
static std::string in_force_as_json(const HandedSettings& handed) {
  const ResolvedSettings by_flags = with_flags_only(handed.flags);
  std::vector<std::string> all;
  for (std::size_t i = 0; i < handed.in_force.keys.size(); ++i) {
    const SettingInForce& each = handed.in_force.keys[i];
    if (each == by_flags.keys[i]) continue;
    JsonObject object;
    object.text("section", each.section).text("key", each.key).text("value", each.value);
    object.text("layer", kLayers.at(static_cast<std::size_t>(each.layer)));
    object.text("where", each.where);
    all.push_back(object.finish());
  }
  return json_array(all);
}

void hold(HandedSettings& handed, FlagValue flag) {
  // It cannot fail: the caller guarantees a valid setting.
  static_cast<void>(
      put_in_force({flag.section, flag.key, flag.value, Layer::flag, flag.flag}, handed.in_force));
  handed.flags.push_back(std::move(flag));
}

std::string to_json(const HandedSettings& handed) {
  return JsonObject()
      .raw("flags", flags_as_json(handed.flags))
      .raw("in_force", in_force_as_json(handed))
      .finish();
}

Result<HandedSettings> parse_handed_settings(std::string_view json) {
  Result<MessageFields> parsed = MessageFields::parse(json);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  HandedSettings handed;
  for (std::size_t i = 0; i < fields.size("/flags"); ++i) {
    const std::string at = "/flags/" + std::to_string(i);
    handed.flags.push_back({fields.text(at + "/flag"), fields.text(at + "/section"),
                            fields.text(at + "/key"), fields.text(at + "/value"),
                            fields.boolean(at + "/yields", false)});
  }
  handed.in_force = with_flags_only(handed.flags);
  const std::vector<std::string> layers(kLayers.begin(), kLayers.end());
  for (std::size_t i = 0; i < fields.size("/in_force"); ++i) {
    const std::string at = "/in_force/" + std::to_string(i);
    const auto layer = std::ranges::find(layers, fields.choice(at + "/layer", layers));
    SettingInForce setting{fields.text(at + "/section"), fields.text(at + "/key"),
                           fields.text(at + "/value"), static_cast<Layer>(layer - layers.begin()),
                           fields.text(at + "/where")};
    if (!fields.failure().empty()) break;
    if (Status put = put_in_force(std::move(setting), handed.in_force); !put.ok())
      return within(at, put.error());
  }
  if (!fields.failure().empty()) return Error{fields.failure()};
  return handed;
}
}  // namespace franz
