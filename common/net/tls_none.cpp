// A build without TLS (FRANZ_TLS=OFF).
#include "common/net/tls.h"

namespace franz {
struct TlsTrust::Context {};
struct TlsSession::Engine {};

bool TlsTrust::in_this_build() { return false; }

Result<std::shared_ptr<const TlsTrust>> TlsTrust::load(const std::string&, const std::string&) {
  return Error{"this build has no TLS: use an http:// address, or a build with FRANZ_TLS=ON"};
}

TlsTrust::TlsTrust(std::unique_ptr<Context> context) : context_(std::move(context)) {}
TlsTrust::~TlsTrust() = default;

// Without a TlsTrust no session is ever created.
TlsSession::TlsSession(std::shared_ptr<const TlsTrust>, const std::string&)
    : why_("needs TLS, which this build does not have") {}
TlsSession::~TlsSession() = default;
void TlsSession::receive(std::string_view) {}
std::string TlsSession::take_output() { return {}; }
TlsSession::Step TlsSession::shake_hands() { return Step::failed; }
bool TlsSession::write(std::string_view) { return false; }
TlsSession::Read TlsSession::read(char*, std::size_t) { return {Step::failed, 0}; }
void TlsSession::end() {}
}  // namespace franz
