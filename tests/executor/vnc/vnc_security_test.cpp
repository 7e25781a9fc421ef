#include "executor/vnc/vnc_security.h"
#include <gtest/gtest.h>
#include "executor/vnc/vnc_failure.h"

namespace franz::executor {
namespace {
TEST(VncSecurity, BeyondThisMachineOnlyACertificateProvesTheServer) {
  const struct {
    VncSecurity security;
    bool verified;
    const char* text;
  } rows[] = {
      {{1, 0}, false, "no password, not encrypted"},
      {{2, 0}, false, "VNC password, not encrypted"},
      {{30, 0}, false, "user and password, not encrypted"},
      {{18, 2}, false, "encrypted without a certificate, VNC password"},
      {{19, 257}, false, "encrypted without a certificate, no password"},
      {{19, 259}, false, "encrypted without a certificate, user and password"},
      {{19, 260}, true, "certificate checked, no password"},
      {{19, 261}, true, "certificate checked, VNC password"},
      {{19, 262}, true, "certificate checked, user and password"},
      // A server may offer these within VeNCrypt, without encryption.
      {{19, 1}, false, "no password, not encrypted"},
      {{19, 2}, false, "VNC password, not encrypted"},
      {{19, 256}, false, "user and password, not encrypted"},
      {{0, 0}, false, "no password, not encrypted"},
      {{1, 260}, false, "no password, not encrypted"},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(testing::Message() << row.security.type << " " << row.security.sub_type);
    BridgeSetup setup;
    EXPECT_EQ(is_verified(row.security), row.verified);
    EXPECT_EQ(is_accepted(row.security, setup, false), row.verified);
    EXPECT_TRUE(is_accepted(row.security, setup, true));
    setup.insecure = true;
    EXPECT_TRUE(is_accepted(row.security, setup, false));
    EXPECT_EQ(security_text(row.security), row.text);
  }
}

TEST(VncSecurity, NegotiatesOnlyWhatMayBeAccepted) {
  BridgeSetup setup;
  EXPECT_EQ(accepted_security_types(setup, false), (std::vector<std::uint32_t>{19}));
  EXPECT_EQ(accepted_security_types(setup, true), (std::vector<std::uint32_t>{19, 18, 2, 1}));
  setup.user = "ada";
  EXPECT_EQ(accepted_security_types(setup, false), (std::vector<std::uint32_t>{19}));
  setup.insecure = true;
  EXPECT_EQ(accepted_security_types(setup, false), (std::vector<std::uint32_t>{19, 18, 30, 2, 1}));
}

TEST(VncFailure, NamesTheServerTheReasonAndTheNextStep) {
  const auto setup = [](const char* user, const char* password) {
    BridgeSetup made;
    made.host = "10.0.0.5";
    made.port = 5901;
    made.user = user;
    made.password = password;
    return made;
  };
  const std::string insecure =
      "the VNC server 10.0.0.5:5901 does not prove by a certificate who it is. Let it offer "
      "VeNCrypt with X.509 first and name its certificate authority with [surface] vnc_ca, reach "
      "it through an SSH tunnel, or accept it as it is with --insecure";
  const struct {
    BridgeSetup setup;
    VncConnectionFacts facts;
    std::string text;
    bool is_final;
  } rows[] = {
      {setup("", ""),
       {.is_local = true, .last_line = "VNC server closed connection"},
       "the VNC server 10.0.0.5:5901: VNC server closed connection",
       false},
      {setup("", ""),
       {.is_local = true, .stalled = true},
       "the VNC server 10.0.0.5:5901 did not answer in time",
       false},
      {setup("", ""),
       {.is_local = true},
       "the VNC server 10.0.0.5:5901: the connection ended",
       false},
      {setup("", ""),
       {.is_local = true, .security = {2, 0}, .asked = true},
       "the VNC server 10.0.0.5:5901 wants a password: name its file with [surface] "
       "vnc_password_file",
       true},
      {setup("", "wrong"),
       {.is_local = true,
        .security = {2, 0},
        .asked = true,
        .refused = true,
        .last_line = "Authentication failure"},
       "the VNC server 10.0.0.5:5901 refused the password: Authentication failure",
       true},
      {setup("", "secret"),
       {.is_local = true, .security = {19, 259}, .asked = true, .wants_user = true},
       "the VNC server 10.0.0.5:5901 wants a user's name: write it into the first line of the file "
       "that [surface] vnc_password_file names",
       true},
      {setup("", ""), {.no_type = true}, insecure, true},
      {setup("", "secret"), {.security = {2, 0}, .asked = true}, insecure, true},
      {setup("", ""),
       {.refusal = "its screen is too large", .security = {19, 260}},
       "the VNC server 10.0.0.5:5901: its screen is too large",
       true},
      {setup("", ""),
       {.security = {19, 260}, .certificate = "The certificate is not trusted."},
       "the VNC server 10.0.0.5:5901: The certificate is not trusted. Name its certificate "
       "authority, or the certificate itself, with [surface] vnc_ca, and use the host's name that "
       "it was made for",
       true},
      // A connection that was cut is no refusal.
      {setup("", "secret"),
       {.is_local = true, .security = {2, 0}, .asked = true, .last_line = "read: reset"},
       "the VNC server 10.0.0.5:5901: read: reset",
       false},
  };
  for (const auto& row : rows) {
    const VncFailure failure = explain_failure(row.setup, row.facts);
    EXPECT_EQ(failure.text, row.text);
    EXPECT_EQ(failure.is_final, row.is_final) << row.text;
  }
  BridgeSetup six = setup("", "");
  six.host = "::1";
  EXPECT_EQ(server_address(six), "[::1]:5901");
}
}  // namespace
}  // namespace franz::executor
