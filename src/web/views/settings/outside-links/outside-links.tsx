import { useEffect, useState } from "preact/hooks";
import { type Client, useClient } from "../../../client/client.ts";
import { channelById } from "../../../model/channels/channels.ts";
import type { ManagedLink, State } from "../../../model/state.ts";
import { ToolButton } from "../../../parts/button.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { now } from "../../../parts/indicators/time.tsx";
import { confirm, Dialog } from "../../../parts/overlays/dialog.tsx";
import { MenuButton, type MenuEntry } from "../../../parts/overlays/menu.tsx";
import { appWords } from "../../../words/app.ts";
import { capitalized, listed } from "../../../words/format.ts";
import { keysWords } from "../../../words/help.ts";
import { outsideWords } from "../../../words/outside.ts";
import { relativeTime, shortDate } from "../../../words/time.ts";
import { attempt } from "../../attempt.ts";
import { copyText } from "../../copy-text.ts";
import { DeviceRequests } from "../../outside/device-requests.tsx";
import { endLinks, placeOfLink } from "../../outside/end-links.ts";
import { isComplete, LinkFields, type LinkForm, linkParameters } from "../../outside/link-fields.tsx";
import { nameOfUser } from "../../people/names.ts";
import { withFreshLogin } from "../../reauthentication/with-fresh-login.tsx";
import { useChanges } from "../../use-fields.ts";
import { Entry } from "../entry.tsx";
import { SettingGroup } from "../rows/setting-row.tsx";
import { useLoaded, WhenLoaded } from "../use-loaded.tsx";
import { isUsedUp, MAX_FREED } from "./used-up.ts";

/** Links for people outside the organization: the user's own, or all for administrators. */
export function OutsideLinks() {
  const client = useClient();
  const state = client.watch("account");
  const loaded = useLoaded(() => client.api.get<{ outside_links: readonly ManagedLink[] }>("/outside_links"));
  useEffect(() => client.listen("outside_links", () => void loaded.load()), []);
  const w = outsideWords();
  return (
    <WhenLoaded of={loaded}>
      {({ outside_links }) => {
        const links = [...outside_links].sort(
          (a, b) => Number(a.ended_at !== null) - Number(b.ended_at !== null) || b.created_at - a.created_at,
        );
        return (
          <SettingGroup title={w.rows.links} quiet hint={w.listHint}>
            <p class="settings-note">{w.howTo}</p>
            {!state.is_admin && <p class="settings-note">{w.own}</p>}
            {links.length === 0 && <p class="settings-note">{w.none}</p>}
            <ul class="entries" aria-label={w.rows.links}>
              {links.map((link) => (
                <li key={link.link_id}>
                  <LinkEntry link={link} />
                </li>
              ))}
            </ul>
          </SettingGroup>
        );
      }}
    </WhenLoaded>
  );
}

const RIGHTS = ["post", "upload", "call"] as const;

function factsOf(state: State, link: ManagedLink): string {
  const w = outsideWords();
  const rights = RIGHTS.filter((name) => link[`can_${name}`]).map((name) => w.rights[name]);
  const facts = [
    w.by(nameOfUser(state, link.creator_id)),
    link.ended_at === null
      ? w.open(shortDate(link.expires_at, now.value))
      : [w.endedAt(relativeTime(link.ended_at, now.value)), link.end_reason && w.reasons[link.end_reason]]
          .filter(Boolean)
          .join(": "),
    w.came(link.people.filter(({ gone }) => gone !== "left").length + link.kept, link.max_people),
    link.kept > 0 && w.kept(link.kept),
    isUsedUp(link) && w.usedUp(MAX_FREED),
    link.history ? w.withHistory : w.fromNow,
    rights.length === 0 ? w.canOnlyRead : w.can(listed(rights)),
  ];
  return capitalized(facts.filter(Boolean).join(" · "));
}

