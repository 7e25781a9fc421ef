#include "orchestrator/loop_ports.h"

namespace franz::orchestrator {
LoopEvent loop_event(LoopEvent::Kind kind, int turn) {
  LoopEvent event;
  event.kind = kind;
  event.turn = turn;
  return event;
}

void warn(const LoopPorts& ports, const std::string& text) {
  ports.log(LogLevel::warning, text);
  LoopEvent event = loop_event(LoopEvent::Kind::warning);
  event.text = text;
  ports.emit(event);
}
}  // namespace franz::orchestrator
