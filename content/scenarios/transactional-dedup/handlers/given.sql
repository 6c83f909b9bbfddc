-- processed: msg_id text PRIMARY KEY
BEGIN;
INSERT INTO processed (msg_id) VALUES ('msg-41');
UPDATE orders SET status = 'paid' WHERE id = 'O-7';
COMMIT;
-- then ack
-- on 23505: ROLLBACK, log "duplicate", then ack
