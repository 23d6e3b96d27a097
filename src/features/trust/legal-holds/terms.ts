import * as v from "valibot";
import { stored } from "../../../database/stored.ts";
import { type ChannelId, channelIdSchema, type UserId, userIdSchema } from "../../../protocol/ids.ts";
import type { Seconds } from "../../../util/time.ts";
import type { HoldRow } from "./rows.ts";

export interface HoldTerms {
  readonly name: string;
  readonly matter: string;
  readonly reason: string;
  /** People whose sent and received messages are covered. */
  readonly custodians: readonly UserId[];
  readonly channels: readonly ChannelId[];
  /** Range of send times; null for no bound. */
  readonly from: Seconds | null;
  readonly until: Seconds | null;
  /** Whether the hold only covers the custodians' direct messages. */
  readonly direct_only: boolean;
}

export interface Hold extends HoldTerms, Pick<HoldRow, "id" | "created_at" | "created_by" | "released_at"> {
  readonly held: { readonly versions: number; readonly files: number; readonly bytes: number };
}

const readUsers = stored("holds.custodians", v.array(userIdSchema), () => []);
const readChannels = stored("holds.channels", v.array(channelIdSchema), () => []);

export const holdOf = (row: HoldRow): Hold => ({
  id: row.id,
  name: row.name,
  matter: row.matter,
  reason: row.reason,
  custodians: readUsers(row.custodians, row.id),
  channels: readChannels(row.channels, row.id),
  from: row.sent_from,
  until: row.sent_until,
  direct_only: row.direct_only === 1,
  created_at: row.created_at,
  created_by: row.created_by,
  released_at: row.released_at,
  held: { versions: row.versions, files: row.files, bytes: row.bytes },
});

export const columnsOf = ({ name, matter, reason, custodians, channels, from, until, direct_only }: HoldTerms) => ({
  ...{ name, matter, reason },
  custodians: JSON.stringify(custodians),
  channels: JSON.stringify(channels),
  sent_from: from,
  sent_until: until,
  direct_only: Number(direct_only),
});
