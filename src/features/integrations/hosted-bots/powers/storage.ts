import * as v from "valibot";
import { boundedText } from "../../../../protocol/bounded.ts";
import { unlessRefused } from "../../../../protocol/errors.ts";
import { clearStorage, readStorage, storedKeys, writeStorage } from "../../../people/bot-storage/bot-storage.ts";
import { actingBot } from "../acting-bot.ts";
import { power, type RunContext } from "./power.ts";

const MAX_KEYS = 1000;
const key = boundedText("id");

export const storageGet = power(v.strictObject({ key }), (context, args) => {
  const text = textAt(context, args.key);
  return text === undefined ? null : valueIn(text);
});

export const storageSet = power(v.strictObject({ key, value: v.unknown() }), (context, args) => {
  const { realm } = context;
  realm.change(() => writeStorage(realm, actingBot(context).id, [[args.key, JSON.stringify(args.value)]]));
});

export const storageDelete = power(v.strictObject({ key }), (context, args) => {
  const { realm } = context;
  realm.change(() => {
    const { id } = actingBot(context);
    if (textAt(context, args.key) !== undefined) clearStorage(realm, id, [args.key]);
  });
});

export const storageList = power(v.strictObject({ prefix: boundedText("id") }), ({ realm, bot }, { prefix }) =>
  storedKeys(realm, bot, prefix, MAX_KEYS),
);

const textAt = ({ realm, bot }: RunContext, key: string): string | undefined =>
  unlessRefused(() => readStorage(realm, bot, [key])[0]?.value);

const json = v.pipe(v.string(), v.parseJson());

/**
 * Parses a stored value. Scripts store values as JSON, but other programs of the bot can store any text through the
 * API.
 */
function valueIn(text: string): unknown {
  const value = v.safeParse(json, text);
  return value.success ? value.output : text;
}
