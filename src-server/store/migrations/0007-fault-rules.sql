-- Fault rules that stay after a restart (training.md, "Faults"); the others are kept in memory.
CREATE TABLE fault_rules (
  id INTEGER PRIMARY KEY,
  -- JSON of a FaultRule.
  rule TEXT NOT NULL,
  is_on INTEGER NOT NULL CHECK (is_on IN (0, 1))
) STRICT;
