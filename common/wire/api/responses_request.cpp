#include "common/wire/api/responses_request.h"
#include <algorithm>
#include <utility>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/wire/api/request_reading.h"
#include "common/wire/api/request_writing.h"
#include "common/wire/message_fields.h"

namespace franz {
static constexpr std::string_view kNoChecks = "[]";

static bool says_nothing(const Message& message) {
  return std::ranges::none_of(message.parts, [](const Part& part) {
    return part.kind == Part::Kind::picture ||
           (part.kind == Part::Kind::text && part.token != kNoText);
  });
}

// Whether the message is omitted because its calls replace it.
static bool is_left_out(std::span<const Message> messages, std::size_t index) {
  const Message& message = messages[index];
  const bool behind_own = index > 0 && messages[index - 1].role == kAssistant;
  return message.role == kAssistant && !behind_own && says_nothing(message) &&
         count_parts(message, Part::Kind::call) > 0;
}

static std::string message_item(const Message& message, const PictureSource& pictures) {
  const bool own = message.role == kAssistant;
  std::vector<std::string> parts;
  for (const Part& part : message.parts) {
    JsonObject json;
    if (part.kind == Part::Kind::text) {
      json.text("type", own ? "output_text" : "input_text").raw("text", part.token);
    } else if (part.kind == Part::Kind::picture) {
      json.text("type", "input_image");
      json.raw("image_url", picture_token(pictures(*part.picture))).text("detail", "auto");
    } else {
      continue;
    }
    parts.push_back(json.finish());
  }
  JsonObject item;
  if (own) item.text("type", "message");
  return item.text("role", message.role).raw("content", json_array(parts)).finish();
}

static bool is_item(const Part& part) { return part.token.starts_with('{'); }

static std::string screenshot_item(const Part& answer, const std::string& url) {
  JsonObject item;
  item.text("type", "computer_call_output").raw("call_id", answer.id);
  item.open("output").text("type", "computer_screenshot").raw("image_url", url);
  if (answer.name != kNoText && !answer.name.empty()) item.raw("detail", answer.name);
  item.close();
  if (answer.token != kNoChecks) item.raw("acknowledged_safety_checks", answer.token);
  return item.finish();
}

static void add_items(std::vector<std::string>& items, std::span<const Message> messages,
                      std::size_t index, const PictureSource& pictures) {
  const Message& message = messages[index];
  const bool answers = count_parts(message, Part::Kind::answer) > 0;
  const auto picture = std::ranges::find(message.parts, Part::Kind::picture, &Part::kind);
  if (!answers && !is_left_out(messages, index)) items.push_back(message_item(message, pictures));
  for (const Part& part : message.parts) {
    JsonObject item;
    if (part.kind == Part::Kind::answer && picture != message.parts.end()) {
      items.push_back(screenshot_item(part, picture_token(pictures(*picture->picture))));
    } else if (part.kind == Part::Kind::answer) {
      item.text("type", "function_call_output").raw("call_id", part.id).raw("output", part.token);
      items.push_back(item.finish());
    } else if (part.kind == Part::Kind::call && is_item(part)) {
      items.push_back(part.token);
    } else if (part.kind == Part::Kind::call && !answers) {
      item.text("type", "function_call").raw("call_id", part.id).raw("name", part.name);
      items.push_back(item.raw("arguments", part.token).finish());
    }
  }
}

std::string responses_tools(std::span<const FunctionTool> tools) {
  std::vector<std::string> list;
  for (const FunctionTool& tool : tools) {
    if (!tool.own.empty()) {
      list.push_back(tool.own);
      continue;
    }
    JsonObject entry;
    entry.text("type", "function").text("name", tool.name).text("description", tool.description);
    list.push_back(entry.raw("parameters", tool.parameters).boolean("strict", false).finish());
  }
  return list.empty() ? "" : json_array(list);
}

ExtraMembers responses_tool_members(std::string_view tools) {
  if (tools.empty()) return {};
  return {{"tools", std::string(tools)}, {"tool_choice", R"("auto")"}};
}

std::string responses_request_body(const RequestParameters& parameters,
                                   std::span<const Message> messages, std::string_view tools,
                                   const PictureSource& pictures) {
  ExtraMembers members = {{"model", quote_json(parameters.model)},
                          {"temperature", json_number(parameters.temperature)},
                          {"top_p", json_number(parameters.top_p)},
                          {"max_output_tokens", std::to_string(parameters.max_tokens)},
                          {"store", "false"}};
  if (parameters.one_call && !tools.empty()) members.push_back(one_call_member());
  members = merged_members(std::move(members), parameters.extra, responses_tool_members(tools));
  members.emplace_back("stream", parameters.stream ? "true" : "false");
  std::vector<std::string> items;
  for (std::size_t i = 0; i < messages.size(); ++i) add_items(items, messages, i, pictures);
  return request_body(members, "input", items);
}

namespace {
class ResponsesRequestReader {
 public:
  explicit ResponsesRequestReader(MessageFields& fields) : fields_(fields), request_(fields) {}

  RequestView take() {
    const std::size_t count = fields_.size("/input");
    const std::optional<std::string_view> text = fields_.find_token("/input");
    request_.take_parameters();
    request_.view().ask_usage = true;  // counts are always included
    request_.take_limit("/max_output_tokens");
    request_.take_tools("/name");
    if (text) add_text(begin_message("user"), *text);
    for (std::size_t i = 0; i < count; ++i) item("/input/" + std::to_string(i));
    if (request_.view().messages.empty()) request_.fault("/input", kInput);
    return std::move(request_.view());
  }

  static constexpr const char* kInput = "a text or a list of 1 to 10000 items with a message";

