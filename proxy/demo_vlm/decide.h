#pragma once
// The demo model: from one request to one reply. Nothing is kept between requests, so what the
// reply does not get from the request, it does not know.
#include <cstddef>
#include <optional>
#include <string>
#include <vector>
#include "common/formats/voice.h"
#include "proxy/demo_vlm/picture.h"

namespace franz::demo_vlm {
struct AnsweredCall {
  std::string name, arguments;  // as it was sent back
  std::string answer;           // empty: none came
};

// A reply of the demo model's, and what came after it. All texts are decoded.
struct Exchange {
  std::string text = {};
  std::vector<AnsweredCall> calls = {};
  std::string told = {};  // by the user messages up to the next reply
};

// Its memory where a request holds the whole conversation.
struct Conversation {
  std::vector<std::string> tools = {};   // the names of the request's tools
  std::string task = {};                 // what the user said in front of the first reply
  std::vector<Exchange> exchanges = {};  // in their order
  // How many of them come before the newest picture that could be decoded.
  std::size_t seen_at = 0;
};

// What the messages of a request showed.
struct SeenRequest {
  std::string story;     // the last reply, as it was sent
  std::string feedback;  // what became of it
  // The one that came with the feedback; of a request with tools, the newest of all.
  std::optional<Picture> picture;
  std::string picture_problem;          // why a picture that was sent is not there: "is not a PNG"
  std::string system = {};              // what its objective names is drawn
  Conversation conversation = {};       // only of a request with tools
  std::vector<std::string> texts = {};  // of the last message, one by one
  // Of the messages after the last reply. If no message is the assistant's: of the last message,
  // after its last picture.
  std::vector<std::string> told = {};
  std::string words = {};  // all texts of the request in their order, a newline between messages
};

using Reply = SpokenReply;

// In the format that the request asks for (format/format.h).
Reply decide(const SeenRequest& request);
}  // namespace franz::demo_vlm
