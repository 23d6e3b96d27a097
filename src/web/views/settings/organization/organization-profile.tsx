import { appWords } from "../../../words/app.ts";
import "./organization-profile.css";
import { useEffect, useState } from "preact/hooks";
import {
  MAX_ORGANIZATION_DESCRIPTION_LENGTH,
  MAX_ORGANIZATION_NAME_LENGTH,
} from "../../../../protocol/text-lengths.ts";
import { type Client, useClient } from "../../../client/client.ts";
import { peopleByName } from "../../../model/people/people-by-name.ts";
import { Button } from "../../../parts/button.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { Dialog } from "../../../parts/overlays/dialog.tsx";
import { serverHtml } from "../../../parts/server-html.ts";
import { organizationProfileWords } from "../../../words/settings/organization/organization-profile.ts";
import { settingsWords } from "../../../words/settings/settings.ts";
import { SettingSelect, SettingSwitch } from "../rows/setting-choice.tsx";
import { SettingText } from "../rows/setting-field.tsx";
import { rowHint, SettingGroup } from "../rows/setting-row.tsx";
import { realmRows, realmSettings } from "../rows/setting-sources.ts";
import { PictureRow } from "./picture-row.tsx";

export function OrganizationProfile() {
  const client = useClient();
  const state = client.watch("realm", "account", "users");
  const { setting } = realmSettings(client);
  const row = realmRows(client, organizationProfileWords().rows);
  const w = organizationProfileWords();
  const locked = state.is_admin ? undefined : settingsWords().onlyAdministrators;
  const ownersOnly = state.is_owner ? undefined : settingsWords().onlyOwners;
  const types: Readonly<Record<string, string>> = w.types;
  const picture = (logo: "logo" | "night_logo") => ({
    label: w.rows[logo],
    hint: w.logoHint,
    locked,
    src: state[`realm_${logo}_source`] === "U" ? state[`realm_${logo}_url`] : undefined,
    most: state.max_logo_file_size_mib,
    path: "/realm/logo",
    fields: { night: logo === "night_logo" },
  });
  const end = () => client.show(<DeactivateDialog client={client} people={peopleByName(state).length} />);
  return (
    <>
      <SettingGroup title={w.about}>
        <SettingText {...row("name")} maxLength={MAX_ORGANIZATION_NAME_LENGTH} />
        <SettingText
          {...row("description")}
          hint={w.descriptionHint}
          maxLength={MAX_ORGANIZATION_DESCRIPTION_LENGTH}
          lines={4}
        />
        <Description text={state.realm_description} />
        <SettingSelect
          {...row("org_type")}
          options={Object.entries(types).map(([id, label]) => ({
            value: Number(id) as typeof state.realm_org_type,
            label,
          }))}
        />
        <Field
          label={w.rows.address}
          hint={w.addressHint}
          value={new URL(state.realm_url).href}
          onInput={() => {}}
          readOnly
        />
      </SettingGroup>
      <SettingGroup title={w.pictures}>
        <PictureRow
          label={w.rows.icon}
          hint={w.iconHint}
          locked={locked}
          shape="square"
          src={state.realm_icon_source === "U" ? state.realm_icon_url : undefined}
          most={state.max_icon_file_size_mib}
          path="/realm/icon"
        />
        <PictureRow {...picture("logo")} shape="day" />
        <PictureRow {...picture("night_logo")} shape="night" />
      </SettingGroup>
      <SettingGroup title={w.seen}>
        <p>
          {state.realm_invite_required ? w.invited : w.open}{" "}
          <a href="#organization/organization-permissions">{w.toPermissions}</a>
        </p>
        {state.server_holds === true && <p>{w.holdsPossible}</p>}
        <SettingSwitch
          label={w.rows.enable_spectator_access}
          hint={w.spectatorHint}
          setting={{
            ...setting("enable_spectator_access"),
            locked: state.server_web_public_streams_enabled ? locked : w.spectatorClosed,
          }}
        />
      </SettingGroup>
      <SettingGroup title={w.rows.deactivate} hint={w.ended}>
        <div>
          <Button kind="danger" disabled={ownersOnly !== undefined} onClick={end}>
            {w.rows.deactivate}
          </Button>
        </div>
        {ownersOnly !== undefined && <p class="settings-note">{rowHint(undefined, ownersOnly)}</p>}
      </SettingGroup>
    </>
  );
}

/** The description as shown to people who log in or join. */
function Description({ text }: { readonly text: string }) {
  const { api } = useClient();
  const [html, setHtml] = useState<string>();
  useEffect(() => {
    setHtml(undefined);
    if (text.trim() === "") return;
    const ended = new AbortController();
    api.post<{ rendered: string }>("/messages/render", { content: text }, { signal: ended.signal }).then(
      ({ rendered }) => setHtml(rendered),
      // Failures are ignored, because the text itself is shown above.
      () => {},
    );
    return () => ended.abort();
  }, [api, text]);
  if (html === undefined) return null;
  return (
    <figure class="organization-preview">
      <figcaption class="field-label">
        <Icon name="eye" size={14} /> {appWords().preview}
      </figcaption>
      <div class="message-content" dir="auto" dangerouslySetInnerHTML={serverHtml(html)} />
    </figure>
  );
}

/** Asks for confirmation before the organization is deactivated. The user must type its name. */
function DeactivateDialog({ client, people }: { readonly client: Client; readonly people: number }) {
  const [typed, setTyped] = useState("");
  const { realm_name: name } = client.watch("realm");
  const w = organizationProfileWords();
  return (
    <Dialog
      alert
      size="s"
      title={w.endTitle(name)}
      submit={w.rows.deactivate}
      danger
      disabled={typed.trim() !== name}
      onSubmit={() => client.api.post("/realm/deactivate")}
    >
      <p>{w.endText(people)}</p>
      <p>{w.ended}</p>
      <Field
        label={w.typeName(name)}
        value={typed}
        onInput={setTyped}
        autocomplete="off"
        spellcheck={false}
        autofocus
      />
    </Dialog>
  );
}
