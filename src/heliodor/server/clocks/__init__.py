"""Time at a table: `table_clock` counts it, `timekeeper` keeps it true across actions, absences and processes."""
