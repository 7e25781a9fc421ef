#include "proxy/tasks/workbook.h"
#include <algorithm>
#include <charconv>
#include "common/base/ascii.h"
#include "common/base/utf8.h"

namespace franz::proxy {
static constexpr int kMaxRows = 1'048'576, kMaxColumns = 16'384;
static constexpr std::string_view kZipSignature = "PK\x03\x04";

std::optional<CellPlace> parse_cell_name(std::string_view name) {
  int column = 0, row = 0;
  std::size_t at = 0;
  for (; at < name.size() && name[at] >= 'A' && name[at] <= 'Z' && column <= kMaxColumns; ++at)
    column = 26 * column + (name[at] - 'A' + 1);
  const char* const end = name.data() + name.size();
  const auto read = std::from_chars(name.data() + at, end, row);
  const bool sound = read.ec == std::errc() && read.ptr == end && at > 0 && row >= 1 &&
                     row <= kMaxRows && column <= kMaxColumns && name[at] != '0';
  if (!sound) return std::nullopt;
  return CellPlace{row - 1, column - 1};
}

std::string cell_name(CellPlace place) {
  std::string letters;
  for (int column = place.second + 1; column > 0; column = (column - 1) / 26)
    letters.insert(letters.begin(), static_cast<char>('A' + (column - 1) % 26));
  return letters + std::to_string(place.first + 1);
}

Cell cell_of(std::string text) {
  Cell cell{std::move(text), std::nullopt};
  const std::string_view number = trimmed(cell.text);
  double value = 0;
  const char* const end = number.data() + number.size();
  const auto read = std::from_chars(number.data(), end, value);
  // Letters: "inf" and "nan" are texts.
  const bool is_number = !number.empty() && read.ec == std::errc() && read.ptr == end &&
                         number.find_first_of("infaINFA") == std::string_view::npos;
  if (is_number) cell.number = value;
  return cell;
}

// One field of CSV from the front of `text`, quoted or not, without what ends it.
static std::string take_csv_field(std::string_view& text) {
  std::string field;
  if (!text.starts_with('"')) {
    const std::size_t end = std::min(text.find_first_of(",\r\n"), text.size());
    field = text.substr(0, end);
    text.remove_prefix(end);
    return field;
  }
  text.remove_prefix(1);
  while (!text.empty()) {
    const std::size_t quote = text.find('"');
    field += text.substr(0, quote);
    text.remove_prefix(std::min(quote, text.size()));
    if (text.starts_with("\"\"")) {
      field += '"';
      text.remove_prefix(2);
    } else {
      text.remove_prefix(std::min<std::size_t>(1, text.size()));
      break;
    }
  }
  return field;
}

Result<Workbook> read_csv(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  if (text.find('\0') != std::string_view::npos) return Error{"it is neither xlsx nor CSV"};
  Sheet sheet{"Sheet1", {}};
  CellPlace place{0, 0};
  while (!text.empty()) {
    std::string field = take_csv_field(text);
    if (!field.empty()) sheet.cells.emplace(place, cell_of(std::move(field)));
    if (sheet.cells.size() > kMaxCells || place.first >= kMaxRows || place.second >= kMaxColumns)
      return Error{"it has too many cells"};
    if (text.starts_with(',')) {
      text.remove_prefix(1);
      ++place.second;
    } else if (!text.empty() && (text.front() == '\r' || text.front() == '\n')) {
      text.remove_prefix(text.starts_with("\r\n") ? 2 : 1);
      place = {place.first + 1, 0};
    } else if (!text.empty()) {
      return Error{"line " + std::to_string(place.first + 1) + ": text follows a closing quote"};
    }
  }
  return Workbook{{std::move(sheet)}};
}

Result<Workbook> read_workbook(std::string_view bytes) {
  return bytes.starts_with(kZipSignature) ? read_xlsx(bytes) : read_csv(bytes);
}
}  // namespace franz::proxy
