target_sources(franz_common PRIVATE
  tools/call.cpp tools/call_binder.cpp tools/call_grammar.cpp tools/call_literals.cpp
  tools/call_tokens.cpp tools/code_scan.cpp tools/key_names.cpp tools/risk.cpp tools/suggestions.cpp tools/surface_facts.cpp tools/tool_registry.cpp
  tools/vocabulary.cpp)
