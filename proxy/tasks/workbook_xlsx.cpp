// The parts of an xlsx that hold cells. Source: ECMA-376, part 1: §12.3.23 (workbook), §18.2.19
// (sheet), §18.3.1.4 (c), §18.4.8 (si), §18.18.11 (cell types); part 2, §9.3 (relationships).
#include <archive.h>
#include <archive_entry.h>
#include <expat.h>
#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include "proxy/tasks/workbook.h"

namespace franz::proxy {
namespace {
struct ArchiveFreer {
  void operator()(archive* zip) const { archive_read_free(zip); }
};
struct ParserFreer {
  void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
};

// The XML parts of a zip in memory, expanded within the limits.
class Parts {
 public:
  static Result<Parts> open(std::string_view bytes) {
    const std::unique_ptr<archive, ArchiveFreer> zip(archive_read_new());
    if (!zip || archive_read_support_format_zip_seekable(zip.get()) != ARCHIVE_OK ||
        archive_read_open_memory(zip.get(), bytes.data(), bytes.size()) != ARCHIVE_OK)
      return Error{"it is no readable zip"};
    Parts parts;
    std::uint64_t left = std::min<std::uint64_t>(kMaxExpandedBytes, bytes.size() * kMaxExpansion);
    archive_entry* entry = nullptr;
    int code = ARCHIVE_OK;
    while ((code = archive_read_next_header(zip.get(), &entry)) == ARCHIVE_OK) {
      const char* const name = archive_entry_pathname(entry);
      if (name == nullptr || !is_wanted(name)) continue;
      Result<std::string> read = read_entry(zip.get(), left);
      if (!read.ok()) return within(name, read.error());
      left -= read.value().size();
      parts.bytes_.insert_or_assign(name, std::move(read).value());
    }
    if (code == ARCHIVE_EOF) return parts;
    const char* const why = archive_error_string(zip.get());
    return Error{std::string("it is no readable zip: ") + (why != nullptr ? why : "damaged")};
  }

  // Failure: there is no such part.
  Result<std::string> read(const std::string& name) const {
    const auto found = bytes_.find(name);
    if (found == bytes_.end()) return Error{name + ": is missing", ErrorCode::missing};
    return found->second;
  }

 private:
  static bool is_wanted(std::string_view name) {
    return name.starts_with("xl/") && (name.ends_with(".xml") || name.ends_with(".rels"));
  }
  static Result<std::string> read_entry(archive* zip, std::uint64_t most) {
    std::string bytes;
    char piece[65536];
    for (;;) {
      const la_ssize_t count = archive_read_data(zip, piece, sizeof piece);
      if (count == 0) return bytes;
      if (count < 0) return Error{"is damaged"};
      bytes.append(piece, static_cast<std::size_t>(count));
      if (bytes.size() > most) return Error{"expands to too many bytes"};
    }
  }

