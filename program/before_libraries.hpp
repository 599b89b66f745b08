#pragma once

namespace tertium::program {

/// What has to happen before any library of the program begins; an entry of its .preinit_array. Ends the program where
/// it may use too little memory, and takes variables out of its environment that would misplace its threads.
void before_libraries(int argc, char** argv, char** environment);

}  // namespace tertium::program
