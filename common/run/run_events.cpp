#include "common/run/run_events.h"
#include "common/base/sha256.h"

namespace franz {
bool add_event(RunFile& run, const LoopEvent& event, const std::string& time) {
  switch (event.kind) {
    case LoopEvent::Kind::turn_acted:
      if (!event.note) return false;
      run.add_note(time, {event.turn, sha256_hex(*event.note)});
      return true;
    case LoopEvent::Kind::config:
      run.settings = event.settings;
      if (!event.sources.empty()) run.sources = event.sources;
      for (const std::string& change : event.changes) run.add_change(time, change);
      if (event.system) run.add_system_change(time, *event.system);
      return true;
    case LoopEvent::Kind::warning: run.add_change(time, event.text); return true;
    case LoopEvent::Kind::finished: run.finish = event.finish; return true;
    case LoopEvent::Kind::turn_started:
    case LoopEvent::Kind::turn_closed:
    case LoopEvent::Kind::turn_finished:
    case LoopEvent::Kind::approval:
    case LoopEvent::Kind::state: return false;
  }
  return false;
}
}  // namespace franz
