# The model's side of the wire: what is sent to it, and what servers really send back.
target_sources(franz_common PRIVATE
  wire/chat_request.cpp wire/chat_reply.cpp wire/sse_events.cpp wire/model_list.cpp)
