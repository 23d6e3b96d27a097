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
  return (
    <>
      <SettingGroup title={w.newcomers}>
        <SettingText {...welcome} hint={w.welcomeHint} maxLength={MAX_WELCOME_LENGTH} lines={4} />
        {state.is_admin && <WelcomeTrial disabled={welcome.setting.value.trim() === ""} />}
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

/** A button that sends the welcome message to the user themselves, as a test. */
function WelcomeTrial({ disabled }: { readonly disabled: boolean }) {
  const client = useClient();
  const w = onboardingWords();
  const post = () =>
    client.api.post("/realm/test_welcome_bot_custom_message", {
      welcome_message_custom_text: client.watch().realm_welcome_message_custom_text,
    });
  const send = () => attempt(client, post, { done: w.trialSent });
  return (
    <div>
      <Button disabled={disabled} run={send}>
        {w.trial}
      </Button>
    </div>
  );
}
