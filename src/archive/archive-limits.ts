/** Limits of an archive, which keep a hostile one from filling the memory or the disk of whoever reads it. */
export const archiveLimits = {
  members: 500_000,
  /** The headers of a tar: besides that of a member, there may be some that say more of it. */
  headers: 2_000_000,
  /** The size of the manifest, which is read as a whole. */
  manifest_bytes: 16_000_000,
  manifest_values: 500_000,
  /** The size at which a writer ends a piece of rows, before it is compressed. One row more may stand in it. */
  piece_bytes: 4_000_000,
  /** The longest row as JSON. The longest ones are entries of a bot's storage, each character of which may be escaped. */
  row_bytes: 12_000_000,
  /** The values in a row; the longest list is that of a group's members. */
  row_values: 250_000,
  /** The size of a piece as it is stored. */
  stored_piece_bytes: 20_000_000,
  /** How much larger the rows of a table may be than its pieces, once they are larger than what is free. */
  ratio: 200,
  ratio_free_bytes: 64_000_000,
  pax_bytes: 65_536,
  pax_records: 1000,
  name_bytes: 1000,
  json_depth: 100,
  /** The number of ids that a row lists. */
  ids_in_row: 10_000,
  /** The number of messages that a row of a file lists as those that open it: a longer list may lack some. */
  links_of_file: 1000,
  group_members: 200_000,
} as const;

/** The most bytes that the rows of one piece may have together. */
export const MAX_PIECE_BYTES = archiveLimits.piece_bytes + archiveLimits.row_bytes;
