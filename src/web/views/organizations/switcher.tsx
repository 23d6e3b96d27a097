import "./switcher.css";
import { useClient } from "../../client/client.ts";
import { organizations } from "../../client/organizations/list.ts";
import { capsOf } from "../../keys.ts";
import type { Organization } from "../../model/organizations/organizations.ts";
import { ToolButton } from "../../parts/button.tsx";
import { Count } from "../../parts/indicators/count.tsx";
import { tip } from "../../parts/overlays/overlays.tsx";
import { switchingWords } from "../../words/switching.ts";
import { goToOrganization } from "./follow-organizations.ts";
import { lastUnread, OrganizationFace } from "./organization-face.tsx";
import { openAddOrganization } from "./organizations-dialogs.tsx";

/** This device's organizations side by side, with their unread counts. */
export function Switcher() {
  const client = useClient();
  const known = organizations();
  const w = switchingWords();
  if (known === undefined) return null;
  return (
    <ul class="switcher" aria-label={w.title}>
      {known.all.map((one, at) => (
        <li key={one.origin}>
          <Entry organization={one} place={at + 1} />
        </li>
      ))}
      <li>
        <ToolButton icon="plus" label={w.add} onClick={() => openAddOrganization(client)} />
      </li>
    </ul>
  );
}

function Entry({ organization, place }: { readonly organization: Organization; readonly place: number }) {
  const client = useClient();
  const { origin, name } = organization;
  const isHere = origin === location.origin;
  const { count, asOf } = lastUnread(organization);
  const open = (event: MouseEvent) => {
    // A click with a modifier key opens another tab.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (isHere) client.go({ view: "inbox" });
    else goToOrganization(client, origin);
  };
  return (
    <a
      class="switcher-item"
      href={origin}
      aria-current={isHere ? "true" : undefined}
      onClick={open}
      aria-keyshortcuts={place < 10 ? `Alt+Shift+${place}` : undefined}
      {...tip([name, asOf, place < 10 && capsOf(`Alt+Shift+${place}`).join(" ")].filter(Boolean).join(", "))}
    >
      <OrganizationFace organization={organization} />
      <bdi class="for-readers">{name}</bdi>
      <Count value={count} />
      {asOf !== "" && <span class="for-readers">{asOf}</span>}
    </a>
  );
}
