#include "common/base/json.h"
#include "common/base/json_string.h"
#include "proxy/demo_vlm/reply_forms.h"
#include "proxy/demo_vlm/reply_pieces.h"

namespace franz::demo_vlm {
static constexpr std::string_view kNoId = "\"\"";

static std::string text_part_json(std::string_view type, std::string_view inner) {
  JsonObject part;
  part.text("type", type).raw("text", with_quotes(inner));
  if (type == "output_text") part.raw("annotations", "[]");
  return part.finish();
}

static std::string message_item(const std::string& id, std::string_view status,
                                std::string_view content) {
  JsonObject item;
  item.text("id", id).text("type", "message").text("status", status).text("role", "assistant");
  return item.raw("content", '[' + std::string(content) + ']').finish();
}

static std::string reasoning_item(const std::string& id, std::string_view content) {
  JsonObject item;
  item.text("id", id).text("type", "reasoning").raw("summary", "[]");
  return item.raw("content", '[' + std::string(content) + ']').finish();
}

static std::string call_item(const std::string& id, std::string_view status, const ReplyCall& call,
                             std::string_view arguments) {
  JsonObject item;
  item.text("id", id).text("type", "function_call").text("status", status);
  return item.raw("call_id", call.id).raw("name", call.name).raw("arguments", arguments).finish();
}

static bool is_computer_call(const ReplyCall& call) {
  return call.name == '"' + std::string(kComputerCall) + '"' && call.arguments.starts_with('{');
}

// `members`: the object's, with its braces.
static std::string computer_item(const std::string& id, std::string_view status,
                                 const ReplyCall& call, std::string_view members) {
  JsonObject item;
  item.text("id", id).text("type", kComputerCall).text("status", status);
  item.raw("call_id", call.id == kNoId ? with_quotes("call_" + id) : call.id);
  std::string json = std::move(item).finish();
  if (members.size() > 2) json.replace(json.size() - 1, 1, "," + std::string(members.substr(1)));
  return json;
}

// Its own suffix makes the ids of a reply's items those of no other.
static std::string item_id(const Outgoing& reply, std::string_view prefix, std::size_t index) {
  const std::string& id = reply.head.id;
  return std::string(prefix) + id.substr(id.find_first_of("-_") + 1) + "_" + std::to_string(index);
}

static bool has_message(const Outgoing& reply) {
  return !reply.content.empty() || reply.calls.empty();
}

// The items as they are in the end.
static std::vector<std::string> output_of(const Outgoing& reply) {
  std::vector<std::string> output;
  if (reply.reasoning)
    output.push_back(reasoning_item(item_id(reply, "rs_", output.size()),
                                    text_part_json("reasoning_text", *reply.reasoning)));
  if (has_message(reply))
    output.push_back(message_item(item_id(reply, "msg_", output.size()), "completed",
                                  text_part_json("output_text", reply.content)));
  for (const ReplyCall& call : reply.calls)
    output.push_back(
        is_computer_call(call)
            ? computer_item(item_id(reply, "cu_", output.size()), "completed", call, call.arguments)
            : call_item(item_id(reply, "fc_", output.size()), "completed", call, call.arguments));
  return output;
}

static std::string response_json(const Outgoing& reply, std::string_view status,
                                 const std::vector<std::string>& output) {
  JsonObject response;
  response.text("id", reply.head.id).text("object", "response");
  response.number("created_at", reply.head.created).text("status", status);
  response.text("model", reply.head.model).raw("output", json_array(output));
  if (status == "failed") {
    response.raw("error", reply.error);
  } else {
    response.null("error");
  }
  if (status == "incomplete") {
    const bool length = reply.finish_reason == "length";
    response.open("incomplete_details");
    response.text("reason", length ? "max_output_tokens" : reply.finish_reason).close();
  } else {
    response.null("incomplete_details");
  }
  if (status == "in_progress" || status == "failed") return response.null("usage").finish();
  response.open("usage").number("input_tokens", reply.usage.prompt_tokens);
  response.number("output_tokens", reply.usage.completion_tokens);
  response.number("total_tokens", reply.usage.prompt_tokens + reply.usage.completion_tokens);
  return response.close().finish();
}

static std::string_view status_of(const Outgoing& reply) {
  return reply.finish_reason == "stop" || reply.finish_reason == "tool_calls" ? "completed"
                                                                              : "incomplete";
}

namespace {
// Writes events in order, as long as the reply is not cut.
class Events {
 public:
  explicit Events(const Outgoing& reply) : reply_(reply) {}