  std::map<std::string, std::string> bytes_;
};

// What a reader of elements gets. Names are without their prefix.
struct XmlEvents {
  std::function<void(std::string_view name, const char** attributes)> start;
  std::function<void(std::string_view name)> end;
  std::function<void(std::string_view text)> text;
  std::string failure = {};  // set by a reader: stop
};

std::string_view local_name(const char* name) {
  const std::string_view whole(name);
  return whole.substr(whole.find(':') + 1);
}

std::string attribute(const char** attributes, std::string_view name) {
  for (; *attributes != nullptr; attributes += 2)
    if (local_name(attributes[0]) == name) return attributes[1];
  return "";
}
}  // namespace

// A document type is refused: no spreadsheet has one, and entities are defined there.
static Status parse_xml(const std::string& name, const std::string& xml, XmlEvents& events) {
  const std::unique_ptr<XML_ParserStruct, ParserFreer> parser(XML_ParserCreate("UTF-8"));
  if (!parser) return Error{"no memory"};
  XML_SetUserData(parser.get(), &events);
  XML_SetElementHandler(
      parser.get(),
      [](void* data, const XML_Char* element, const XML_Char** attributes) {
        auto& to = *static_cast<XmlEvents*>(data);
        if (to.failure.empty()) to.start(local_name(element), attributes);
      },
      [](void* data, const XML_Char* element) {
        auto& to = *static_cast<XmlEvents*>(data);
        if (to.failure.empty()) to.end(local_name(element));
      });
  XML_SetCharacterDataHandler(parser.get(), [](void* data, const XML_Char* text, int length) {
    auto& to = *static_cast<XmlEvents*>(data);
    if (to.failure.empty()) to.text({text, static_cast<std::size_t>(length)});
  });
  XML_SetStartDoctypeDeclHandler(
      parser.get(), [](void* data, const XML_Char*, const XML_Char*, const XML_Char*, int) {
        auto& to = *static_cast<XmlEvents*>(data);
        to.failure = "it has a document type";
      });
  constexpr std::size_t kPiece = 1UL << 20U;
  for (std::size_t at = 0; events.failure.empty(); at += kPiece) {
    const std::size_t size = std::min(kPiece, xml.size() - at);
    const bool last = at + size == xml.size();
    if (XML_Parse(parser.get(), xml.data() + at, static_cast<int>(size), last ? 1 : 0) == 0)
      return Error{name + ": " + XML_ErrorString(XML_GetErrorCode(parser.get()))};
    if (last) break;
  }
  if (!events.failure.empty()) return Error{name + ": " + events.failure};
  return Done{};
}

// The targets of a relationships part, by their ids.
static Result<std::map<std::string, std::string>> read_targets(const Parts& parts) {
  const std::string name = "xl/_rels/workbook.xml.rels";
  const Result<std::string> xml = parts.read(name);
  if (!xml.ok()) return xml.error();
  std::map<std::string, std::string> targets;
  XmlEvents events;
  events.start = [&](std::string_view element, const char** attributes) {
    if (element != "Relationship" || targets.size() >= 10 * kMaxSheets) return;
    const std::string target = attribute(attributes, "Target");
    targets[attribute(attributes, "Id")] =
        target.starts_with('/') ? target.substr(1) : "xl/" + target;
  };
  events.end = [](std::string_view) {};
  events.text = [](std::string_view) {};
  if (const Status read = parse_xml(name, xml.value(), events); !read.ok()) return read.error();
  return targets;
}

// The texts that cells refer to by their numbers. A workbook without texts has no such part.
static Result<std::vector<std::string>> read_shared_texts(const Parts& parts) {
  const std::string name = "xl/sharedStrings.xml";
  std::vector<std::string> texts;
  const Result<std::string> xml = parts.read(name);
  if (!xml.ok() && xml.error().code == ErrorCode::missing) return texts;
  if (!xml.ok()) return xml.error();
  int phonetic = 0;  // inside rPh, the pronunciation
  bool in_text = false;
  XmlEvents events;
  events.start = [&](std::string_view element, const char**) {
    if (element == "si") {
      texts.emplace_back();
      if (texts.size() > kMaxCells) events.failure = "it has too many texts";
    }
    if (element == "rPh") ++phonetic;
    if (element == "t") in_text = phonetic == 0 && !texts.empty();
  };
  events.end = [&](std::string_view element) {
    if (element == "rPh") --phonetic;
    if (element == "t") in_text = false;
  };
  events.text = [&](std::string_view text) {
    if (in_text) texts.back() += text;
  };
  if (const Status read = parse_xml(name, xml.value(), events); !read.ok()) return read.error();
  return texts;
}

namespace {
// The cells of a sheet, element by element.
class SheetReader {
 public:
  // `bytes`: of the texts of all cells so far.
  SheetReader(const std::vector<std::string>& shared, Sheet& sheet, std::size_t& bytes)
      : shared_(shared), sheet_(sheet), bytes_(bytes) {}

