import { useEffect, useState } from "preact/hooks";
import { type Client, useClient } from "../../client/client.ts";
import { loadParts } from "../../client/running-parts.ts";
import { setOutsideEnd } from "../../client/session/session.ts";
import { outsideName } from "../../model/channels/outside-links.ts";
import { userById } from "../../model/people/users.ts";
import type { State } from "../../model/state.ts";
import { Button } from "../../parts/button.tsx";
import { Choice, Select } from "../../parts/fields/choice.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { now } from "../../parts/indicators/time.tsx";
import { confirm, Dialog } from "../../parts/overlays/dialog.tsx";
import { changeLook, lookNow } from "../../style/look.ts";
import { appWords } from "../../words/app.ts";
import { keepLanguage } from "../../words/language/language.ts";
import { languageChoices } from "../../words/language/language-choices.ts";
import type { Language } from "../../words/language/languages.ts";
import { speech } from "../../words/language/speech.ts";
import { outsideWords } from "../../words/outside.ts";
import { myMenuWords } from "../../words/screens.ts";
import { shortDate } from "../../words/time.ts";
import { attempt } from "../attempt.ts";
import { nameOfUser } from "../people/names.ts";

export const openOutsideSettings = (client: Client): void => client.show(<OutsideSettings />);

function OutsideSettings() {
  const client = useClient();
  const state = client.watch("users", "account", "outside");
  const me = userById(state, state.user_id);
  const languages = languageChoices();
  const spoken = languages.find(({ value }) => value === speech().language)?.value ?? "en";
  const [language, setLanguage] = useState<Language>(spoken);
  const [theme, setTheme] = useState<"system" | "light" | "dark">(lookNow().theme ?? "system");
  const { can_get_mail = false, mail = null } = state.outside_access ?? {};
  /** The initial values. A name or address is sent only if it was changed. */
  const [shown] = useState({ name: (me && outsideName(me)) ?? "", email: mail?.email ?? "" });
  const [name, setName] = useState(shown.name);
  const [email, setEmail] = useState(shown.email);
  const w = outsideWords();
  const themes = myMenuWords();
  const saveEmail = async () => {
    if (email.trim() === "") {
      await client.api.delete("/outside_access/mail");
      return;
    }
    await client.api.post("/outside_access/mail", { email: email.trim() });
    client.toast({ text: w.mailSent });
  };
  const save = async () => {
    changeLook({ theme: theme === "system" ? undefined : theme });
    if (name !== shown.name) await client.api.patch("/settings", { full_name: name });
    if (email.trim() !== shown.email) await saveEmail();
    if (language === spoken) return;
    await client.api.patch("/settings", { default_language: language });
    keepLanguage(language);
    location.reload();
  };
  return (
    <Dialog title={w.settings} submit={appWords().save} onSubmit={save}>
      <Field label={w.name} value={name} onInput={setName} required />
      {(can_get_mail || mail !== null) && (
        <Field
          label={w.mail}
          type="email"
          autocomplete="email"
          value={email}
          onInput={setEmail}
          hint={mail?.confirmed === false ? w.mailWaits(mail.email) : w.mailHint}
        />
      )}
      {mail?.confirmed === false && email.trim() === mail.email && (
        <Button run={() => attempt(client, saveEmail)}>{w.mailAgain}</Button>
      )}
      <Select<Language> label={w.language} value={language} options={languages} onChange={setLanguage} />
      <Choice
        label={w.theme}
        as="row"
        value={theme}
        options={[
          { value: "system", label: themes.themeSystem },
          { value: "light", label: themes.themeLight },
          { value: "dark", label: themes.themeDark },
        ]}
        onChange={setTheme}
      />
      <OtherDevices />
    </Dialog>
  );
}

interface Session {
  readonly id: number;
  readonly client: string;
  readonly created_at: number;
  readonly current: boolean;
}

/** Returns the name of the user who approved a session, or "An administrator" if `by` is null. */
export const whoLetIn = (state: State, by: number | null): string =>
  by === null ? outsideWords().administrator : nameOfUser(state, by);

/** Lists the user's other devices, and who approved them if not the user. All can be logged out. */
function OtherDevices() {
  const client = useClient();
  const state = client.watch("users", "outside");
  const [others, setOthers] = useState<readonly Session[]>([]);
  const w = outsideWords();
  useEffect(() => {
    void attempt(client, async () => {
      const { sessions } = await client.api.get<{ sessions: readonly Session[] }>("/users/me/sessions");
      setOthers(sessions.filter(({ current }) => !current));
    });
  }, []);
  const end = async () => {
    const ended = await attempt(client, () => client.api.delete("/users/me/sessions"), { done: w.devicesEnded });
    if (ended) setOthers([]);
  };
  if (others.length === 0) return null;
  return (
    <fieldset class="choice outside-rights">
      <legend class="field-label">{w.devices}</legend>
      <ul>
        {others.map(({ id, client: name, created_at }) => {
          const letIn = state.outside_access?.let_in?.find(({ session_id }) => session_id === id);
          const device = w.device(name, shortDate(created_at, now.value));
          return <li key={id}>{letIn === undefined ? device : w.deviceBy(device, whoLetIn(state, letIn.by))}</li>;
        })}
      </ul>
      <Button icon="log-out" run={end}>
        {w.endDevices}
      </Button>
    </fieldset>
  );
}

export const openKeepAccount = (client: Client): void => client.show(<KeepAccount />);

/** Asks for the email address that someone who joined through an outside link will have as a guest. */
function KeepAccount() {
  const client = useClient();
  const state = client.watch("outside", "realm");
  const { can_keep = false, wants_to_stay = null, mail = null } = state.outside_access ?? {};
  const [email, setEmail] = useState(wants_to_stay?.email ?? mail?.email ?? "");
  const w = outsideWords();
  const submit = async () => {
    const { email_sent } = await client.api.post<{ email_sent: boolean }>("/outside_access/keep", { email });
    client.toast({ text: email_sent ? w.emailSent : w.asked });
  };
  return (
    <Dialog title={w.keep} submit={can_keep ? w.keepDo : w.askDo} onSubmit={submit}>
      <p class="field-hint">{can_keep ? w.keepFree(state.realm_name) : w.keepAsk(state.realm_name)}</p>
      <Field
        label={w.email}
        type="email"
        autocomplete="email"
        value={email}
        onInput={setEmail}
        hint={wants_to_stay === null ? undefined : w.askedAlready(wants_to_stay.email)}
        required
      />
    </Dialog>
  );
}

export async function askToLeave(client: Client): Promise<void> {
  const w = outsideWords();
  const organization = client.watch().realm_name;
  const title = w.leaveTitle(organization);
  if (!(await confirm({ title, text: w.leaveText, action: appWords().leave, danger: true }))) return;
  const left = await attempt(client, async () => {
    setOutsideEnd("left");
    await client.api.post("/logout");
    await (await loadParts()).leaveBrowser();
  });
  if (!left) setOutsideEnd(undefined);
}
