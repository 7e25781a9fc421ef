#include "common/settings/setting_values.h"
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include "common/base/ascii.h"
#include "common/base/json_string.h"
#include "common/base/overload.h"
#include "common/settings/screen_address.h"
#include "common/settings/setting_json.h"
#include "common/tools/key_names.h"
#include "common/tools/risk.h"

namespace franz {
static constexpr std::size_t kMaxText = 65536;    // bytes of one value
static constexpr int kMaxGrid = 1024;             // pixels
static constexpr std::size_t kMaxNameValue = 64;  // bytes of a name
static constexpr std::string_view kCapitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
static constexpr std::string_view kSmall = "abcdefghijklmnopqrstuvwxyz";
static constexpr std::string_view kDigits = "0123456789";

static bool consists_of(std::string_view text, const std::string& characters) {
  return text.find_first_not_of(characters) == std::string_view::npos;
}

static std::string number_text(double value) {
  std::array<char, 400> text;  // enough for a double of any row's range without exponent
  const auto [end, error] =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  return error == std::errc() ? std::string(text.data(), end) : std::to_string(value);
}

template <typename Number>
static std::optional<Number> read_number(std::string_view text, double min, double max) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  const auto value = static_cast<double>(number);
  if (!(value >= min && value <= max)) return std::nullopt;  // false for NaN
  return number;
}

static std::optional<bool> read_switch(std::string_view text) {
  const std::string word = ascii_lower(text);
  if (word == "on" || word == "true" || word == "yes" || word == "1") return true;
  if (word == "off" || word == "false" || word == "no" || word == "0") return false;
  return std::nullopt;
}

static std::string_view without_spaces_around(std::string_view text) {
  while (text.ends_with(' ')) text.remove_suffix(1);
  while (text.starts_with(' ')) text.remove_prefix(1);
  return text;
}

static std::optional<Size> read_size(std::string_view text, double min, double max) {
  const std::size_t cross = text.find_first_of("xX");
  if (cross == std::string_view::npos) return std::nullopt;
  const auto width = read_number<int>(without_spaces_around(text.substr(0, cross)), min, max);
  const auto height = read_number<int>(without_spaces_around(text.substr(cross + 1)), min, max);
  if (!width || !height) return std::nullopt;
  return Size{*width, *height};
}

// "fit 1327104 grid 32", "within 1327104 grid 32": four words.
static constexpr std::string_view kFit = "fit", kWithin = "within";
static std::optional<PictureFit> read_fit(std::string_view text) {
  const auto word = [&text] {
    text = without_spaces_around(text);
    const std::string_view first = text.substr(0, text.find(' '));
    text.remove_prefix(first.size());
    return first;
  };
  const std::string rule = ascii_lower(word());
  if (rule != kFit && rule != kWithin) return std::nullopt;
  const auto pixels = read_number<int>(word(), 1, kMaxFitSide * kMaxFitSide);
  if (ascii_lower(word()) != "grid") return std::nullopt;
  const auto grid = read_number<int>(word(), 1, kMaxGrid);
  const bool over = without_spaces_around(text).empty();
  if (!over || !pixels || !grid || *pixels < least_pixels(*grid)) return std::nullopt;
  return PictureFit{*pixels, *grid, rule == kFit};
}

static std::optional<PictureSize> read_picture_size(std::string_view text, double min, double max) {
  if (const auto fit = read_fit(text)) return PictureSize{{}, fit};
  const auto size = read_size(text, min, max);
  return size ? std::optional(PictureSize{*size, {}}) : std::nullopt;
}

static bool is_host(std::string_view host) {
  if (host.starts_with('[')) {
    return host.size() > 2 && host.ends_with(']') &&
           consists_of(host.substr(1, host.size() - 2), std::string(kDigits) + "abcdefABCDEF:.");
  }
  return !host.empty() && consists_of(host, std::string(kCapitals) + std::string(kSmall) +
                                                std::string(kDigits) + "-._");
}