  std::vector<std::string> write() {
    lifecycle("response.created", "in_progress", {});
    lifecycle("response.in_progress", "in_progress", {});
    if (reply_.reasoning) reasoning(*reply_.reasoning);
    if (has_message(reply_)) message();
    for (const ReplyCall& call : reply_.calls) this->call(call);
    if (reply_.cut) return std::move(events_);
    if (!reply_.error.empty()) {
      lifecycle("response.failed", "failed", {});
    } else {
      const std::string_view status = status_of(reply_);
      lifecycle("response." + std::string(status), status, output_of(reply_));
    }
    return std::move(events_);
  }

 private:
  void add(std::string_view type, JsonObject members) {
    if (is_cut_) return;
    const std::string event(type);
    members.number("sequence_number", static_cast<long long>(events_.size()));
    // The type is the first member.
    const std::string rest = std::move(members).finish().substr(1);
    events_.push_back("event: " + event + "\ndata: {\"type\":" + with_quotes(event) + "," + rest +
                      "\n\n");
  }

  void lifecycle(const std::string& type, std::string_view status,
                 const std::vector<std::string>& output) {
    add(type, JsonObject().raw("response", response_json(reply_, status, output)));
  }

  void item(const char* type, const std::string& json) {
    add(type, JsonObject().number("output_index", index_).raw("item", json));
  }

  JsonObject about(const std::string& id) const {
    JsonObject members;
    members.text("item_id", id).number("output_index", index_);
    return members;
  }
  JsonObject about_part(const std::string& id) const {
    JsonObject members = about(id);
    members.number("content_index", 0LL);
    return members;
  }

  // What the cut counts.
  void piece(std::string_view type, JsonObject members) {
    if (reply_.cut && pieces_ == *reply_.cut) is_cut_ = true;
    ++pieces_;
    add(type, std::move(members));
  }

  void reasoning(const std::string& text) {
    const std::string id = item_id(reply_, "rs_", static_cast<std::size_t>(index_));
    item("response.output_item.added", reasoning_item(id, ""));
    for (const std::string_view part : cut_pieces(text))
      add("response.reasoning_text.delta", about_part(id).raw("delta", with_quotes(part)));
    add("response.reasoning_text.done", about_part(id).raw("text", with_quotes(text)));
    item("response.output_item.done", reasoning_item(id, text_part_json("reasoning_text", text)));
    ++index_;
  }

  void message() {
    const std::string id = item_id(reply_, "msg_", static_cast<std::size_t>(index_));
    const std::string whole = text_part_json("output_text", reply_.content);
    item("response.output_item.added", message_item(id, "in_progress", ""));
    add("response.content_part.added",
        about_part(id).raw("part", text_part_json("output_text", "")));
    for (const std::string_view part : cut_pieces(reply_.content))
      piece("response.output_text.delta", about_part(id).raw("delta", with_quotes(part)));
    end_of_pieces();
    add("response.output_text.done", about_part(id).raw("text", with_quotes(reply_.content)));
    add("response.content_part.done", about_part(id).raw("part", whole));
    item("response.output_item.done", message_item(id, "completed", whole));
    ++index_;
  }

  void call(const ReplyCall& call) {
    if (is_computer_call(call)) return computer_call(call);
    const std::string id = item_id(reply_, "fc_", static_cast<std::size_t>(index_));
    item("response.output_item.added", call_item(id, "in_progress", call, "\"\""));
    // What is no text cannot be joined of pieces.
    if (call.arguments.starts_with('"')) {
      const std::string_view inner =
          std::string_view(call.arguments).substr(1, call.arguments.size() - 2);
      for (const std::string_view part : cut_pieces(inner))
        piece("response.function_call_arguments.delta", about(id).raw("delta", with_quotes(part)));
    }
    end_of_pieces();
    add("response.function_call_arguments.done", about(id).raw("arguments", call.arguments));
    item("response.output_item.done", call_item(id, "completed", call, call.arguments));
    ++index_;
  }

  // All of it is sent at its end.
  void computer_call(const ReplyCall& call) {
    const std::string id = item_id(reply_, "cu_", static_cast<std::size_t>(index_));
    item("response.output_item.added", computer_item(id, "in_progress", call, "{}"));
    end_of_pieces();
    item("response.output_item.done", computer_item(id, "completed", call, call.arguments));
    ++index_;
  }

  // The text of all pieces would be more than what was sent before the cut.
  void end_of_pieces() {
    if (reply_.cut && pieces_ >= *reply_.cut) is_cut_ = true;
  }

  const Outgoing& reply_;
  std::vector<std::string> events_;
  long long index_ = 0;
  std::size_t pieces_ = 0;
  bool is_cut_ = false;
};
}  // namespace

std::vector<std::string> responses_stream_events(const Outgoing& reply) {
  return Events(reply).write();
}

std::string responses_whole_body(const Outgoing& reply) {
  if (!reply.error.empty()) return JsonObject().raw("error", reply.error).finish();
  return response_json(reply, status_of(reply), output_of(reply));
}
}  // namespace franz::demo_vlm