 private:
  RequestView::Message& begin_message(std::string role) {
    RequestView::Message& message = request_.view().messages.emplace_back();
    message.role = std::move(role);
    return message;
  }

  void add_text(RequestView::Message& message, std::string_view token) {
    SentPart text;
    text.token = token;
    request_.add(message, text);
  }

  void item(const std::string& at) {
    const std::string type = fields_.is_text(at + "/type") ? fields_.text(at + "/type") : "";
    if (type == "reasoning") return reasoning_.push_back(at);
    const std::vector<std::string> reasoning = std::exchange(reasoning_, {});
    if (type == "computer_call") {
      for (const std::string& each : reasoning) kept_item(each);
      return kept_item(at);
    }
    if (type == "computer_call_output") return screenshot(at);
    if (type == "function_call") return call(at);
    if (type == "function_call_output") return answer(at);
    if (type == "message" || (type.empty() && fields_.has(at + "/role"))) return message(at);
    if (type.empty()) request_.fault(at + "/type", "a text");
  }

  void message(const std::string& at) {
    RequestView::Message& message = begin_message("");
    if (fields_.is_text(at + "/role")) message.role = fields_.text(at + "/role");
    if (message.role.empty()) request_.fault(at + "/role", "a text");
    const std::string content = at + "/content";
    if (const auto token = fields_.find_token(content)) return add_text(message, *token);
    const std::size_t count = fields_.is_list(content) ? fields_.size(content) : 0;
    if (count == 0) request_.fault(content, "a text or a list of parts");
    for (std::size_t i = 0; i < count; ++i) part(content + "/" + std::to_string(i), message);
  }

  void part(const std::string& at, RequestView::Message& message) {
    const std::string type = fields_.is_text(at + "/type") ? fields_.text(at + "/type") : "";
    if (type.empty()) request_.fault(at + "/type", "a text");
    if (const auto token = fields_.find_token(at + "/text")) {
      add_text(message, *token);
    } else if (type == "input_text" || type == "output_text") {
      request_.fault(at + "/text", "a text");
    }
    if (const auto url = fields_.find_token(at + "/image_url")) {
      SentPart picture;
      picture.kind = Part::Kind::picture;
      picture.token = *url;
      request_.add(message, picture);
    } else if (type == "input_image" && !fields_.has(at + "/file_id")) {
      request_.fault(at + "/image_url", "a text");
    }
  }

  void call(const std::string& at) {
    SentPart call;
    call.kind = Part::Kind::call;
    call.id = fields_.find_token(at + "/call_id").value_or("");
    call.name = fields_.find_token(at + "/name").value_or("");
    call.token = fields_.find_value(at + "/arguments").value_or("");
    if (call.id.empty()) request_.fault(at + "/call_id", "a text");
    if (call.name.empty()) request_.fault(at + "/name", "a text");
    add_call(call);
  }

  void add_call(const SentPart& call) {
    const auto& messages = request_.view().messages;
    if (messages.empty() || messages.back().role != kAssistant)
      add_text(begin_message(std::string(kAssistant)), kNoText);
    request_.add(request_.view().messages.back(), call);
  }

  // An item of a reply that is sent back unchanged.
  void kept_item(const std::string& at) {
    SentPart item;
    item.kind = Part::Kind::call;
    item.id = fields_.find_token(at + "/call_id").value_or(kNoText);
    item.name = fields_.find_token(at + "/type").value_or(kNoText);
    item.token = fields_.find_value(at).value_or("");
    add_call(item);
  }

  void screenshot(const std::string& at) {
    RequestView::Message& message = begin_message("tool");
    SentPart answer;
    answer.kind = Part::Kind::answer;
    answer.id = fields_.find_token(at + "/call_id").value_or("");
    answer.name = fields_.find_token(at + "/output/detail").value_or("");
    answer.token = fields_.find_value(at + "/acknowledged_safety_checks").value_or(kNoChecks);
    if (answer.id.empty()) request_.fault(at + "/call_id", "a text");
    request_.add(message, answer);
    SentPart picture;
    picture.kind = Part::Kind::picture;
    picture.token = fields_.find_token(at + "/output/image_url").value_or("");
    if (picture.token.empty()) return request_.fault(at + "/output/image_url", "a text");
    request_.add(message, picture);
  }

  void answer(const std::string& at) {
    RequestView::Message& message = begin_message("tool");
    SentPart answer;
    answer.kind = Part::Kind::answer;
    answer.id = fields_.find_token(at + "/call_id").value_or("");
    if (answer.id.empty()) request_.fault(at + "/call_id", "a text");
    const std::string output = at + "/output";
    if (const auto token = fields_.find_token(output)) {
      answer.token = *token;
      return request_.add(message, answer);
    }
    const std::size_t count = fields_.is_list(output) ? fields_.size(output) : 0;
    if (count == 0) request_.fault(output, "a text or a list of parts");
    for (std::size_t i = 0; i < count; ++i) {
      answer.token =
          fields_.find_token(output + "/" + std::to_string(i) + "/text").value_or(kNoText);
      request_.add(message, answer);
    }
  }

  MessageFields& fields_;
  RequestReading request_;
  std::vector<std::string> reasoning_;  // items that may precede a computer call
};
}  // namespace

Result<RequestView> read_responses_request(std::string_view body) {
  Result<MessageFields> parsed = MessageFields::parse(body, MessageFields::Duplicates::last_wins);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  const bool is_list =
      fields.is_list("/input") && fields.size("/input") <= RequestReading::kMaxMessages;
  if (!is_list && !fields.is_text("/input"))
    return Error{std::string("/input: expected ") + ResponsesRequestReader::kInput};
  return ResponsesRequestReader(fields).take();
}
}  // namespace franz
