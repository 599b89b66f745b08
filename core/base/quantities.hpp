#pragma once

#include <chrono>
#include <string_view>

namespace tertium::core {

/// Seconds of "90s", "30m", "2h", "1h30m", "1.5d", "1:30:00" (h:m:s) or "2-12:00:00" (days-h:m:s, as Slurm writes).
/// Throws UsageError naming `what` for anything else, also for a bare number, whose unit nobody knows.
double parse_duration(std::string_view text, std::string_view what);

/// "2026-01-31T23:59:59Z", "...+01:00", without zone this machine's time, or "@SECONDS" since 1970. Throws UsageError.
std::chrono::system_clock::time_point parse_time(std::string_view text, std::string_view what);

/// The moment, at most the year 2200: later ones count as that.
std::chrono::system_clock::time_point since_1970(double seconds);

/// Bytes of "500M", "2G", "1.5GB" (powers of 1000), "2GiB" (powers of 1024). Throws UsageError.
double parse_bytes(std::string_view text, std::string_view what);

}  // namespace tertium::core
