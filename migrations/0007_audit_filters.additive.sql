-- The audit log by what few of its entries have. Entries of one value are in the order of their keys.
CREATE INDEX audit_entries_by_result ON audit_entries (realm, result) WHERE result <> 'success';
CREATE INDEX audit_entries_by_kind ON audit_entries (realm, entity_type);
CREATE INDEX audit_entries_by_address ON audit_entries (realm, context ->> '$.fields.ip_address');
