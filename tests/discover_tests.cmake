# Lists the tests of a GoogleTest program as ctest entries. franz_add_test() (CMakeLists.txt) makes
# CTest call this when it reads the tests of a folder. The program is started only if it is newer than
# its list.
#   PROGRAM     the program
#   EMULATOR    the command that runs it, for example Wine; may be empty
#   LIST        the file that gets the entries
#   PER         "test": an entry for each test; "suite": an entry for each suite
#   LEFT_OUT    a pattern of --gtest_filter: tests that are not run; may be empty
#   PROPERTIES  for set_tests_properties()
cmake_policy(PUSH)
cmake_policy(VERSION 3.25)  # ctest sets none
function(franz_discover_tests)
  cmake_parse_arguments(arg "" "PROGRAM;LIST;PER;LEFT_OUT" "EMULATOR;PROPERTIES" ${ARGN})
  if(NOT EXISTS "${arg_PROGRAM}")
    get_filename_component(name "${arg_PROGRAM}" NAME_WE)
    file(WRITE "${arg_LIST}" "add_test(${name}_is_not_built [==[${arg_PROGRAM}]==])\n")
    return()
  endif()
  if(EXISTS "${arg_LIST}" AND "${arg_LIST}" IS_NEWER_THAN "${arg_PROGRAM}" AND
     "${arg_LIST}" IS_NEWER_THAN "${CMAKE_CURRENT_FUNCTION_LIST_FILE}")
    return()
  endif()
  execute_process(COMMAND ${arg_EMULATOR} "${arg_PROGRAM}" --gtest_list_tests "--gtest_filter=-${arg_LEFT_OUT}"
    OUTPUT_VARIABLE output RESULT_VARIABLE failed TIMEOUT 60)
  if(failed)
    message(FATAL_ERROR "${arg_PROGRAM} --gtest_list_tests: ${failed}")
  endif()
  # "Suite." and below it "  Test"; a comment follows "#" where tests have parameters.
  string(REGEX REPLACE " *#[^\n]*" "" output "${output}")
  string(REGEX REPLACE "\r?\n" ";" lines "${output}")
  set(names "")
  foreach(line IN LISTS lines)
    if(line MATCHES "^([^ ].*)\\.$")
      set(suite "${CMAKE_MATCH_1}")
      if(arg_PER STREQUAL "suite")
        list(APPEND names "${suite}")
      endif()
    elseif(line MATCHES "^  (.+)$" AND arg_PER STREQUAL "test")
      list(APPEND names "${suite}.${CMAKE_MATCH_1}")
    endif()
  endforeach()
  if(names STREQUAL "")
    message(FATAL_ERROR "${arg_PROGRAM} lists no test")
  endif()
  set(text "")
  foreach(name IN LISTS names)
    set(filter "${name}")
    if(arg_PER STREQUAL "suite")
      set(filter "${name}.*")
      if(arg_LEFT_OUT)
        string(APPEND filter "-${arg_LEFT_OUT}")
      endif()
    endif()
    string(APPEND text "add_test([==[${name}]==]")
    foreach(word IN LISTS arg_EMULATOR arg_PROGRAM)
      string(APPEND text " [==[${word}]==]")
    endforeach()
    string(APPEND text " [==[--gtest_filter=${filter}]==])\n"
      "set_tests_properties([==[${name}]==] PROPERTIES ${arg_PROPERTIES})\n")
  endforeach()
  file(WRITE "${arg_LIST}" "${text}")
endfunction()
cmake_policy(POP)
