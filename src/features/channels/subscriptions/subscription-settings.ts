import * as v from "valibot";
import type { Actor } from "../../../protocol/actor.ts";
import { boundedText } from "../../../protocol/bounded.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { toChannelId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { changePersonalSetting } from "../channels/channel-events.ts";
import { subscriptionIn } from "../channels/channels.ts";
import { type PersonalChange, personalFlags } from "../channels/personal-settings.ts";

/** A color, normalized to lowercase. */
export const colorSchema = v.pipe(
  boundedText("word"),
  v.check((color) => /^#[0-9a-f]{6}$/i.test(color), "{} is not a valid hex color code"),
  v.toLowerCase(),
);

interface WantedChange {
  readonly property: string;
  readonly value: unknown;
}

/** Changes one of the caller's personal settings for a channel (seed 4.7). */
export function changeSetting(realm: Realm, actor: Actor, stream_id: number, wanted: WantedChange): void {
  const parse = parserOf(wanted.property);
  const subscription = subscriptionIn(realm, actor.user_id, toChannelId(stream_id));
  if (subscription?.active !== 1) throw badRequest(`Not subscribed to channel ID ${stream_id}`);
  changePersonalSetting(realm, subscription, parse(wanted.value));
}

function parserOf(property: string): (value: unknown) => PersonalChange {
  if (property === "color") return parseColor;
  // `in_home_view` is the older, inverted name of `is_muted`.
  if (property === "in_home_view") return (value) => ({ name: "is_muted", value: !parseFlag(property, value) });
  const name = personalFlags.find((flag) => flag === property);
  if (name === undefined) throw badRequest(`Unknown subscription property: ${property}`);
  return (value) => ({ name, value: parseFlag(property, value) });
}

function parseFlag(property: string, value: unknown): boolean {
  if (typeof value !== "boolean") throw badRequest(`${property} is not a boolean`);
  return value;
}

function parseColor(value: unknown): PersonalChange {
  if (typeof value !== "string") throw badRequest("color is not a string");
  const color = v.safeParse(colorSchema, value);
  if (!color.success) throw badRequest("color is not a valid hex color code");
  return { name: "color", value: color.output };
}
