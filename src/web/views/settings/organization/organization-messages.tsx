import { MAX_CODE_LANGUAGE_LENGTH, MAX_JITSI_ADDRESS_LENGTH } from "../../../../protocol/text-lengths.ts";
import { useClient } from "../../../client/client.ts";
import { organizationMessagesWords } from "../../../words/settings/organization/organization-profile.ts";
import { SettingSelect, SettingSwitch } from "../rows/setting-choice.tsx";
import { SettingText } from "../rows/setting-field.tsx";
import { SettingGroup } from "../rows/setting-row.tsx";
import { realmRows } from "../rows/setting-sources.ts";
import { CallsTest } from "./calls-test.tsx";
import { MessageRetention } from "./message-retention.tsx";

/** The organization's settings for messages: how long messages are kept, what they show, and video calls. */
export function OrganizationMessages() {
  const client = useClient();
  const state = client.watch("realm", "account", "calls");
  const w = organizationMessagesWords();
  const row = realmRows(client, w.rows);
  const { setting: jitsi } = row("jitsi_server_url");
  return (
    <>
      <MessageRetention />
      <SettingGroup title={w.messages}>
        <SettingText {...row("default_code_block_language")} hint={w.codeHint} maxLength={MAX_CODE_LANGUAGE_LENGTH} />
        <SettingSwitch {...row("inline_image_preview")} hint={w.previewHint} />
        <SettingSelect {...row("media_preview_size")} options={optionsOf(MEDIA_SIZES, w.mediaSizes)} />
        <SettingSwitch {...row("inline_url_embed_preview")} hint={w.cardHint} />
        <SettingSwitch {...row("send_channel_events_messages")} hint={w.channelEventsHint} />
        <SettingSelect
          {...row("gif_rating_policy")}
          hint={w.gifHint}
          options={optionsOf(GIF_RATINGS, { ...GIF_NAMES, 0: w.noGifs })}
        />
        <SettingSwitch {...row("require_e2ee_push_notifications")} hint={w.pushHint} />
        {state.server_can_transcribe_voice && (
          <SettingSwitch {...row("transcribe_voice_messages")} hint={w.transcribeHint} />
        )}
      </SettingGroup>
      <SettingGroup title={w.calls} hint={w.callsHint}>
        <SettingSelect
          {...row("video_chat_provider")}
          options={Object.values(state.realm_available_video_chat_providers).map(({ id, name }) => ({
            value: id as typeof state.realm_video_chat_provider,
            label: id === NO_CALLS ? w.noCalls : id === OWN_CALLS ? w.ownCalls : name,
          }))}
        />
        <SettingText
          label={w.rows.jitsi_server_url}
          hint={w.jitsiHint}
          type="url"
          placeholder={state.server_jitsi_server_url ?? ""}
          setting={{ ...jitsi, value: jitsi.value ?? "", save: (url) => jitsi.save(url === "" ? null : url) }}
          maxLength={MAX_JITSI_ADDRESS_LENGTH}
        />
        {state.server_calls?.mode === "sfu" && <SettingSwitch {...row("encrypt_calls")} hint={w.encryptHint} />}
      </SettingGroup>
      {state.is_admin && state.server_calls !== undefined && state.server_calls.mode !== "off" && <CallsTest />}
    </>
  );
}

const MEDIA_SIZES = [100, 150, 200] as const;
const GIF_RATINGS = [0, 1, 2, 3, 4, 5] as const;
/** Names of GIF ratings. They are the same in all languages. */
const GIF_NAMES = { 1: "Y", 2: "G", 3: "PG", 4: "PG-13", 5: "R" };

const optionsOf = <Value extends number>(values: readonly Value[], labels: Readonly<Record<Value, string>>) =>
  values.map((value) => ({ value, label: labels[value] }));

const NO_CALLS = 0;
/** The id of the server's own calls. */
const OWN_CALLS = 100;
