import { signal } from "@preact/signals";
import { useClient } from "../../client/client.ts";
import type { OutsideAccess } from "../../model/state.ts";
import { Button } from "../../parts/button.tsx";
import { now } from "../../parts/indicators/time.tsx";
import { appWords } from "../../words/app.ts";
import { outsideWords } from "../../words/outside.ts";
import { shortDate } from "../../words/time.ts";
import { openOutsideSettings, whoLetIn } from "./own-dialogs.tsx";

/**
 * localStorage key. Its value is the id of the newest session whose notice was dismissed in this browser. When this
 * browser is approved, its own session and all earlier ones count as dismissed.
 */
const NOTICED = "parley.let-in";
const noticed = signal(Number(localStorage.getItem(NOTICED) ?? 0));

const newest = (access: OutsideAccess | null | undefined): number =>
  Math.max(0, ...(access?.let_in ?? []).map(({ session_id }) => session_id));

function notice(id: number): void {
  noticed.value = id;
  localStorage.setItem(NOTICED, String(id));
}

export function noteAdmissions(access: OutsideAccess | null | undefined): void {
  if (localStorage.getItem(NOTICED) === null) notice(newest(access));
}

/**
 * Notifies someone who joined through an outside link of devices that others approved for their account. Each notice is
 * shown until it is dismissed.
 */
export function LetIn({ access }: { readonly access: OutsideAccess }) {
  const client = useClient();
  const state = client.watch("users");
  const w = outsideWords();
  const unnoticed = (access.let_in ?? []).filter(({ session_id }) => session_id > noticed.value);
  return (
    // Rendered even while empty, because screen readers only announce items that are added to an existing list.
    <ul class="outside-devices" aria-live="polite">
      {unnoticed.map(({ session_id, by, at }) => (
        <li class="outside-device" key={session_id}>
          <span>{w.letIn(whoLetIn(state, by), shortDate(at, now.value))}</span>
          <Button onClick={() => openOutsideSettings(client)}>{w.devices}</Button>
          <Button onClick={() => notice(session_id)}>{appWords().close}</Button>
        </li>
      ))}
    </ul>
  );
}
