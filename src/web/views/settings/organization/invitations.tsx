import { keysWords } from "../../../words/help.ts";
import "./users.css";
import { useEffect } from "preact/hooks";
import type { WireInvitation } from "../../../../wire-types.ts";
import { type Client, useClient } from "../../../client/client.ts";
import { canInvite } from "../../../model/people/permissions.ts";
import { roleOf } from "../../../model/people/profile.ts";
import { Button } from "../../../parts/button.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { now } from "../../../parts/indicators/time.tsx";
import { VirtualRows } from "../../../parts/lists/virtual-rows.tsx";
import { confirm } from "../../../parts/overlays/dialog.tsx";
import { MenuButton } from "../../../parts/overlays/menu.tsx";
import { Empty } from "../../../parts/progress.tsx";
import { peopleWords } from "../../../words/people.ts";
import { invitationsWords } from "../../../words/settings/organization/users.ts";
import { distanceTime, relativeTime } from "../../../words/time.ts";
import { attempt } from "../../attempt.ts";
import { copyText } from "../../copy-text.ts";
import { openInvite } from "../../people/invite-dialog.tsx";
import { nameOfUser } from "../../people/names.ts";
import { useLoaded, WhenLoaded } from "../use-loaded.tsx";

const ROW_HEIGHT = 57;

/** Open invitations: the user's own, or all for administrators. */
export function Invitations() {
  const client = useClient();
  const state = client.watch("account", "users", "realm", "groups");
  const loaded = useLoaded(async () => {
    const { invites } = await client.api.get<{ invites: WireInvitation[] }>("/invites");
    return invites.sort((a, b) => b.invited - a.invited);
  });
  useEffect(() => client.listen("invites_changed", () => void loaded.load()), []);
  const mayInvite = canInvite(state);
  const w = invitationsWords();
  const invite = (
    <Button
      kind={mayInvite ? "primary" : "plain"}
      icon="user-plus"
      disabled={!mayInvite}
      onClick={() => openInvite(client)}
    >
      {w.rows.invite}
    </Button>
  );
  return (
    <>
      <div class="people-tools">{invite}</div>
      {!mayInvite && <p class="settings-note">{w.locked}</p>}
      <WhenLoaded of={loaded}>
        {(invitations) => (
          <section class="people-list" aria-label={w.rows.open}>
            {invitations.length === 0 ? (
              <Empty icon="mail" title={w.none} text={w.noneText} />
            ) : (
              <p class="settings-note" role="status">
                {w.count(invitations.length)}
                {!state.is_admin && ` · ${w.own}`}
              </p>
            )}
            <VirtualRows
              class="people-rows"
              items={invitations}
              height={ROW_HEIGHT}
              row={(one) => <Row key={`${one.is_multiuse}-${one.id}`} invitation={one} />}
            />
          </section>
        )}
      </WhenLoaded>
    </>
  );
}

function Row({ invitation }: { readonly invitation: WireInvitation }) {
  const client = useClient();
  const state = client.watch("users");
  const { is_multiuse, email, expiry_date, invited_as, invited_by_user_id } = invitation;
  const w = invitationsWords();
  const what = email ?? w.link;
  const facts = [
    peopleWords().roles[roleOf({ role: invited_as })],
    w.by(nameOfUser(state, invited_by_user_id)),
    relativeTime(invitation.invited, now.value),
    expiry_date === null ? w.forEver : w.expires(distanceTime(expiry_date, now.value)),
  ];
  return (
    <li class="people-row">
      <span class="people-sign">
        <Icon name={is_multiuse ? "link" : "mail"} />
      </span>
      <div class="people-who">
        <p class="people-name">
          <span class="people-open one-line">{what}</span>
        </p>
        <p class="people-facts one-line">{facts.join(" · ")}</p>
      </div>
      <MenuButton label={w.actions(what)} icon="ellipsis" entries={() => actionsOf(client, invitation, what)} />
    </li>
  );
}

function actionsOf(client: Client, { id, is_multiuse, link_url }: WireInvitation, what: string) {
  const w = invitationsWords();
  const path = is_multiuse ? `/invites/multiuse/${id}` : `/invites/${id}`;
  const revoke = async () => {
    const title = is_multiuse ? w.revokeLinkTitle : w.revokeTitle(what);
    if (await confirm({ title, text: w.revokeText, action: w.revoke, danger: true }))
      await attempt(client, () => client.api.delete(path), { done: w.revoked });
  };
  return [
    link_url !== undefined && {
      label: keysWords().actions.copyLink,
      icon: "copy" as const,
      run: () => void copyText(client, link_url),
    },
    !is_multiuse && {
      label: w.resend,
      icon: "mail" as const,
      run: () => void attempt(client, () => client.api.post(`${path}/resend`), { done: w.resent }),
    },
    { label: w.revokeAsk, icon: "x" as const, danger: true, run: () => void revoke() },
  ];
}
