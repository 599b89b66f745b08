# Run after linking: lists the suites of the GoogleTest program PROGRAM and writes OUTPUT, which registers each as one
# test ROOM.SUITE. One process for a suite, not for each of its tests: starting a program with MPI and HDF5, or under the
# sanitizers, takes longer than most tests do. A failure shows the test's own name and lines.
execute_process(COMMAND ${PROGRAM} --gtest_list_tests OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "(^|\n)[^ \n]+\\.[ \n]" suites "${listed}")
set(text "")
foreach(suite IN LISTS suites)
  string(REGEX REPLACE "[\n ]|\\.[ \n]$" "" suite "${suite}")
  string(APPEND text "add_test([=[${ROOM}.${suite}]=] [=[${PROGRAM}]=] [=[--gtest_filter=${suite}.*]=] --gtest_brief=1)\n"
         "set_tests_properties([=[${ROOM}.${suite}]=] PROPERTIES TIMEOUT ${TIMEOUT} LABELS ${ROOM} WORKING_DIRECTORY [=[${FOLDER}]=])\n")
endforeach()
if(text STREQUAL "")
  message(FATAL_ERROR "${PROGRAM} has no tests")
endif()
file(WRITE ${OUTPUT} "${text}")
