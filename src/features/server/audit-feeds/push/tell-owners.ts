import type { Realm } from "../../../../realm/realm.ts";
import { inMilliseconds, type Seconds } from "../../../../util/time.ts";
import { sendDirectNotice } from "../../../organization/notices/notices.ts";
import { letterLanguage } from "../../../organization/users/letter-language.ts";
import { listActiveOwners } from "../../../organization/users/users.ts";
import { type PushWords, pushWords } from "./push-words.ts";

const moment = (time: Seconds): string => `<time:${new Date(inMilliseconds(time)).toISOString()}>`;

/** Tells owners in their languages, by messages: an email would leave the organization for others to read. */
function tellOwners(realm: Realm, write: (words: PushWords) => string): void {
  for (const { id } of listActiveOwners(realm)) {
    sendDirectNotice(realm, { to: id, content: write(pushWords[letterLanguage(realm, { id })]) });
  }
}

export const tellOwnersItFails = (realm: Realm, { since, error }: { since: Seconds; error: string }): void =>
  tellOwners(realm, ({ fails }) => fails(moment(since), error));

export const tellOwnersItWorks = (realm: Realm, since: Seconds): void =>
  tellOwners(realm, ({ works }) => works(moment(since)));