function LinkEntry({ link }: { readonly link: ManagedLink }) {
  const client = useClient();
  const state = client.watch("channels", "users", "realm", "account");
  const { people } = link;
  const w = outsideWords();
  const place = placeOfLink(state, link);
  return (
    <Entry
      title={<bdi>{place}</bdi>}
      facts={factsOf(state, link)}
      more={[
        <DeviceRequests key="devices" link={link.link_id} devices={link.devices} />,
        people.length > 0 && (
          <ul key="people" class="outside-people">
            {people.map((person) => (
              <PersonOutside key={person.user_id} person={person} link={link} />
            ))}
          </ul>
        ),
      ]}
    >
      {link.ended_at === null && (
        <MenuButton icon="ellipsis" label={w.options(place)} entries={() => entriesOf(client, link)} />
      )}
    </Entry>
  );
}

function entriesOf(client: Client, link: ManagedLink): readonly MenuEntry[] {
  const { url } = link;
  const w = outsideWords();
  return [
    url !== null && { label: keysWords().actions.copyLink, icon: "copy", run: () => void copyText(client, url) },
    { label: w.change, icon: "pencil", run: () => client.show(<ChangeLink link={link} />) },
    { label: w.endDo, icon: "x", danger: true, run: () => void endLinks(client, [link], peopleInside(link)) },
  ];
}

const peopleInside = ({ people }: ManagedLink) => people.filter(({ gone }) => gone === null).length;

interface PersonProps {
  readonly person: ManagedLink["people"][number];
  readonly link: ManagedLink;
}

function PersonOutside({ person, link }: PersonProps) {
  const client = useClient();
  const { user_id, entered_at, last_active, wants_to_stay, gone } = person;
  const w = outsideWords();
  const app = appWords();
  const state = client.watch("users", "account");
  const name = nameOfUser(state, user_id);
  const activity = last_active === null ? w.personNever : w.personActive(relativeTime(last_active, now.value));
  const facts = [w.personCame(relativeTime(entered_at, now.value)), gone === null ? activity : w.gone[gone]];
  if (wants_to_stay !== null) facts.push(w.wantsToStay(wants_to_stay.email));
  const remove = async () => {
    const title = w.removeTitle(name);
    if (!(await confirm({ title, text: w.removeText, action: app.remove, danger: true }))) return;
    await attempt(client, () => client.api.delete(`/outside_links/people/${user_id}`));
  };
  return (
    <li>
      <bdi>{name}</bdi> <span class="settings-note">{facts.join(" · ")}</span>
      {state.is_admin && (
        <ToolButton
          icon="user-plus"
          size="s"
          label={w.makeGuest(name)}
          onClick={() => client.show(<MakeGuest link={link} person={person} />)}
        />
      )}
      {link.ended_at === null && gone === null && (
        <ToolButton icon="x" size="s" label={app.removeNamed(name)} onClick={() => void remove()} />
      )}
    </li>
  );
}

function ChangeLink({ link }: { readonly link: ManagedLink }) {
  const client = useClient();
  const { can_post, can_upload, can_call, max_people } = link;
  const [form, setForm] = useState<LinkForm>({
    ...{ until: "kept", lastDay: "", people: String(max_people), can_post, can_upload, can_call },
  });
  const changes = useChanges(linkParameters(form));
  const save = () => client.api.patch(`/outside_links/${link.link_id}`, changes);
  return (
    <Dialog title={outsideWords().change} submit={appWords().save} disabled={!isComplete(form)} onSubmit={save}>
      <LinkFields form={form} onChange={setForm} end={link.expires_at} />
    </Dialog>
  );
}

/**
 * Turns someone who joined through an outside link into an ordinary guest, with the email address they requested or
 * another.
 */
function MakeGuest({ link, person }: PersonProps) {
  const client = useClient();
  const state = client.watch("users", "channels");
  const [email, setEmail] = useState(person.wants_to_stay?.email ?? "");
  const w = outsideWords();
  const submit = async () => {
    const path = `/outside_links/people/${person.user_id}/keep`;
    return (await withFreshLogin(client, () => client.api.post(path, { email }))) !== undefined;
  };
  return (
    <Dialog title={w.guestTitle(nameOfUser(state, person.user_id))} submit={w.guestDo} onSubmit={submit}>
      <p>{w.guestText(channelById(state, link.channel_id)?.name ?? "")}</p>
      <Field label={w.email} type="email" value={email} onInput={setEmail} required />
    </Dialog>
  );
}
