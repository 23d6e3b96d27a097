import { LONGEST_CODE_LANGUAGE, LONGEST_JITSI_ADDRESS, LONGEST_WELCOME } from "../../../../protocol/text-lengths.ts";
import { useClient } from "../../../client/client.ts";
import { Button } from "../../../parts/button.tsx";
import { organizationMessagesWords } from "../../../words/settings/organization/organization-profile.ts";
import { attempt } from "../../attempt.ts";
import { SettingSelect, SettingSwitch } from "../rows/setting-choice.tsx";
import { SettingText } from "../rows/setting-field.tsx";
import { SettingGroup } from "../rows/setting-row.tsx";
import { realmRows } from "../rows/setting-sources.ts";

/**
 * The organization's settings for messages, for notifications of them, for video calls, and for the welcome of newcomers.
 */
export function OrganizationMessages() {
  const client = useClient();
  const state = client.watch("realm", "account");
  const w = organizationMessagesWords();
  const row = realmRows(client, w.rows);
  const { setting: jitsi } = row("jitsi_server_url");
  return (
    <>
      <SettingGroup title={w.messages}>
        <SettingText {...row("default_code_block_language")} hint={w.codeHint} maxLength={LONGEST_CODE_LANGUAGE} />
        <SettingSwitch {...row("inline_image_preview")} hint={w.previewHint} />
        <SettingSwitch {...row("inline_url_embed_preview")} hint={w.cardHint} />
        <SettingSwitch {...row("require_e2ee_push_notifications")} hint={w.pushHint} />
      </SettingGroup>
      <SettingGroup title={w.emails}>
        <SettingSwitch {...row("message_content_allowed_in_email_notifications")} hint={w.contentHint} />
        <SettingSwitch {...row("send_welcome_emails")} hint={w.letterHint} />
      </SettingGroup>
      <SettingGroup title={w.calls} hint={w.callsHint}>
        <SettingSelect
          {...row("video_chat_provider")}
          options={Object.values(state.realm_available_video_chat_providers).map(({ id, name }) => ({
            value: id as typeof state.realm_video_chat_provider,
            label: id === NO_CALLS ? w.noCalls : name,
          }))}
        />
        <SettingText
          label={w.rows.jitsi_server_url}
          hint={w.jitsiHint}
          type="url"
          placeholder={state.server_jitsi_server_url ?? ""}
          setting={{ ...jitsi, value: jitsi.value ?? "", save: (url) => jitsi.save(url === "" ? null : url) }}
          maxLength={LONGEST_JITSI_ADDRESS}
        />
      </SettingGroup>
      <SettingGroup title={w.newcomers}>
        <SettingText
          {...row("welcome_message_custom_text")}
          hint={w.welcomeHint}
          maxLength={LONGEST_WELCOME}
          lines={4}
        />
        {state.is_admin && <WelcomeTrial text={state.realm_welcome_message_custom_text} />}
      </SettingGroup>
    </>
  );
}

/** The id that stands for no provider of video calls. */
const NO_CALLS = 0;

/** Sends the welcome message for newcomers to the user who tries it. */
function WelcomeTrial({ text }: { readonly text: string }) {
  const client = useClient();
  const w = organizationMessagesWords();
  const send = () => {
    const body = { welcome_message_custom_text: text };
    return attempt(client, () => client.api.post("/realm/test_welcome_bot_custom_message", body), {
      done: w.trialSent,
    });
  };
  return (
    <div>
      <Button disabled={text.trim() === ""} onClick={() => void send()}>
        {w.trial}
      </Button>
    </div>
  );
}
