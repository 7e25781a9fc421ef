// The order of the includes matters, and OpenSSL undoes macros of wincrypt.h.
// clang-format off
#include <windows.h>
#include <wincrypt.h>
#include <openssl/err.h>
// clang-format on
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <cstring>
#include <memory>
#include <vector>
#include "common/net/tls_trust.h"
#include "common/os/win32_support.h"

namespace franz {
// An administrator may have limited an authority to a list of uses; the list of a disabled
// authority is empty. Source: CertGetEnhancedKeyUsage (Win32), which gives no size
// (CRYPT_E_NOT_FOUND) if nothing is limited.
static bool may_vouch_for_servers(PCCERT_CONTEXT certificate) {
  constexpr DWORD kLimitsOnly = CERT_FIND_PROP_ONLY_ENHKEY_USAGE_FLAG;
  DWORD size = 0;
  if (!::CertGetEnhancedKeyUsage(certificate, kLimitsOnly, nullptr, &size))
    return ::GetLastError() == static_cast<DWORD>(CRYPT_E_NOT_FOUND);
  std::vector<char> bytes(size);
  auto* const uses = reinterpret_cast<CERT_ENHKEY_USAGE*>(bytes.data());
  ::SetLastError(0);
  if (!::CertGetEnhancedKeyUsage(certificate, kLimitsOnly, uses, &size)) return false;
  if (uses->cUsageIdentifier == 0) return ::GetLastError() == static_cast<DWORD>(CRYPT_E_NOT_FOUND);
  for (DWORD i = 0; i < uses->cUsageIdentifier; ++i)
    if (std::strcmp(uses->rgpszUsageIdentifier[i], szOID_PKIX_KP_SERVER_AUTH) == 0) return true;
  return false;
}

namespace {
struct CloseStore {
  void operator()(void* store) const { ::CertCloseStore(store, 0); }
};
using Store = std::unique_ptr<void, CloseStore>;
}  // namespace

// Whether it is in the store of distrusted certificates, which takes precedence.
static bool is_disallowed(const Store& disallowed, PCCERT_CONTEXT certificate) {
  if (!disallowed) return false;
  const PCCERT_CONTEXT found = ::CertFindCertificateInStore(
      disallowed.get(), X509_ASN_ENCODING, 0, CERT_FIND_EXISTING, certificate, nullptr);
  if (!found) return false;
  ::CertFreeCertificateContext(found);
  return true;
}

Status trust_system(ssl_ctx_st* context) {
  const Store store(::CertOpenSystemStoreW(0, L"ROOT"));
  const Store disallowed(::CertOpenSystemStoreW(0, L"Disallowed"));
  if (!store) return win32::last_error("certificate store");
  PCCERT_CONTEXT each = nullptr;
  // It frees the previous one.
  while ((each = ::CertEnumCertificatesInStore(store.get(), each)) != nullptr) {
    if (!may_vouch_for_servers(each) || is_disallowed(disallowed, each)) continue;
    const unsigned char* encoded = each->pbCertEncoded;
    X509* const certificate = d2i_X509(nullptr, &encoded, static_cast<long>(each->cbCertEncoded));
    if (!certificate) continue;  // skip a certificate that OpenSSL cannot read
    X509_STORE_add_cert(SSL_CTX_get_cert_store(context), certificate);
    X509_free(certificate);
  }
  ERR_clear_error();
  return Done{};
}

std::string system_reason(int code) { return win32::message(static_cast<unsigned long>(code)); }
}  // namespace franz
