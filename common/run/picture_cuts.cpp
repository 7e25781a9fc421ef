#include "common/run/picture_cuts.h"
#include <algorithm>
#include "common/base/base64.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/run/run_files.h"
#include "common/wire/message_fields.h"

namespace franz {
// The start of every PNG in base64: its signature, and two bits of the zero that follows.
// Source: PNG (ISO/IEC 15948) §5.2, §11.2.2.
static constexpr std::string_view kPngInBase64 = "iVBORw0KGgo";

static bool is_base64(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' ||
         c == '/';
}

// Returns the end of the base64 that begins at `from`.
static std::size_t end_of_base64(std::string_view text, std::size_t from) {
  std::size_t end = from;
  while (end < text.size() && is_base64(text[end])) ++end;
  for (int padding = 0; padding < 2 && end < text.size() && text[end] == '='; ++padding) ++end;
  return end;
}

PictureCuts find_cuts(std::string_view whole, const FindPicture& find) {
  PictureCuts cuts{whole.size(), {}};
  std::size_t end = 0;
  for (std::size_t at = whole.find(kPngInBase64);
       at != std::string_view::npos && cuts.cuts.size() < kMaxCuts;
       at = whole.find(kPngInBase64, end)) {
    end = end_of_base64(whole, at);
    const std::string_view text = whole.substr(at, end - at);
    const Result<std::string> picture = base64_decode(text);
    if (!picture.ok()) continue;
    const std::optional<std::string> file = find(picture.value());
    if (file && base64_encode(picture.value()) == text)
      cuts.cuts.push_back({at, text.size(), *file});
  }
  return cuts;
}

static std::size_t all_lengths(const PictureCuts& cuts) {
  std::size_t all = 0;
  for (const PictureCut& cut : cuts.cuts) all += cut.length;
  return all;
}

std::string without_cuts(std::string_view whole, const PictureCuts& cuts) {
  std::string left;
  left.reserve(whole.size() - std::min(whole.size(), all_lengths(cuts)));
  std::size_t from = 0;
  for (const PictureCut& cut : cuts.cuts) {
    left += whole.substr(from, cut.offset - from);
    from = cut.offset + cut.length;
  }
  left += whole.substr(from);
  return left;
}

Result<std::string> put_back(std::string stored, const PictureCuts& cuts,
                             const ReadPicture& picture) {
  if (cuts.cuts.empty()) return stored;
  if (stored.size() + all_lengths(cuts) != cuts.bytes)
    return Error{"it has " + std::to_string(stored.size()) + " bytes; expected " +
                 std::to_string(cuts.bytes) + ", or those without the pictures that were cut"};
  std::string whole;
  whole.reserve(cuts.bytes);
  std::size_t from = 0;  // in the stored bytes
  for (const PictureCut& cut : cuts.cuts) {
    const std::size_t before = cut.offset - whole.size();
    whole.append(stored, from, before);
    from += before;
    const Result<std::string> bytes = picture(cut.file, cut.length);
    if (!bytes.ok()) return bytes.error();
    const std::string text = base64_encode(bytes.value());
    if (text.size() != cut.length)
      return Error{cut.file + ": has " + std::to_string(text.size()) +
                   " bytes in base64; expected " + std::to_string(cut.length)};
    whole += text;
  }
  whole.append(stored, from);
  return whole;
}

PictureCuts read_cuts(MessageFields& fields, const std::string& pointer) {
  PictureCuts cuts;
  const auto count = [&fields](const std::string& at, std::size_t min, std::size_t max) {
    return static_cast<std::size_t>(
        fields.integer(at, static_cast<std::int64_t>(min), static_cast<std::int64_t>(max)));
  };
  const std::string list = pointer + "/cuts";
  cuts.bytes = count(pointer + "/bytes", 1, kMaxMessage);
  if (!fields.is_list(list)) fields.fail(list, "a list");
  const std::size_t size = fields.size(list);
  if (size > kMaxCuts) fields.fail(list, "a list of at most " + std::to_string(kMaxCuts));
  std::size_t end = 0;  // of the previous cut
  for (std::size_t i = 0; i < size && fields.failure().empty(); ++i) {
    const std::string at = list + "/" + std::to_string(i);
    PictureCut cut;
    cut.offset = count(at + "/0", end, cuts.bytes - 1);
    cut.length = count(at + "/1", 1, cuts.bytes - std::min(cuts.bytes, cut.offset));
    cut.file = fields.text(at + "/2");
    if (place_of(cut.file).kind != RunFilePlace::Kind::picture)
      fields.fail(at + "/2", "a picture of the run: turn_0001.png");
    end = cut.offset + cut.length;
    cuts.cuts.push_back(std::move(cut));
    if (end >= cuts.bytes && i + 1 < size) fields.fail(at, "the last cut, for it ends there");
  }
  return cuts;
}

std::string to_json(const PictureCuts& cuts) {
  std::vector<std::string> each;
  for (const PictureCut& cut : cuts.cuts)
    each.push_back("[" + std::to_string(cut.offset) + "," + std::to_string(cut.length) + ",\"" +
                   cut.file + "\"]");
  JsonObject object;
  object.number("bytes", static_cast<long long>(cuts.bytes));
  return object.raw("cuts", json_array(each)).finish();
}
}  // namespace franz