  Status read(const std::string& name, const std::string& xml) {
    XmlEvents events;
    events.start = [&](std::string_view element, const char** attributes) {
      if (element == "c") begin_cell(attributes);
      if (element == "v" || element == "t") in_value_ = true;
    };
    events.end = [&](std::string_view element) {
      if (element == "v" || element == "t") in_value_ = false;
      if (element == "c") end_cell();
      if (element == "row") place_ = {place_.first + 1, -1};
      if (sheet_.cells.size() > kMaxCells) events.failure = "it has too many cells";
      if (bytes_ > kMaxExpandedBytes) events.failure = "its cells have too many bytes";
    };
    events.text = [&](std::string_view text) {
      if (in_value_) value_ += text;
    };
    return parse_xml(name, xml, events);
  }

 private:
  // A cell without a name follows the one before it.
  void begin_cell(const char** attributes) {
    const std::optional<CellPlace> named = parse_cell_name(attribute(attributes, "r"));
    place_ = named.value_or(CellPlace{place_.first, place_.second + 1});
    type_ = attribute(attributes, "t");
    value_.clear();
  }
  void end_cell() {
    if (value_.empty()) return;
    Cell cell{value_, std::nullopt};
    if (type_ == "s") {
      const Cell index = cell_of(value_);
      const double at = index.number.value_or(-1);
      cell.text = at >= 0 && at < static_cast<double>(shared_.size())
                      ? shared_[static_cast<std::size_t>(at)]
                      : "";
    } else if (type_ == "b") {
      cell.text = value_ == "1" ? "TRUE" : "FALSE";
    } else if (type_.empty() || type_ == "n") {
      cell = cell_of(value_);
    }
    bytes_ += cell.text.size();
    if (!cell.text.empty()) sheet_.cells.insert_or_assign(place_, std::move(cell));
  }

  const std::vector<std::string>& shared_;
  Sheet& sheet_;
  std::size_t& bytes_;  // of the texts of all cells: one shared text may be in many
  CellPlace place_{0, -1};
  std::string type_, value_;
  bool in_value_ = false;
};

struct ListedSheet {
  std::string name, id;  // of the relationship
};
}  // namespace

static Result<std::vector<ListedSheet>> list_sheets(const Parts& parts) {
  const std::string name = "xl/workbook.xml";
  const Result<std::string> xml = parts.read(name);
  if (!xml.ok()) return xml.error();
  std::vector<ListedSheet> sheets;
  XmlEvents events;
  events.start = [&](std::string_view element, const char** attributes) {
    if (element != "sheet") return;
    // Of its attributes, "r:id" names the part; "sheetId" does not.
    sheets.push_back({attribute(attributes, "name"), attribute(attributes, "id")});
    if (sheets.size() > kMaxSheets) events.failure = "it has too many sheets";
  };
  events.end = [](std::string_view) {};
  events.text = [](std::string_view) {};
  if (const Status read = parse_xml(name, xml.value(), events); !read.ok()) return read.error();
  return sheets;
}

bool reads_xlsx() { return true; }

Result<Workbook> read_xlsx(std::string_view bytes) {
  Result<Parts> opened = Parts::open(bytes);
  if (!opened.ok()) return opened.error();
  const Parts& parts = opened.value();
  const auto sheets = list_sheets(parts);
  if (!sheets.ok()) return sheets.error();
  const auto targets = read_targets(parts);
  if (!targets.ok()) return targets.error();
  const auto shared = read_shared_texts(parts);
  if (!shared.ok()) return shared.error();
  Workbook book;
  std::size_t cells = 0, texts = 0;
  std::set<std::string> read_parts;
  for (const ListedSheet& listed : sheets.value()) {
    const auto target = targets.value().find(listed.id);
    if (target == targets.value().end()) return Error{listed.name + ": the sheet has no part"};
    if (!read_parts.insert(target->second).second)
      return Error{listed.name + ": another sheet has the same part"};
    const Result<std::string> xml = parts.read(target->second);
    if (!xml.ok()) return xml.error();
    Sheet sheet{listed.name, {}};
    if (const Status read =
            SheetReader(shared.value(), sheet, texts).read(target->second, xml.value());
        !read.ok())
      return read.error();
    cells += sheet.cells.size();
    if (cells > kMaxCells) return Error{"it has too many cells"};
    book.sheets.push_back(std::move(sheet));
  }
  return book;
}
}  // namespace franz::proxy
