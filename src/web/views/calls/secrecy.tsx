import type { Secrecy } from "../../client/calls/call-secrecy.ts";
import type { CallSession } from "../../client/calls/call-session.ts";
import { type Client, useClient } from "../../client/client.ts";
import { Icon } from "../../parts/icon.tsx";
import { callsWords } from "../../words/calls.ts";
import { nameOfUser } from "../people/names.ts";
import { formatUserNames } from "./call-names.tsx";

export interface WithSession {
  readonly session: CallSession;
}

const ICONS = { browsers: "lock", service: "globe", members: "lock" } as const satisfies Record<Secrecy, string>;

/** An icon that shows who else could listen in. */
export function SecrecySign({ session }: WithSession) {
  const secrecy = session.secrecy.kind.value;
  if (secrecy === undefined) return null;
  const { name } = callsWords().secrecy[secrecy];
  return (
    <span class="call-secrecy" role="img" aria-label={name} title={name}>
      <Icon name={ICONS[secrecy]} size={14} />
    </span>
  );
}

/** Explains why the call isn't end-to-end encrypted, so that the media server could listen to it. */
export function PlainReason({ session }: WithSession) {
  const client = useClient();
  return (
    <p class="call-plain" role="status">
      {reasonText(client, session)}
    </p>
  );
}

function reasonText(client: Client, { secrecy, members }: CallSession): string | undefined {
  const w = callsWords();
  const state = client.watch("users");
  const reason = secrecy.reason.value;
  if (reason === undefined) return undefined;
  if (reason.by !== undefined) return w.told.plain(nameOfUser(state, reason.by));
  if (reason.unable.some(({ id }) => id === members.me.value)) return w.cannotEncrypt;
  const users = [...new Set(reason.unable.map(({ user_id }) => user_id))];
  return w.cannotEncryptAll(users.length, formatUserNames(state, users));
}

/** Explains who else could listen in, and shows the number that participants compare to detect a man in the middle. */
export function SecrecyText({ session }: WithSession) {
  const w = callsWords();
  const secrecy = session.secrecy.kind.value;
  const number = session.secrecy.number.value;
  if (secrecy === undefined) return null;
  const { name, about } = w.secrecy[secrecy];
  return (
    <div class="call-secrecy-text">
      <p>
        <strong>{name}</strong>
        <br />
        {about}
      </p>
      {secrecy === "members" && number !== undefined && (
        <>
          <p>
            {w.safetyNumber}
            <br />
            <bdi class="call-safety-number">{number}</bdi>
          </p>
          <p>{w.safetyHint}</p>
        </>
      )}
    </div>
  );
}
