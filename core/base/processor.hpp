#pragma once

namespace tertium::core {

/// Throws UserError where the processor has none of the instruction sets that this build's vector code is made of:
/// calling it would end by a signal. The program, the Python module and every look-up of a method or data set by its
/// name ask; who calls kernels without one asks before.
void check_processor();

}  // namespace tertium::core
