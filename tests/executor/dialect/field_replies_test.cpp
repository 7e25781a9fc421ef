// Replies from the field with their correct reading. Each line of field_replies.jsonl shows a kind
// of mistake of models or their servers. `want`: the calls that are performed and the text that
// ends the run; `error`: nothing is done silently, and this text or class must be named unless it
// is "any"; `or`: another correct result.
#include <gtest/gtest.h>
#include <algorithm>
#include <fstream>
#include <optional>
#include <string>
#include <vector>
#include "common/base/json.h"
#include "common/formats/end_of_run.h"
#include "common/formats/known_forms.h"
#include "common/formats/other_scale.h"
#include "common/geometry/coordinates.h"
#include "common/wire/message_fields.h"
#include "executor/dialect/dialects.h"
#include "tests/support/test_paths.h"

namespace franz::executor {
namespace {
struct Found {
  std::vector<std::string> calls;
  std::optional<std::string> done;
  std::string errors;  // each error: class and text
};

Found found_in(const MessageFields& given) {
  MessageFields fields = given;
  const std::string dialect = fields.text("/dialect");
  std::optional<Reply> reply = Reply{std::string(*fields.find_token("/raw")), {}};
  const std::size_t count = fields.size("/calls");
  for (std::size_t i = 0; i < count; ++i) {
    const std::string at = "/calls/" + std::to_string(i);
    reply->calls.push_back({std::string(*fields.find_token(at + "/id")),
                            std::string(*fields.find_token(at + "/name")),
                            std::string(*fields.find_token(at + "/arguments"))});
  }
  const std::string scale = fields.text("/coordinates", "0-1000");
  const auto named = std::ranges::find(all_coordinates(), scale, &NamedCoordinates::name);
  std::optional<MapPoint> pointer;
  if (fields.has("/pointer"))
    pointer = MapPoint{fields.number("/pointer/0", 0, 1000), fields.number("/pointer/1", 0, 1000)};
  const Source source{
      reply, named->value, {1001, 1001}, pointer, 0, fields.text("/finish_reason", "") == "length",
      false};
  Reading reading = find_dialect(dialect)->read(source, Toolset::all());
  settle_end(source, reading);
  refuse_other_scales(source, reading);
  Found found;
  for (const Item& item : reading.items) {
    if (item.call && !item.demand) found.calls.push_back(canonical_text(*item.call));
    if (item.error) found.errors += item.error->kind + ": " + item.error->text + "\n";
  }
  found.done = reading.done;
  if (reading.error) found.errors += reading.error->kind + ": " + reading.error->text + "\n";
  if (const auto foreign = foreign_form_text(*reply, dialect)) found.errors += *foreign + "\n";
  return found;
}

bool is_wanted(const MessageFields& given, const std::string& at, const Found& found) {
  MessageFields fields = given;
  if (fields.has(at + "/calls") && fields.texts(at + "/calls", 100) != found.calls) return false;
  const bool ends = fields.optional_text(at + "/done").has_value();
  if (ends ? found.done != fields.optional_text(at + "/done") : found.done.has_value())
    return false;
  const std::optional<std::string> error = fields.optional_text(at + "/error");
  return !error || (!found.errors.empty() &&
                    (*error == "any" || found.errors.find(*error) != std::string::npos));
}

TEST(FieldReplies, AreReadNamedOrRefused) {
  std::ifstream file(std::string(kSourceDir) + "/tests/executor/dialect/field_replies.jsonl");
  ASSERT_TRUE(file.is_open());
  int count = 0;
  for (std::string line; std::getline(file, line); ++count) {
    Result<MessageFields> fields = MessageFields::parse(line);
    ASSERT_TRUE(fields.ok()) << line;
    const Found found = found_in(fields.value());
    const bool is_right =
        is_wanted(fields.value(), "/want", found) ||
        (fields.value().has("/want/or") && is_wanted(fields.value(), "/want/or", found));
    std::string calls;
    for (const std::string& each : found.calls) calls += each + "; ";
    EXPECT_TRUE(is_right) << line << "\n  calls: " << calls
                          << "\n  done: " << found.done.value_or("(goes on)")
                          << "\n  errors: " << found.errors;
  }
  EXPECT_GE(count, 60);
}
}  // namespace
}  // namespace franz::executor
