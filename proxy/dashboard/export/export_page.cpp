#include "proxy/dashboard/export/export_page.h"
#include <algorithm>
#include <charconv>
#include "common/base/base64.h"
#include "common/base/printable.h"
#include "common/base/sha256.h"
#include "proxy/dashboard/export/module_bundle.h"

namespace franz::proxy {
static std::string bytes_of_hex(const std::string& digits) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    int byte = 0;
    std::from_chars(digits.data() + i, digits.data() + i + 2, byte, 16);
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

// The source expression of an inline element with this text (CSP Level 3, §2.3.1).
static std::string hash_source(const std::string& text) {
  return "'sha256-" + base64_encode(bytes_of_hex(sha256_hex(text))) + "'";
}

static std::string_view bytes_at(std::span<const Asset> assets, std::string_view path) {
  const auto found = std::ranges::find(assets, path, &Asset::path);
  return found == assets.end() ? std::string_view() : found->bytes;
}

// The text between `before` and the next quote; empty: there is none.
static std::string_view attribute_in(std::string_view line, std::string_view before) {
  const std::size_t at = line.find(before);
  if (at == std::string_view::npos) return {};
  line.remove_prefix(at + before.size());
  return line.substr(0, line.find('"'));
}

std::string html_escaped(std::string_view text) {
  std::string html;
  for (const char c : with_hidden_shown(text)) {
    switch (c) {
      case '&': html += "&amp;"; break;
      case '<': html += "&lt;"; break;
      case '>': html += "&gt;"; break;
      case '"': html += "&quot;"; break;
      case '\'': html += "&#39;"; break;
      default: html += c;
    }
  }
  return html;
}

Result<ExportFrame> export_frame(std::span<const Asset> assets, std::string_view title,
                                 ExportPictures pictures) {
  Result<std::string> script = bundle_modules(assets, "/js/main.js");
  if (!script.ok()) return script.error();
  std::string style, before, after;
  bool has_script = false;
  std::string_view page = bytes_at(assets, "/");
  while (!page.empty()) {
    const std::size_t end = std::min(page.find('\n'), page.size() - 1) + 1;
    const std::string_view line = page.substr(0, end);
    page.remove_prefix(end);
    std::string& part = has_script ? after : before;
    if (line.find("http-equiv=\"Content-Security-Policy\"") != std::string_view::npos) continue;
    if (line.starts_with("<link rel=\"stylesheet\"")) {
      style += bytes_at(assets, attribute_in(line, "href=\""));
    } else if (const std::string_view icon = attribute_in(line, "<link rel=\"icon\" href=\"");
               !icon.empty()) {
      part += "<link rel=\"icon\" href=\"data:image/svg+xml;base64," +
              base64_encode(bytes_at(assets, icon)) + "\">\n";
    } else if (line.starts_with("<title>")) {
      part += "<title>" + html_escaped(title) + "</title>\n";
    } else if (line.starts_with("<script src=\"/js/main.js\"")) {
      has_script = true;
    } else {
      part += line;
    }
  }
  const std::size_t end = after.rfind("</body>");
  if (!has_script || end == std::string::npos || style.find("</") != std::string::npos ||
      script.value().find("</script") != std::string::npos ||
      script.value().find("<!--") != std::string::npos)
    return Error{"the dashboard's page cannot be joined into one file"};
  // Scripts of a file that is opened from a disk have no origin, so 'self' would match nothing.
  const std::string policy =
      "default-src 'none'; style-src " + hash_source(style) + "; script-src " +
      hash_source(script.value()) +
      "; img-src data: blob:" + (pictures == ExportPictures::beside ? " file:" : "") +
      "; base-uri 'none'; form-action 'none'";
  const std::string metas = std::string(kExportMark) +
                            "\n<meta http-equiv=\"Content-Security-Policy\" content=\"" + policy +
                            "\">\n";
  const std::size_t charset_end = before.find('\n', before.find("<meta charset")) + 1;
  before.insert(charset_end, metas);
  ExportFrame frame;
  frame.policy = policy;
  frame.head = before + "<style>" + style + "</style>\n<script type=\"module\">" + script.value() +
               "</script>\n" + after.substr(0, end) + "<template class=\"answers\">\n";
  frame.tail = after.substr(end);
  return frame;
}

static std::string block(std::string_view type, std::string_view path, std::string_view more,
                         std::string_view text) {
  std::string html = "<script type=\"";
  html.append(type).append("\" data-path=\"").append(path).append("\"").append(more).append(">");
  return html.append(text).append("</script>\n");
}

std::string json_block(std::string_view path, std::string_view json) {
  std::string text;
  text.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return block("application/json", path, "", text);
}

std::string picture_block(std::string_view path, std::string_view png) {
  return block("text/plain", path, "", base64_encode(png));
}

std::string picture_file_block(std::string_view path, std::string_view file) {
  return block("text/plain", path, " data-file=\"" + html_escaped(file) + "\"", "");
}

std::string end_of_blocks(std::span<const std::string> lines) {
  std::string html = "</template>\n<noscript>\n";
  for (const std::string& line : lines) html += "<p>" + html_escaped(line) + "</p>\n";
  return html + "</noscript>\n";
}
}  // namespace franz::proxy
