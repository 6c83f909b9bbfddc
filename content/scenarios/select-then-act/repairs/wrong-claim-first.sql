CREATE TABLE claims (
  msg_id text PRIMARY KEY,
  state text NOT NULL DEFAULT 'claimed'
);