static bool is_address(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  return colon != std::string_view::npos && is_host(text.substr(0, colon)) &&
         read_number<int>(text.substr(colon + 1), 0, 65535).has_value();
}

static bool is_upstream(std::string_view text) {
  if (text == "demo") return true;
  std::string_view rest = text;
  if (rest.starts_with("http://")) {
    rest.remove_prefix(7);
  } else if (rest.starts_with("https://")) {
    rest.remove_prefix(8);
  } else {
    return false;
  }
  const std::string_view authority = rest.substr(0, rest.find('/'));
  return rest.find_first_of("@?# ") == std::string_view::npos &&
         (is_address(authority) || is_host(authority));
}

// ":5" or ":5.0", a display of this machine. Source: X(7), DISPLAY NAMES.
static bool is_local_display(std::string_view text) {
  if (!text.starts_with(':')) return false;
  const std::size_t dot = text.find('.');
  const auto is_number = [](std::string_view digits) {
    return read_number<int>(digits, 0, 65535).has_value();
  };
  return is_number(text.substr(1, dot == std::string_view::npos ? dot : dot - 1)) &&
         (dot == std::string_view::npos || is_number(text.substr(dot + 1)));
}

// "wayland-1", as compositors name them.
static bool is_wayland_display(std::string_view text) {
  return text.starts_with(kWaylandPrefix) &&
         read_number<int>(text.substr(kWaylandPrefix.size()), 0, 65535).has_value();
}

// A key with modifiers: a single key would be lost for all other programs. Shift alone is not
// enough: the hotkey with Shift resumes the run.
static bool is_hotkey(std::string_view text) {
  const Result<std::vector<std::string>> keys = key_combination(text);
  if (!keys.ok() || keys.value().size() < 2) return false;
  const auto pressed = std::ranges::find_if_not(keys.value(), is_held_key);
  return pressed == keys.value().end() - 1 &&
         std::any_of(keys.value().begin(), pressed,
                     [](const std::string& key) { return key != "shift"; });
}

// What is wrong with a collector's URL beyond its form; nothing: no such problem.
static std::optional<Error> collector_problem(std::string_view text) {
  if (text.find('@') != std::string_view::npos)
    return Error{"has a user or password; put headers into OTEL_EXPORTER_OTLP_HEADERS"};
  while (text.ends_with('/')) text.remove_suffix(1);
  for (const char* const path : {"/v1/traces", "/v1/logs"})
    if (text.ends_with(path))
      return Error{std::string("is the URL of one signal; leave out ") + path};
  return std::nullopt;
}

// Whether a text fits the row's form. Failure: the reason.
static Status check_form(const SettingRow& row, std::string_view text) {
  const std::string word_characters =
      std::string(kCapitals) + std::string(kDigits) + std::string("_");
  bool fits = true;
  switch (row.form) {
    case Form::any:
    case Form::lines: break;
    case Form::filled:
    case Form::model_name:
      if (text.empty()) return Error{"is empty"};
      break;
    case Form::choice: fits = std::ranges::find(row.choices, text) != row.choices.end(); break;
    case Form::name:
    case Form::optional_name:
      fits = (row.form == Form::optional_name || !text.empty()) && text.size() <= kMaxNameValue &&
             consists_of(text, word_characters + std::string(kSmall) + "-");
      break;
    case Form::variable_name:
      fits = text.empty() || (consists_of(text, word_characters) &&
                              kDigits.find(text.front()) == std::string_view::npos);
      break;
    case Form::address: fits = is_address(text); break;
    case Form::upstream:
      if (text.find('@') != std::string_view::npos) {
        return Error{"has a user or password; put a key into the variable of api_key_env"};
      }
      fits = is_upstream(text);
      break;
    case Form::collector:
      if (const auto problem = collector_problem(text)) return *problem;
      fits = text.empty() || is_upstream(text);
      break;
    case Form::display:
      if (text.starts_with(kVncScheme)) {
        if (const auto address = parse_vnc_address(text); !address.ok()) return address.error();
        break;
      }
      fits =
          text == "own" || text == "private" || is_local_display(text) || is_wayland_display(text);
      break;
    case Form::hotkey: fits = text.empty() || is_hotkey(text); break;
    case Form::request_fields: return check_request_fields(text);
    case Form::risk_rules: break;  // checked by check_list()
  }
  if (fits) return Done{};
  return Error{"is not " + expected_value(row)};
}

