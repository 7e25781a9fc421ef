#pragma once
// A spreadsheet read from its file: xlsx (ECMA-376, read by libarchive and expat), or CSV (RFC
// 4180) as a workbook with one sheet. The file's author is not trusted: see the limits.
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "common/base/result.h"

namespace franz::proxy {
inline constexpr std::size_t kMaxCells = 1'000'000;  // of a workbook
inline constexpr std::size_t kMaxSheets = 200;
inline constexpr std::size_t kMaxExpandedBytes = 128UL << 20U;  // of the parts of an xlsx
inline constexpr std::size_t kMaxExpansion = 500;               // of them, by the size of the file

// Row and column from 0: {2, 1} is B3.
using CellPlace = std::pair<int, int>;
// The place that "B3" names; nothing: it is not such a name within 1,048,576 rows and 16,384
// columns.
std::optional<CellPlace> parse_cell_name(std::string_view name);
std::string cell_name(CellPlace place);

struct Cell {
  std::string text;              // as in the file; "TRUE" or "FALSE"
  std::optional<double> number;  // of a number
};

struct Sheet {
  std::string name;
  std::map<CellPlace, Cell> cells;  // without empty ones
};

struct Workbook {
  std::vector<Sheet> sheets;  // in their order
};

// Whether this build reads xlsx.
bool reads_xlsx();

// Failure: neither format, damaged, or over a limit.
Result<Workbook> read_workbook(std::string_view bytes);

// ---- The two readers.
Result<Workbook> read_xlsx(std::string_view bytes);
Result<Workbook> read_csv(std::string_view text);
// A number if all of the text is one.
Cell cell_of(std::string text);
}  // namespace franz::proxy
