import type { ArchiveRow, TableName } from "../../../../archive/tables.ts";
import type { ReadLine } from "../reading/importer-port.ts";
import type { Writing } from "./writing.ts";

/** A row that is valid by itself; what it names may still be missing. */
export type ValidLine<Name extends TableName> = Extract<ReadLine<ArchiveRow<Name>>, { readonly row: unknown }>;

/** Writes one row, or says why it is left out: one of few texts, by which such rows are counted. */
export type RowWriter<Name extends TableName> = (
  writing: Writing,
  row: ArchiveRow<Name>,
  line: ValidLine<Name>,
) => string | undefined;

/** Reasons that several tables have. */
export const LeftOut = Object.freeze({
  invalid: "rows that are not valid",
  unknownUser: "rows of accounts that are not in the archive",
  unknownChannel: "rows of channels that are not in the archive",
  unknownMessage: "rows of messages that are not in the archive",
  unknownSender: "messages of senders who are not in the archive",
  unknownRecipient: "messages to people who are not in the archive",
  senderElsewhere: "messages whose sender takes no part",
  noChannelOfMessage: "messages of channels that are not in the archive",
  notAscending: "messages whose ids do not ascend",
  twice: "rows that are there twice",
  impossibleTime: "rows of a time before 1970 or after tomorrow",
  setting: "settings that cannot have such a value",
  tooMany: "rows beyond what an organization may have",
});