static Status store_text(const SettingRow& row, std::string_view text, std::string& field) {
  if (text.size() > kMaxText) return Error{"is longer than 65536 bytes"};
  const bool lines = row.form == Form::lines;
  const bool control = std::ranges::any_of(text, [lines](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\t' && !(lines && c == '\n')) ||
           c == 0x7F;
  });
  if (control) return Error{"has a control character"};
  std::string value = row.form == Form::choice ? ascii_lower(text) : std::string(text);
  if (row.form == Form::request_fields && value.empty()) value = "{}";
  // An address without a scheme, "localhost:1234", is an HTTP address.
  const bool is_url = (row.form == Form::upstream && value != "demo") ||
                      (row.form == Form::collector && !value.empty());
  if (is_url && value.find("://") == std::string::npos) value.insert(0, "http://");
  Status checked = check_form(row, value);
  if (checked.ok()) field = std::move(value);
  return checked;
}

static Status check_list(const SettingRow& row, const std::vector<std::string>& texts) {
  if (row.form != Form::risk_rules) return Done{};
  for (const std::string& each : texts)
    if (const Result<RiskRule> rule = parse_risk_rule(each); !rule.ok())
      return Error{"has " + quote_json(each) + ", which " + rule.error().message};
  return Done{};
}

Status store_setting(const SettingRow& row, std::string_view text, Settings& settings) {
  const auto keep = [&](const auto& value, auto& field) -> Status {
    if (!value) return Error{"is not " + expected_value(row)};
    field = *value;
    return Done{};
  };
  return std::visit(
      Overload{
          [&](int* field) { return keep(read_number<int>(text, row.min, row.max), *field); },
          [&](double* field) {
            auto value = read_number<double>(text, row.min, row.max);
            if (value) *value += 0.0;  // -0 becomes 0, so that a value has one text
            return keep(value, *field);
          },
          [&](bool* field) { return keep(read_switch(text), *field); },
          [&](Size* field) { return keep(read_size(text, row.min, row.max), *field); },
          [&](PictureSize* field) {
            return keep(read_picture_size(text, row.min, row.max), *field);
          },
          [&](std::optional<PictureSize>* field) -> Status {
            if (text.empty()) {
              field->reset();
              return Done{};
            }
            return keep(read_picture_size(text, row.min, row.max), *field);
          },
          [&](std::optional<std::int64_t>* field) -> Status {
            if (text.empty()) {
              field->reset();
              return Done{};
            }
            return keep(read_number<std::int64_t>(text, row.min, row.max), *field);
          },
          [&](std::string* field) { return store_text(row, text, *field); },
          [&](std::vector<std::string>* field) -> Status {
            Result<std::vector<std::string>> list = read_text_list(text.empty() ? "[]" : text);
            if (!list.ok()) return list.error();
            if (Status checked = check_list(row, list.value()); !checked.ok()) return checked;
            *field = std::move(list).value();
            return Done{};
          },
      },
      row.field(settings));
}

static std::string list_as_json(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& each : texts) list += (list.empty() ? "" : ", ") + quote_json(each);
  return "[" + list + "]";
}

static std::string picture_text(const PictureSize& picture) {
  if (!picture.fit) return size_text(picture.size);
  return std::string(picture.fit->enlarges ? kFit : kWithin) + " " +
         std::to_string(picture.fit->pixels) + " grid " + std::to_string(picture.fit->grid);
}

