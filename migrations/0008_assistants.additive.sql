-- The grant by which an assistant sent a message in its sender's name; 0 where it came with an import.
ALTER TABLE messages ADD COLUMN grant_id INTEGER;
CREATE INDEX messages_with_assistant ON messages (realm) WHERE grant_id IS NOT NULL;
