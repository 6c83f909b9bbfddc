CREATE UNIQUE INDEX processed_once ON processed (msg_id);
