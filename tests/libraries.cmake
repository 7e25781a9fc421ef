cmake_minimum_required(VERSION 3.19)
# Fails when the product no longer uses one of the libraries that it is built on (docs/design.md,
# "Libraries"). What the product may not do itself in their place, layering.cmake checks.
#   cmake -DBUILD=… -DNINJA=… -P libraries.cmake
set(problems "")

# The headers that objects of the product were compiled with, by what ninja noted of each.
execute_process(COMMAND ${NINJA} -C ${BUILD} -t deps
  COMMAND awk "/^[^ ].*: #deps/ { object = $1 }
    object !~ /^tests\\// && /\\/nlohmann\\/json.hpp$|\\/httplib.h$|\\/boost\\/process\\/.*child.hpp$|\\/stb_image_write.h$/ {
      print object, $1 }"
  OUTPUT_VARIABLE used COMMAND_ERROR_IS_FATAL ANY)
foreach(wanted IN ITEMS
    "common/base/[^\n]*/nlohmann/json.hpp" "common/net/[^\n]*/httplib.h"
    "proxy/demo_vlm/[^\n]*/httplib.h" "common/os/[^\n]*/boost/process/"
    "common/picture/[^\n]*/stb_image_write.h")
  if(NOT used MATCHES "${wanted}")
    list(APPEND problems "no object of the product was compiled with ${wanted}")
  endif()
endforeach()

if(problems)
  list(JOIN problems "\n" text)
  message(FATAL_ERROR "${text}")
endif()
