# Fails when an #include breaks a rule of where code lives:
#   base <- geometry, tools, settings <- wire <- memory <- formats <- run <- a program's core <- its
#   *_app <- main; the names of the families (common/formats/names.h) are below all of these
# and within the proxy:
#   command, relay <- supervisor, offline/diff <- dashboard <- run <- offline <- proxy_app, main:
#   the dashboard offers a comparison, and no other offline command
# and: no program includes another, cores touch no OS, platform headers only in platform files,
# third-party headers in no header of ours but one, which chooses between two places of Boost.Process;
# cpp-httplib in the HTTP client and the demo model only.
# And: programs are started by Boost.Process alone, but for that of a signal handler; names are looked
# up by Boost.Asio.
set(problems "")
set(platform "^(windows|winsock2|ws2tcpip|unistd|fcntl|poll|signal|spawn|sys/|X11/|pthread|netinet/|arpa/)")
set(third_party "^(boost/|nlohmann/|httplib|CLI/|stb_|libdeflate|zlib\\.h|openssl/|re2/|archive|expat|rfb/|gnutls/|gtest/|gmock/)")
set(impure "^(thread|mutex|condition_variable|fstream|filesystem|iostream|future|stop_token|chrono|cstdio)$")

file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/common/*.h ${ROOT}/common/*.cpp
  ${ROOT}/capturer/*.h ${ROOT}/capturer/*.cpp ${ROOT}/executor/*.h ${ROOT}/executor/*.cpp
  ${ROOT}/orchestrator/*.h ${ROOT}/orchestrator/*.cpp ${ROOT}/proxy/*.h ${ROOT}/proxy/*.cpp)

# Sets `result` to the rank of a file of ours: a file includes only files of its own rank or below.
function(rank_of file result)
  if(file MATCHES "/main\\.cpp$")
    set(rank 6)
  elseif(file MATCHES "^common/(os|net)/" OR file MATCHES "_(app|win32|posix|x11)\\.(h|cpp)$")
    set(rank 5)
  elseif(file MATCHES "^common/base/" OR file STREQUAL "common/formats/names.h")
    set(rank 0)
  elseif(file MATCHES "^common/(geometry|tools|settings)/")
    set(rank 1)
  elseif(file MATCHES "^common/wire/")
    set(rank 2)
  elseif(file MATCHES "^common/(desktop|memory|formats|run|http|picture)/")
    set(rank 3)
  else()
    set(rank 4)
  endif()
  set(${result} ${rank} PARENT_SCOPE)
endfunction()

# Likewise between the folders of the proxy; what is no file of it has rank 0.
function(proxy_rank_of file result)
  if(file MATCHES "^proxy/(supervisor|offline/diff)/")
    set(rank 2)
  elseif(file MATCHES "^proxy/dashboard/")
    set(rank 3)
  elseif(file MATCHES "^proxy/run/")
    set(rank 4)
  elseif(file MATCHES "^proxy/offline/")
    set(rank 5)
  elseif(file MATCHES "^proxy/[^/]+$")
    set(rank 6)
  else()
    set(rank 0)
  endif()
  set(${result} ${rank} PARENT_SCOPE)
endfunction()

# The program that a file belongs to; nested programs (proxy/demo_vlm) stand for themselves.
function(program_of file result)
  if(file MATCHES "^(proxy/demo_vlm|proxy/calibration_card|proxy/status_window|executor/mcp)/" OR file MATCHES "^([a-z_]+)/")
    set(${result} ${CMAKE_MATCH_1} PARENT_SCOPE)
  endif()
endfunction()

foreach(file IN LISTS files)
  rank_of(${file} rank)
  proxy_rank_of(${file} proxy_rank)
  program_of(${file} program)
  file(STRINGS ${ROOT}/${file} lines REGEX "^ *#[ \t]*include")
  foreach(line IN LISTS lines)
    if(NOT line MATCHES "include[ \t]*([<\"])([^>\"]+)[>\"]")
      continue()
    endif()
    set(kind ${CMAKE_MATCH_1})
    set(target ${CMAKE_MATCH_2})
    set(problem "")
    if(kind STREQUAL "\"")
      rank_of(${target} target_rank)
      proxy_rank_of(${target} target_proxy_rank)
      program_of(${target} target_program)
      if(target_proxy_rank GREATER proxy_rank)
        set(problem "a lower part of the proxy includes a higher one")
      elseif(target_rank GREATER rank)
        set(problem "a lower layer includes a higher one")
      elseif(NOT target_program STREQUAL "common" AND NOT target_program STREQUAL program)
        set(problem "a program includes another")
      elseif(NOT EXISTS ${ROOT}/${target})
        set(problem "include paths start at the top folder")
      endif()
    elseif(target MATCHES "${third_party}")
      if(file MATCHES "\\.h$" AND NOT file STREQUAL "common/os/boost_process.h")
        set(problem "a third-party header in a header of ours")
      endif()
      if(target MATCHES "^httplib" AND NOT file MATCHES "^(common/net/http_client|proxy/demo_vlm/demo_vlm_app)\\.cpp$")
        set(problem "cpp-httplib outside the HTTP client and the demo model")
      endif()
    elseif(target MATCHES "${platform}")
      if(NOT file MATCHES "_(win32|posix|x11)\\.(cpp|h)$")
        set(problem "a platform header outside *_win32, *_x11 and *_posix files")
      endif()
    elseif(target MATCHES "${impure}" AND rank LESS 5)
      set(problem "a core touches the world")
    endif()
    if(problem)
      list(APPEND problems "${file}: ${line}: ${problem}")
    endif()
  endforeach()
  file(STRINGS ${ROOT}/${file} starts
    REGEX "[^a-z_](fork|vfork|clone3?|posix_spawnp?|popen|system|CreateProcess[AW]?|getaddrinfo|gethostbyname) *\\(")
  if(starts AND NOT file STREQUAL "executor/desktop/release_at_end_posix.cpp")
    list(APPEND problems "${file}: ${starts}: neither Boost.Process nor Boost.Asio starts this program or looks this name up")
  endif()
endforeach()

if(problems)
  list(JOIN problems "\n  " text)
  message(FATAL_ERROR "layering:\n  ${text}")
endif()
