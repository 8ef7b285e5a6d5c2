#pragma once

#include <sqlite3.h>

/// Turns off SQLite's statistics of memory. Call it before the first connection; later it has no effect.
static inline void rondo_sqlite_without_memory_statistics(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
