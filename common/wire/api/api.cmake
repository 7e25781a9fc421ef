# The model's side of the wire: what is sent to it, and what servers really send back.
target_sources(franz_common PRIVATE
  wire/api/answer_reader.cpp wire/api/api.cpp
  wire/api/chat_answer.cpp wire/api/chat_departures.cpp wire/api/chat_reply.cpp wire/api/chat_request.cpp
  wire/api/model_list.cpp wire/api/model_reply.cpp wire/api/model_url.cpp wire/api/reply_builder.cpp
  wire/api/request.cpp wire/api/request_reading.cpp wire/api/request_writing.cpp
  wire/api/responses_answer.cpp wire/api/responses_departures.cpp wire/api/responses_items.cpp
  wire/api/responses_reply.cpp wire/api/responses_request.cpp
  wire/api/server_words.cpp wire/api/shape_reading.cpp wire/api/sse_events.cpp)