std::string print_setting(const SettingRow& row, const Settings& settings) {
  // A row's field gives write access, but this only reads.
  return std::visit(Overload{
                        [](int* value) { return std::to_string(*value); },
                        [](double* value) { return number_text(*value); },
                        [](bool* value) { return std::string(*value ? "on" : "off"); },
                        [](Size* value) { return size_text(*value); },
                        [](PictureSize* value) { return picture_text(*value); },
                        [](std::optional<PictureSize>* value) {
                          return *value ? picture_text(**value) : std::string();
                        },
                        [](std::optional<std::int64_t>* value) {
                          return *value ? std::to_string(**value) : std::string();
                        },
                        [](std::string* value) { return *value; },
                        [](std::vector<std::string>* value) { return list_as_json(*value); },
                    },
                    row.field(const_cast<Settings&>(settings)));
}

std::string setting_as_json(const SettingRow& row, const Settings& settings) {
  std::string text = print_setting(row, settings);
  return std::visit(
      Overload{
          [&](bool* value) { return std::string(*value ? "true" : "false"); },
          [&](Size*) { return quote_json(text); },
          [&](PictureSize*) { return quote_json(text); },
          [&](std::optional<PictureSize>*) { return quote_json(text); },
          [&](std::optional<std::int64_t>*) { return text.empty() ? std::string("null") : text; },
          [&](std::string*) { return row.form == Form::request_fields ? text : quote_json(text); },
          [&](auto*) { return text; },
      },
      row.field(const_cast<Settings&>(settings)));
}

static std::string expected_text(const SettingRow& row) {
  switch (row.form) {
    case Form::any:
    case Form::lines: return "text";
    case Form::filled: return "text, never empty";
    case Form::model_name: return "auto, or text, never empty";
    case Form::choice: break;
    case Form::name: return "a name of letters, digits, - and _";
    case Form::optional_name: return "a name of letters, digits, - and _, or empty";
    case Form::variable_name: return "the name of an environment variable, in capitals";
    case Form::address: return "an address and port like 127.0.0.1:1234";
    case Form::upstream: return "a URL like http://127.0.0.1:1235, or demo";
    case Form::collector: return "a URL like http://127.0.0.1:4318, or empty";
    case Form::display: return "private, own, :5, wayland-1, or vnc://HOST:PORT";
    case Form::hotkey: return "keys like ctrl+alt+pause, or empty";
    case Form::request_fields: return "a JSON object like {\"top_k\": 40}";
    case Form::risk_rules: return "a list of rules";
  }
  std::string list;
  for (const std::string& choice : row.choices) list += (list.empty() ? "" : ", ") + choice;
  return (row.choices.size() > 1 ? "one of " : "") + list;
}

std::string expected_value(const SettingRow& row) {
  const std::string range = number_text(row.min) + " to " + number_text(row.max);
  const std::string unit = row.unit.empty() ? "" : " " + row.unit;
  std::string size = "a size like 512x288, each side from " + range + " pixels";
  std::string picture = "a size like 512x288 or fit 1327104 grid 32, sides " + range;
  Settings any;
  return std::visit(
      Overload{
          [&](int*) { return "a whole number from " + range + unit; },
          [&](std::optional<std::int64_t>*) {
            return "a whole number from " + range + " or empty";
          },
          [&](double*) { return "a number from " + range + unit; },
          [&](bool*) { return std::string("on or off"); },
          [&](Size*) { return size; },
          [&](PictureSize*) { return picture; },
          [&](std::optional<PictureSize>*) { return picture + ", or empty"; },
          [&](std::string*) { return expected_text(row); },
          [&](std::vector<std::string>*) {
            return row.form == Form::risk_rules
                       ? expected_text(row)
                       : std::string("a JSON list of texts like [\"Paint\", \"Notes\"]");
          },
      },
      row.field(any));
}

bool may_hide_secret(const SettingRow& row, std::string_view text) {
  const bool has_user = text.find('@') != std::string_view::npos;
  return row.form == Form::variable_name || row.form == Form::upstream ||
         row.form == Form::collector || (row.form == Form::display && has_user);
}
}  // namespace franz
