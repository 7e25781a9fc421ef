# ccache, set up so that a clone finds the results of other clones on this machine: paths below the
# top of the clone are made relative, and the path of the build folder is not part of the key.
# Precompiled headers need the sloppiness (ccache(1), "Precompiled headers").
find_program(CCACHE ccache)
find_program(ENV_PROGRAM env)
if(CCACHE AND ENV_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${ENV_PROGRAM} CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1
    CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${CMAKE_CXX_COMPILER_LAUNCHER})
endif()
