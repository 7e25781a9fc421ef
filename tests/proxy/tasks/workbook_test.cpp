#include "proxy/tasks/workbook.h"
#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>
#include "proxy/tasks/checks.h"

namespace franz::proxy {
using Part = std::pair<std::string, std::string>;

static std::string zip_of(const std::vector<Part>& parts) {
  std::string made(std::size_t{8} << 20U, '\0');
  std::size_t used = 0;
  archive* const zip = archive_write_new();
  archive_write_set_format_zip(zip);
  EXPECT_EQ(archive_write_open_memory(zip, made.data(), made.size(), &used), ARCHIVE_OK);
  for (const auto& [name, bytes] : parts) {
    archive_entry* const entry = archive_entry_new();
    archive_entry_set_pathname(entry, name.c_str());
    archive_entry_set_size(entry, static_cast<la_int64_t>(bytes.size()));
    archive_entry_set_filetype(entry, AE_IFREG);
    EXPECT_EQ(archive_write_header(zip, entry), ARCHIVE_OK);
    archive_write_data(zip, bytes.data(), bytes.size());
    archive_entry_free(entry);
  }
  EXPECT_EQ(archive_write_close(zip), ARCHIVE_OK);
  archive_write_free(zip);
  made.resize(used);
  return made;
}

// A workbook of two sheets; `rows` is the first one's.
static std::vector<Part> parts_with(const std::string& rows) {
  return {
      {"xl/workbook.xml",
       R"(<?xml version="1.0"?><workbook xmlns="m" xmlns:r="r"><sheets>
          <sheet name="Sales" sheetId="1" r:id="rId7"/><sheet name="Notes" sheetId="2" r:id="rId2"/>
          </sheets></workbook>)"},
      {"xl/_rels/workbook.xml.rels",
       R"(<Relationships><Relationship Id="rId7" Target="worksheets/sheet1.xml"/>
          <Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>)"},
      {"xl/sharedStrings.xml",
       "<sst><si><t>Town</t></si><si><r><t>Pa</t></r><rPh><t>no</t></rPh><r><t>ris</t></r></si>"
       "</sst>"},
      {"xl/worksheets/sheet1.xml", "<worksheet><sheetData>" + rows + "</sheetData></worksheet>"},
      {"xl/worksheets/sheet2.xml", "<worksheet><sheetData/></worksheet>"}};
}

static const std::string kRows =
    R"(<row><c r="A1" t="s"><v>0</v></c><c r="C1"><f>1+1</f><v>2.5</v></c></row>)"
    R"(<row><c t="s"><v>1</v></c><c t="inlineStr"><is><t>in</t></is></c><c t="b"><v>1</v></c></row>)";

static std::string text_of(const Result<Workbook>& read) {
  if (!read.ok()) return read.error().message;
  std::string text;
  for (const Sheet& sheet : read.value().sheets) {
    text += sheet.name + ":";
    for (const auto& [place, cell] : sheet.cells)
      text += " " + cell_name(place) + "=" + cell.text + (cell.number ? "#" : "");
    text += "\n";
  }
  return text;
}

TEST(Workbook, IsReadFromXlsx) {
  EXPECT_EQ(text_of(read_workbook(zip_of(parts_with(kRows)))),
            "Sales: A1=Town C1=2.5# A2=Paris B2=in C2=TRUE\nNotes:\n");
}

TEST(Workbook, IsReadFromCsv) {
  EXPECT_EQ(text_of(read_workbook("\xEF\xBB\xBFTown,\"a \"\"b\"\",\nc\"\r\n,1e3,inf\n")),
            "Sheet1: A1=Town B1=a \"b\",\nc B2=1e3# C2=inf\n");
  EXPECT_EQ(text_of(read_workbook("\"a\"b")), "line 1: text follows a closing quote");
}

TEST(Workbook, OfAStrangerIsRefusedWithItsFault) {
  const auto with = [](std::size_t part, const std::string& bytes) {
    std::vector<Part> parts = parts_with(kRows);
    parts[part].second = bytes;
    return text_of(read_workbook(zip_of(parts)));
  };
  EXPECT_EQ(with(3, "<worksheet>"), "xl/worksheets/sheet1.xml: no element found");
  EXPECT_EQ(with(2, "<!DOCTYPE a [<!ENTITY b \"c\">]><sst><si><t>&b;</t></si></sst>"),
            "xl/sharedStrings.xml: it has a document type");
  EXPECT_EQ(with(3, std::string(std::size_t{4} << 20U, ' ')),
            "xl/worksheets/sheet1.xml: expands to too many bytes");
  EXPECT_EQ(with(1, "<a/>"), "Sales: the sheet has no part");
  EXPECT_TRUE(text_of(read_workbook("PK\x03\x04 no zip")).starts_with("it is no readable zip"));
  EXPECT_EQ(text_of(read_workbook(zip_of({{"a", "b"}}))), "xl/workbook.xml: is missing");
}

TEST(Workbook, NamesCellsAsSpreadsheetsDo) {
  for (const std::string name : {"A1", "Z9", "AA10", "XFD1048576"})
    EXPECT_EQ(cell_name(parse_cell_name(name).value()), name);
  for (const std::string name : {"", "A", "1", "A0", "a1", "A01", "XFE1", "A1048577", "A1B"})
    EXPECT_FALSE(parse_cell_name(name)) << name;
}

TEST(Workbook, IsComparedByCells) {
  const auto judged = [](const std::string& rule, const std::string& got) {
    const auto made = make_check("compare_table", "{}", "{\"rules\":[" + rule + "]}");
    if (!made.ok()) return made.error().message;
    const std::string expected = zip_of(parts_with(kRows));
    const CheckVerdict verdict = made.value()({got, expected});
    return verdict.reached ? "reached" : verdict.why;
  };
  const std::string same = zip_of(parts_with(kRows)),
                    other = zip_of(parts_with(R"(<row><c r="A1"><v>2.5000001</v></c></row>)"));
  const std::string data = R"({"type":"sheet_data","sheet_idx0":0,"sheet_idx1":"EI0"})";
  EXPECT_EQ(judged(R"({"type":"sheet_name"})", same), "reached");
  EXPECT_EQ(judged(R"({"type":"sheet_name"})", "a,b"),
            "the sheets are \"Sheet1\", not \"Sales, Notes\"");
  EXPECT_EQ(judged(data, same), "reached");
  EXPECT_EQ(judged(data, other), "A1 is \"2.5000001\", expected \"Town\"");
  EXPECT_EQ(judged(data, ""), "A1 is empty, expected \"Town\"");
  const auto cell = [](const std::string& sheet, const std::string& place,
                       const std::string& rule) {
    return R"({"type":"check_cell","sheet_idx":)" + sheet + R"(,"coordinate":")" + place +
           R"(","props":{"value":)" + rule + "}}";
  };
  EXPECT_EQ(judged(cell("\"RNSales\"", "A1", R"({"method":"approx:0.001","ref":2.5})"), other),
            "reached");
  EXPECT_EQ(judged(cell("0", "A2", R"({"method":"eq","ref":"Rome"})"), same),
            "A2 is \"Paris\", expected eq \"Rome\"");
  EXPECT_EQ(judged(cell("5", "A2", R"({"method":"eq","ref":"Rome"})"), same),
            "the sheet with A2 is missing");
  EXPECT_EQ(judged(cell("\"X\"", "A2", R"({"method":"eq","ref":"Rome"})"), same),
            "options: /rules/0/sheet_idx: expected a number, or RI0, RNname, EI0, ENname");
}
}  // namespace franz::proxy
