import type { Json, Person } from "../support/person.ts";
import { png } from "../support/pictures.ts";
import type { Reason, Recorded } from "./recorded.ts";

/** An organization prepared for attempting every operation. */
export interface World {
  readonly host: string;
  readonly iris: Person;
  readonly noah: Person;
  /** The user whom operations affect. */
  readonly mia: Person;
  /** A public channel with everyone subscribed. */
  readonly channel: number;
  /** Sends another message to the channel as noah, the member. */
  readonly message: () => Promise<number>;
  /** Creates another bot owned by noah. */
  readonly newBot: (fields?: object) => Promise<Person>;
  /** Attempts so far, to make names unique. */
  count: number;
}

interface Sample {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly fields?: Json;
  readonly file?: File;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Sampled = (world: World, who: Person) => Sample | Promise<Sample>;

export interface Operation {
  readonly marks: string;
  readonly route: string;
  readonly sample: Sampled | undefined;
  /** What the operation records in the audit log, or why it records nothing. Undefined if it changes nothing. */
  readonly audited?: Recorded | Reason;
}

/**
 * An operation, with a valid request if it needs parameters. Each mark is the outcome for one caller, in this order:
 * without credentials, an outsider, a guest, a bot, a member, a moderator, an administrator and an owner. `+` is a
 * success, and the other marks are in MARKS and REFUSALS. Objects that belong to a user belong to the member, who also
 * owns the bot.
 */
export const operation = (marks: string, route: string, sample?: Sampled): Operation => ({ marks, route, sample });

export const change = (marks: string, route: string, audited: Recorded | Reason, sample?: Sampled): Operation => ({
  marks,
  route,
  sample,
  audited,
});

export const picture = () => new File([png()], "picture.png", { type: "image/png" });

export const channelPath: Sampled = ({ channel }) => ({ path: { stream_id: channel } });

export const miaPath: Sampled = ({ mia }) => ({ path: { user_id: mia.id } });

export const channelField: Sampled = ({ channel }) => ({ fields: { stream_id: channel } });

export const withFields =
  (fields: Json): Sampled =>
  () => ({ fields });
