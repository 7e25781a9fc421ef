// What real VNC servers must prove before they are trusted, and what they ask for.
#include <gtest/gtest.h>
#include <chrono>
#include <fstream>
#include "common/os/temporary_folder.h"
#include "executor/vnc/vnc_client.h"
#include "tests/executor/vnc/vnc_world.h"
#include "tests/proxy/relay/certificates.h"

namespace franz::executor {
namespace {
std::string opened(const BridgeSetup& setup, bool is_local) {
  const auto client = VncClient::open(setup, {is_local, {"raw"}});
  if (!client.ok()) return client.error().text;
  return "ok: " + security_text(client.value()->security());
}

TEST(VncSecurityOfServers, APasswordIsNeededAndChecked) {
  const auto folder = TemporaryFolder::make("password");
  ASSERT_TRUE(folder.ok());
  const std::string file = folder.value()->path() + "/p";
  ASSERT_TRUE(run_child({"/usr/bin/env", {"x11vnc", "-storepasswd", "secret", file}, {}, ""}, "",
                        std::chrono::seconds(20))
                  .end.ok());
  const Xvnc server({"-SecurityTypes", "VncAuth", "-PasswordFile", file});
  ASSERT_NE(server.display(), "");
  const std::string name = "the VNC server 127.0.0.1:" + std::to_string(server.port());
  BridgeSetup setup = setup_for(server.port());
  EXPECT_EQ(opened(setup, true),
            name + " wants a password: name its file with [surface] vnc_password_file");
  setup.password = "wrong";
  EXPECT_TRUE(opened(setup, true).starts_with(name + " refused the password: "))
      << opened(setup, true);
  setup.password = "secret";
  EXPECT_EQ(opened(setup, true), "ok: VNC password, not encrypted");
  EXPECT_TRUE(opened(setup, false).starts_with(name + " does not prove by a certificate"));
  setup.insecure = true;
  EXPECT_EQ(opened(setup, false), "ok: VNC password, not encrypted");
}

TEST(VncSecurityOfServers, ACertificateIsChecked) {
  const auto folder = TemporaryFolder::make("certificate");
  ASSERT_TRUE(folder.ok());
  const auto file = [&](const std::string& name, const std::string& text) {
    const std::string path = folder.value()->path() + "/" + name;
    std::ofstream(path) << text;
    return path;
  };
  const Authority authority, other;
  const Identity ours = authority.issue({.hosts = {"127.0.0.1"}});
  const Identity elsewhere = authority.issue({.hosts = {"example.org"}});
  const std::string ca = file("ca", authority.certificate()),
                    other_ca = file("other", other.certificate());
  const struct {
    const Identity& identity;
    std::string types, ca, answer;
  } rows[] = {
      {ours, "X509None", ca, "ok: certificate checked, no password"},
      {ours, "X509None", other_ca, "The certificate"},
      {ours, "X509None", "", "The certificate"},
      {ours, "X509None", ca + "x", "the file that [surface] vnc_ca names cannot be read"},
      {elsewhere, "X509None", ca, "The certificate"},
      {ours, "TLSNone", ca, "does not prove by a certificate"},
      {ours, "None", ca, "does not prove by a certificate"},
  };
  for (const auto& row : rows) {
    const Xvnc server({"-SecurityTypes", row.types, "-X509Cert",
                       file("cert", row.identity.certificate), "-X509Key",
                       file("key", row.identity.key)});
    ASSERT_NE(server.display(), "");
    BridgeSetup setup = setup_for(server.port());
    setup.ca = row.ca;
    const std::string answer = opened(setup, false);
    EXPECT_NE(answer.find(row.answer), std::string::npos) << row.types << ": " << answer;
    if (row.types == "TLSNone") {
      setup.insecure = true;
      EXPECT_EQ(opened(setup, false), "ok: encrypted without a certificate, no password");
    }
  }
}
}  // namespace
}  // namespace franz::executor
