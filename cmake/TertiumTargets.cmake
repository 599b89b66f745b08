# Which instruction sets the vector code is compiled for. Each takes as long as all else in its files, so that by default
# it is the best one of the machine that builds; machines that differ need all.
set(TERTIUM_TARGETS native
    CACHE STRING "Instruction sets of the vector code: native (the best of this machine), all, or Highway's names, as in SSE4;AVX2")
set(tertium_x86_targets SCALAR SSE4 AVX2 AVX3 AVX3_DL) # from the least, without vectors, to the best
# What Highway has to be asked for: the one with a vector popcount. And SSSE3 is not worth its sixth of the time, for only
# machines of 2006 to 2008 have it without SSE4.
set(tertium_all_targets HWY_WANT_AVX3_DL HWY_DISABLED_TARGETS=HWY_SSSE3)

# tertium_best_target(RESULT): the name of this machine's best.
function(tertium_best_target result)
  set(probe ${PROJECT_BINARY_DIR}/generated/best_target)
  if(NOT EXISTS ${probe})
    list(TRANSFORM tertium_all_targets PREPEND -D OUTPUT_VARIABLE definitions)
    try_compile(compiled ${PROJECT_BINARY_DIR}/generated/best_target_build ${PROJECT_SOURCE_DIR}/cmake/best_target.cpp
                COMPILE_DEFINITIONS ${definitions} LINK_LIBRARIES hwy::hwy COPY_FILE ${probe} OUTPUT_VARIABLE said)
    if(NOT compiled)
      message(FATAL_ERROR "cannot find out which instruction sets this machine has, give -DTERTIUM_TARGETS=all: ${said}")
    endif()
  endif()
  execute_process(COMMAND ${probe} OUTPUT_VARIABLE name OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE EMU128 SCALAR name ${name}) # its name with some compilers
  set(${result} ${name} PARENT_SCOPE)
endfunction()

# tertium_choose_targets(): what Highway's headers have to be told, for tertium_options.
function(tertium_choose_targets)
  set(wanted ${TERTIUM_TARGETS})
  if(wanted STREQUAL native AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    tertium_best_target(wanted)
  endif()
  if(wanted MATCHES "^(all|native)$")
    target_compile_definitions(tertium_options INTERFACE ${tertium_all_targets})
    return()
  endif()
  set(chosen "")
  foreach(name IN LISTS tertium_x86_targets)
    if(name IN_LIST wanted)
      list(APPEND chosen HWY_${name})
      list(REMOVE_ITEM wanted ${name})
    endif()
  endforeach()
  if(wanted OR NOT chosen)
    message(FATAL_ERROR "TERTIUM_TARGETS has unknown instruction sets (${wanted}); known: native, all, ${tertium_x86_targets}")
  endif()
  # Highway always compiles for the set that it thinks every machine has; which that is, it lets itself be told.
  list(TRANSFORM chosen REPLACE HWY_SCALAR HWY_BASELINE_SCALAR)
  list(GET chosen 0 least)
  list(JOIN chosen "|" chosen)
  target_compile_definitions(tertium_options INTERFACE HWY_WANT_AVX3_DL HWY_BASELINE_TARGETS=${least} "HWY_DISABLED_TARGETS=(~(${chosen}))")
endfunction()
tertium_choose_targets()
