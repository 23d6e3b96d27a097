import * as v from "valibot";
import type { Env } from "../../../config/env.ts";
import { setupAction } from "../../../endpoints/endpoint.ts";
import { boolean, optional, text } from "../../../endpoints/parameter.ts";
import type { Realm } from "../../../realm/realm.ts";
import { before, DAY, inMilliseconds } from "../../../util/time.ts";
import { discardFile, heldPrefixesHook, isMadeKey, namedFiles, reservedKeys } from "../../files/storage/public.ts";
import { checkSetupToken } from "../setup/public.ts";
import { forOperators, operatorParams } from "./operator-params.ts";

/** The most that R2 lists at once. */
const MOST = 1000;

interface Listed {
  readonly files: readonly { readonly key: string; readonly uploaded: number }[];
  /** Whether R2 has further ones. */
  readonly goesOn: boolean;
  /** The last key that R2 has listed, where its file was left out. */
  readonly last?: string;
}

/**
 * Compares a page of the files in R2 with those that the organization's rows name. Files that nothing names are deleted
 * where that is asked for, but none of the last day: it may be about to be named.
 */
export const checkFilesEndpoint = setupAction({
  ...forOperators,
  route: "POST /organizations/check/files",
  repeatable: true,
  params: { ...operatorParams, after: optional(text("name"), ""), delete_unnamed: optional(boolean, false) },
  reply: {
    checked: v.number(),
    /** Files that are named and not there. */
    missing: v.array(v.string()),
    /** Files that nothing names; `old` ones are more than a day old. */
    unnamed: v.array(v.object({ key: v.string(), old: v.boolean() })),
    deleted: v.number(),
    /** The key after which the next page begins; null at the end. */
    next: v.nullable(v.string()),
  },
  plan: ({ realm }) => ({ number: realm.id }),
  async prepare({ plan: { number }, params: { setup_token, after }, config, env, request, log }) {
    await checkSetupToken(setup_token, { config, env, request, log });
    const listed = await listFiles(env, `${number}/`, after);
    return config.ownPort === null ? listed : withoutLost(env, listed);
  },
  run({ realm, params: { after, delete_unnamed }, prepared }) {
    const { end, ...found } = compareFiles(realm, prepared, after);
    const gone = delete_unnamed ? found.unnamed.filter(({ old }) => old) : [];
    for (const { key } of gone) discardFile(realm, key);
    return { ...found, deleted: gone.length, next: end };
  },
});

async function listFiles({ UPLOADS }: Pick<Env, "UPLOADS">, prefix: string, after: string): Promise<Listed> {
  const { objects, truncated } = await UPLOADS.list({
    prefix,
    limit: MOST,
    ...(after !== "" && { startAfter: after }),
  });
  return { files: objects.map(({ key, uploaded }) => ({ key, uploaded: uploaded.getTime() })), goesOn: truncated };
}

/**
 * Leaves out files that are listed but cannot be read: on a machine of one's own the list is a database, beside which what
 * the files hold may be gone.
 */
async function withoutLost({ UPLOADS }: Pick<Env, "UPLOADS">, { files, goesOn }: Listed): Promise<Listed> {
  const there: Listed["files"][number][] = [];
  for (const file of files) {
    const found = await UPLOADS.get(file.key).catch(() => null);
    await found?.body.cancel();
    if (found !== null) there.push(file);
  }
  // The end of the page is still known by the last one.
  const last = files.at(-1);
  return { files: there, goesOn, ...(last && { last: last.key }) };
}

function compareFiles(realm: Realm, { files, goesOn, last = files.at(-1)?.key }: Listed, after: string) {
  const named = namedFiles(realm, { after, most: MOST });
  const ends = [...(goesOn ? [last] : []), ...(named.length === MOST ? [named.at(-1)] : [])];
  const end = ends.reduce<string | null>((least, key) => (key && (least === null || key < least) ? key : least), null);
  const upToEnd = (key: string) => end === null || key <= end;
  const known = new Set(named);
  const there = new Set(files.map(({ key }) => key));
  const yesterday = inMilliseconds(before(realm.seconds(), DAY));
  const held = realm.collect(heldPrefixesHook).flat();
  const isHeld = (key: string) => isMadeKey(key) || held.some((prefix) => key.startsWith(prefix));
  const unnamed = files.filter(({ key }) => upToEnd(key) && !known.has(key) && !isHeld(key));
  const reserved = reservedKeys(
    realm,
    unnamed.map(({ key }) => key),
  );
  return {
    checked: files.filter(({ key }) => upToEnd(key)).length,
    missing: named.filter((key) => upToEnd(key) && !there.has(key)),
    unnamed: unnamed
      .filter(({ key }) => !reserved.has(key))
      .map(({ key, uploaded }) => ({ key, old: uploaded < yesterday })),
    end,
  };
}
