#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include "common/base/json_string.h"
#include "proxy/tasks/text_checks.h"
#include "proxy/tasks/value_rule.h"
#include "proxy/tasks/workbook.h"

namespace franz::proxy {
static constexpr std::size_t kMaxTableRules = 100;
static constexpr int kMostDigits = 15;

namespace {
// A sheet as OSWorld names it: 0 or "RI0" is the result's first sheet, "RNname" its sheet of that
// name; "EI0" and "ENname" are the expected file's.
struct SheetChoice {
  bool expected = false;
  std::optional<std::size_t> index = {};
  std::string name = {};
};
struct Books {
  const Workbook& got;
  const Workbook* expected;  // null: the check has none
};
using TableRule = std::function<CheckVerdict(const Books&)>;
}  // namespace

static SheetChoice read_sheet(MessageFields& options, const std::string& at) {
  SheetChoice choice;
  if (options.is_number(at)) {
    choice.index = static_cast<std::size_t>(options.integer(at, 0, 1000));
    return choice;
  }
  const std::string text = options.text(at);
  const bool sound =
      text.size() > 2 && (text[0] == 'R' || text[0] == 'E') && (text[1] == 'I' || text[1] == 'N');
  const Cell number = cell_of(sound ? text.substr(2) : "");
  if (!sound || (text[1] == 'I' && !(number.number >= 0 && number.number <= 1000))) {
    options.fail(at, "a number, or RI0, RNname, EI0, ENname");
    return choice;
  }
  choice.expected = text[0] == 'E';
  if (text[1] == 'I') choice.index = static_cast<std::size_t>(*number.number);
  if (text[1] == 'N') choice.name = text.substr(2);
  return choice;
}

static const Sheet* find_sheet(const Books& books, const SheetChoice& choice) {
  const Workbook* const book = choice.expected ? books.expected : &books.got;
  if (book == nullptr) return nullptr;
  if (choice.index)
    return *choice.index < book->sheets.size() ? &book->sheets[*choice.index] : nullptr;
  const auto found = std::ranges::find(book->sheets, choice.name, &Sheet::name);
  return found == book->sheets.end() ? nullptr : &*found;
}

static std::string names_of_sheets(const Workbook& book) {
  std::string names;
  for (const Sheet& sheet : book.sheets) names += (names.empty() ? "" : ", ") + sheet.name;
  return names;
}

static CheckVerdict compare_names(const Books& books) {
  if (books.expected == nullptr) return missed("there is no expected file");
  const std::string got = names_of_sheets(books.got), expected = names_of_sheets(*books.expected);
  return got == expected
             ? passed()
             : missed("the sheets are " + quoted_part(got) + ", not " + quoted_part(expected));
}

static bool equal_cells(const Cell& a, const Cell& b, int digits) {
  if (a.number && b.number)
    return std::abs(*a.number - *b.number) < 0.5 * std::pow(10.0, -digits) ||
           *a.number == *b.number;
  return a.number.has_value() == b.number.has_value() && a.text == b.text;
}

static CheckVerdict compare_cells(const Sheet& got, const Sheet& expected, int digits) {
  for (const auto& [place, cell] : expected.cells) {
    const auto there = got.cells.find(place);
    if (there == got.cells.end())
      return missed(cell_name(place) + " is empty, expected " + quoted_part(cell.text));
    if (!equal_cells(there->second, cell, digits))
      return missed(cell_name(place) + " is " + quoted_part(there->second.text) + ", expected " +
                    quoted_part(cell.text));
  }
  for (const auto& [place, cell] : got.cells)
    if (!expected.cells.contains(place))
      return missed(cell_name(place) + " is " + quoted_part(cell.text) + ", expected nothing");
  return passed();
}

static TableRule read_data_rule(MessageFields& options, const std::string& at) {
  const SheetChoice first = read_sheet(options, at + "/sheet_idx0"),
                    second = read_sheet(options, at + "/sheet_idx1");
  const int digits = static_cast<int>(options.integer(at + "/precision", 0, kMostDigits, 4));
  return [first, second, digits](const Books& books) {
    const Sheet* const got = find_sheet(books, first);
    const Sheet* const expected = find_sheet(books, second);
    if (got == nullptr || expected == nullptr) return missed("a sheet to compare is missing");
    return compare_cells(*got, *expected, digits);
  };
}

static Result<TableRule> read_cell_rule(MessageFields& options, const std::string& at) {
  const SheetChoice choice = read_sheet(options, at + "/sheet_idx");
  const std::string name = options.text(at + "/coordinate");
  const std::optional<CellPlace> place = parse_cell_name(name);
  if (!place) options.fail(at + "/coordinate", "a cell, like B3");
  for (const std::string& property : options.keys(at + "/props"))
    if (property != "value")
      options.fail(at + "/props/" + property,
                   "no other property than value: only the value of a cell is compared");
  Result<ValueRule> rule = ValueRule::read(options.raw(at + "/props/value"));
  if (!rule.ok()) return within(at + "/props/value", rule.error());
  return TableRule([choice, place, name, rule = rule.value()](const Books& books) {
    const Sheet* const sheet = find_sheet(books, choice);
    if (sheet == nullptr) return missed("the sheet with " + name + " is missing");
    const auto there = place ? sheet->cells.find(*place) : sheet->cells.end();
    RuleValue value;
    if (there != sheet->cells.end()) {
      value.json = quote_json(there->second.text);
      value.number = there->second.number;
      if (!value.number) value.text = there->second.text;
    }
    return rule.holds(value)
               ? passed()
               : missed(name + " is " + shown_value(value) + ", expected " + rule.text());
  });
}

static Result<std::vector<TableRule>> read_table_rules(MessageFields& options) {
  std::vector<TableRule> rules;
  const std::size_t count = options.size("/rules");
  if (!options.is_list("/rules") || count == 0 || count > kMaxTableRules)
    return Error{"options: /rules: expected a list of 1 to 100 rules"};
  for (std::size_t i = 0; i < count; ++i) {
    const std::string at = "/rules/" + std::to_string(i);
    const std::string type = options.text(at + "/type");
    if (type == "sheet_name") {
      rules.emplace_back(compare_names);
    } else if (type == "sheet_data") {
      rules.push_back(read_data_rule(options, at));
    } else if (type == "check_cell") {
      Result<TableRule> rule = read_cell_rule(options, at);
      if (!rule.ok()) return within("options", rule.error());
      rules.push_back(std::move(rule).value());
    } else {
      options.fail(
          at + "/type",
          "sheet_name, sheet_data or check_cell, because only cells are read; got " + type);
    }
  }
  return rules;
}

Result<CheckFunction> make_table_check(MessageFields&, MessageFields& options) {
  if (!reads_xlsx()) return Error{"this build cannot read xlsx (libarchive, expat)"};
  for (const std::string& key : options.keys(""))
    if (key != "rules") options.fail("/" + key, "no other member than rules");
  Result<std::vector<TableRule>> rules = read_table_rules(options);
  if (!rules.ok()) return rules.error();
  return CheckFunction([rules = rules.value()](const CheckInput& in) {
    const Result<Workbook> got = read_workbook(in.got);
    if (!got.ok()) return missed("the table cannot be read: " + got.error().message);
    std::optional<Workbook> expected;
    if (!in.expected.empty()) {
      Result<Workbook> read = read_workbook(in.expected);
      if (!read.ok()) return missed("the expected table cannot be read: " + read.error().message);
      expected = std::move(read).value();
    }
    for (const TableRule& rule : rules)
      if (CheckVerdict verdict = rule({got.value(), expected ? &*expected : nullptr});
          !verdict.reached)
        return verdict;
    return passed();
  });
}
}  // namespace franz::proxy
