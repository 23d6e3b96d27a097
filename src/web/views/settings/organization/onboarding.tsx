import { useRef } from "preact/hooks";
import { MAX_WELCOME_LENGTH } from "../../../../protocol/text-lengths.ts";
import { useClient } from "../../../client/client.ts";
import { Button } from "../../../parts/button.tsx";
import { onboardingWords } from "../../../words/settings/organization/organization-profile.ts";
import { attempt } from "../../attempt.ts";
import { useAdministratorsLock } from "../entry.tsx";
import { SettingSelect, SettingSwitch } from "../rows/setting-choice.tsx";
import { SettingText } from "../rows/setting-field.tsx";
import { SettingGroup } from "../rows/setting-row.tsx";
import { realmRows, realmSettings } from "../rows/setting-sources.ts";

/** Welcoming new members, and the emails that the organization sends. */
export function Onboarding() {
  const client = useClient();
  const state = client.watch("realm", "account");
  const locked = useAdministratorsLock();
  const w = onboardingWords();
  const row = realmRows(client, w.rows);
  const { setting } = realmSettings(client);
  const welcome = row("welcome_message_custom_text");
  const { value: shown, save } = welcome.setting;
  /** The last change of the welcome message, once it is saved. Its event can come later. */
  const saved = useRef<Promise<{ readonly before: string; readonly text: string } | undefined>>(
    Promise.resolve(undefined),
  );
  const saveWelcome = (text: string) => {
    const done = save(text);
    saved.current = done.then(
      () => ({ before: shown, text }),
      () => undefined,
    );
    return done;
  };
  const welcomeText = async () => {
    const last = await saved.current;
    const { realm_welcome_message_custom_text: text } = client.watch();
    return last?.before === text ? last.text : text;
  };
  return (
    <>
      <SettingGroup title={w.newcomers}>
        <SettingText
          {...welcome}
          setting={{ ...welcome.setting, save: saveWelcome }}
          hint={w.welcomeHint}
          maxLength={MAX_WELCOME_LENGTH}
          lines={4}
        />
        {state.is_admin && <WelcomeTrial disabled={shown.trim() === ""} text={welcomeText} />}
        <SettingSwitch {...row("send_welcome_emails")} hint={w.letterHint} />
      </SettingGroup>
      <SettingGroup title={w.emails}>
        <SettingSwitch {...row("message_content_allowed_in_email_notifications")} hint={w.contentHint} />
      </SettingGroup>
      <SettingGroup title={w.digest} hint={w.digestHint}>
        <SettingSwitch
          label={w.rows.digest_emails_enabled}
          setting={{
            ...setting("digest_emails_enabled"),
            locked: state.settings_send_digest_emails ? locked : w.noMail,
          }}
        />
        <SettingSelect
          {...row("digest_weekday")}
          options={([0, 1, 2, 3, 4, 5, 6] as const).map((day) => ({ value: day, label: w.weekdays[day] }))}
        />
      </SettingGroup>
    </>
  );
}

interface TrialProps {
  readonly disabled: boolean;
  readonly text: () => Promise<string>;
}

/** Sends the welcome message to the user who tests it. */
function WelcomeTrial({ disabled, text }: TrialProps) {
  const client = useClient();
  const w = onboardingWords();
  const post = async () =>
    client.api.post("/realm/test_welcome_bot_custom_message", { welcome_message_custom_text: await text() });
  const send = () => attempt(client, post, { done: w.trialSent });
  return (
    <div>
      <Button disabled={disabled} run={send}>
        {w.trial}
      </Button>
    </div>
  );
}
