import { useEffect, useRef } from "preact/hooks";
import type { WireAssistant, WireExclusions } from "../../../../../wire-types.ts";
import { useClient } from "../../../../client/client.ts";
import { Time } from "../../../../parts/indicators/time.tsx";
import { listed } from "../../../../words/format.ts";
import { assistantsWords } from "../../../../words/settings/own/assistants.ts";
import { LastUse } from "../../entry.tsx";

/** An assistant that a user has authorized, as returned by the API. */
export type Assistant = WireAssistant;

/** One of the user's assistants, with what is excluded from its access. */
export type OwnAssistant = Assistant & WireExclusions;

export type Approval = Assistant["approval"];

export const canWrite = ({ scopes }: Pick<Assistant, "scopes">): boolean =>
  scopes.some((scope) => scope.startsWith("write"));

/** Reloads a list when assistants were authorized, changed or removed, here or elsewhere. */
export function useAssistantChanges(load: () => Promise<void>): void {
  const client = useClient();
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => client.listen("assistants_changed", () => void latest.current()), []);
}

export function AssistantFacts({ assistant }: { readonly assistant: Assistant }) {
  const w = assistantsWords();
  const { scopes, created_at, last_used_at, calls_this_week, messages_sent } = assistant;
  return (
    <>
      <p class="settings-note">{w.may(listed(scopes.map((scope) => w.scopes[scope])))}</p>
      <p class="settings-note">
        {w.since} <Time at={created_at} as="date" />
        {" · "}
        <LastUse at={last_used_at} used={w.used} unused={w.unused} as="date" />
      </p>
      <p class="settings-note">
        {w.calls(calls_this_week)} · {w.sent(messages_sent)}
      </p>
    </>
  );
}

/** The name that an assistant's program gives itself, and the host that confirms its identity. */
export const AssistantName = ({ assistant: { name, host } }: { readonly assistant: Assistant }) => (
  <>
    <bdi>{name}</bdi>
    {host !== null && (
      <span class="entry-mark">
        <bdi>{host}</bdi>
      </span>
    )}
  </>
);
